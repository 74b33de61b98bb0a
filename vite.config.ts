import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vite';
import { lessonPage } from './scripts/lesson-page.mjs';
import { shared } from './scripts/vite-shared.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The static site: the lesson's page in each language, its workers and the engine's two .wasm files, all addresses
// relative so that the folder can be put anywhere on any host.
export default defineConfig(
  mergeConfig(shared(), {
    root: here('./web'),
    plugins: lessonPage(),
    server: { host: '127.0.0.1', fs: { allow: [here('.')] } },
    build: {
      outDir: here('./dist/site'),
      modulePreload: {
        // Firefox calls it an error to preload a module that has run already: those of the page's own script.
        resolveDependencies: (_: string, files: string[], { hostType }: { hostType: 'html' | 'js' }) =>
          hostType === 'js'
            ? files.filter((file) => !/\/(page|storage|on-demand|counted|clipboard|trusted|preload-helper)-/.test(file))
            : files,
      },
      rolldownOptions: {
        // The pages, and for hosts that have only this folder the widget's script: dist/site/seq2seq-lab.js.
        input: {
          index: here('./web/index.html'),
          de: here('./web/de.html'),
          'seq2seq-lab': here('./web/embed/widget.ts'),
        },
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: ({ name }: { name: string }) =>
            name === 'seq2seq-lab' ? '[name].js' : 'assets/[name]-[hash].js',
        },
      },
    },
  }),
);
