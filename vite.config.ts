import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import packageFile from './package.json' with { type: 'json' };
import { engineAlias } from './scripts/engine-alias.mjs';
import { lessonPage } from './scripts/lesson-page.mjs';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The static site: the lesson's page in each language, its workers and the engine's two .wasm files, all addresses relative so that the
// folder can be put anywhere on any host.
export default defineConfig({
  root: here('./web'),
  base: './',
  plugins: lessonPage(),
  cacheDir: here('./build/vite'),
  resolve: { alias: engineAlias },
  define: { __SEQ2SEQ_VERSION__: JSON.stringify(packageFile.version) },
  worker: { format: 'es' },
  server: { host: '127.0.0.1', fs: { allow: [here('.')] } },
  build: {
    outDir: here('./dist/site'),
    emptyOutDir: true,
    target: 'es2022',
    // Browsers that know light-dark(): lowered, it would follow the system only and never a `theme` attribute.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Nothing is inlined: a strict Content-Security-Policy allows no data: scripts, and one .wasm file is enough.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Firefox calls it an error to preload a module that has run already: those of the page's own script.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => !/\/(page|storage|preload-helper)-/.test(file)) : files,
    },
    rolldownOptions: {
      // The pages, and under a name that stays the same what a host page loads: dist/site/seq2seq-lab.js.
      input: {
        index: here('./web/index.html'),
        de: here('./web/de.html'),
        'seq2seq-lab': here('./web/elements/index.ts'),
      },
      output: {
        entryFileNames: ({ name }) => (name === 'seq2seq-lab' ? '[name].js' : 'assets/[name]-[hash].js'),
      },
    },
  },
});
