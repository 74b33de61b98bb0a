// dist/package/ and dist/seq2seq-lab-VERSION.tgz: the npm package. `seq2seq-lab/engine` is the engine for Node and for
// bundlers (there from the widget's folder, so that a page that has both loads it once), `seq2seq-lab/widget` the elements.
// Its scripts are those of dist/widget/, written so that bundlers can follow them.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, mergeConfig } from 'vite';
import { elementsManifest } from './elements-manifest.mjs';
import { must, root, timed } from './shell.mjs';
import { shared, version } from './vite-shared.mjs';

const folder = join(root, 'dist/package');
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const manifest = {
  name: own.name,
  version,
  description: own.description,
  license: own.license,
  type: 'module',
  engines: own.engines,
  // The widget registers its elements when it is imported.
  sideEffects: ['./widget/seq2seq-lab.js', './widget/assets/**'],
  customElements: './custom-elements.json',
  exports: {
    '.': { types: './types/widget.d.ts', default: './widget/seq2seq-lab.js' },
    './widget': { types: './types/widget.d.ts', default: './widget/seq2seq-lab.js' },
    './engine': {
      browser: { types: './types/package-browser.d.ts', default: './widget/engine.js' },
      default: { types: './types/package-node.d.ts', default: './node/engine.js' },
    },
    './custom-elements.json': './custom-elements.json',
    './package.json': './package.json',
  },
};

/**
 * Scripts that bundlers can take apart and put together again: what lies beside a script is named in the one form that
 * they follow, and nothing knows the files' names otherwise.
 * @returns {import('vite').Plugin}
 */
const forBundlers = () => ({
  name: 'for-bundlers',
  enforce: 'pre',
  load(id) {
    // It would preload files under the names that they have here.
    if (id.endsWith('vite/preload-helper.js')) return 'export const __vitePreload = (fetch) => fetch();';
    // Where the files will lie nobody knows here, so there is no address for other pages.
    return id.endsWith('/web/embed/snippets.ts') ? 'export const place = () => null;' : undefined;
  },
  transform(code, id) {
    if (!id.endsWith('/wasm/module.ts')) return undefined;
    // A worker in one piece: most bundlers' workers cannot fetch scripts later on.
    const glue = (/** @type {string} */ name) => `import * as ${name}Glue from '#engine/${name}.mjs';\n`;
    const whole = code.replace(/import\('#engine\/(\w+)\.mjs'\)/g, 'Promise.resolve($1Glue)');
    return { code: glue('simd') + glue('scalar') + whole, map: null };
  },
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      chunk.code = chunk.code
        .replaceAll('__SEQ2SEQ_WORKER__', 'new URL(`./worker.js`,import.meta.url)')
        .replaceAll(',[],import.meta.url)', ')') // what was preloaded
        .replace(/new URL\(`([^`$]+)`,import\.meta\.url\)/g, 'new URL("$1",import.meta.url)');
    }
  },
});

/** Elements and engine for browsers: as in dist/widget/, but for a bundler. */
async function browserEntries() {
  await build(
    mergeConfig(shared(), {
      root: join(root, 'web'),
      plugins: [forBundlers()],
      resolve: {
        alias: [{ find: /^\.\/start-worker$/, replacement: join(root, 'wasm/start-worker-package.ts') }],
      },
      build: {
        outDir: join(folder, 'widget'),
        modulePreload: false,
        rolldownOptions: {
          input: {
            'seq2seq-lab': join(root, 'web/embed/widget.ts'),
            engine: join(root, 'wasm/package-browser.ts'),
            worker: join(root, 'wasm/worker.ts'),
          },
          preserveEntrySignatures: 'strict',
          output: {
            entryFileNames: (/** @type {{ name: string }} */ { name }) =>
              name === 'worker' ? 'assets/[name].js' : '[name].js',
            chunkFileNames: 'assets/[name]-[hash].js',
            assetFileNames: 'assets/[name]-[hash][extname]',
          },
        },
      },
    }),
  );
}

/** The engine's entry for Node: one script and the two modules beside it. */
async function nodeEntry() {
  await build(
    mergeConfig(shared(), {
      root,
      build: {
        outDir: join(folder, 'node'),
        ssr: join(root, 'wasm/package-node.ts'),
        minify: true,
        rolldownOptions: { output: { entryFileNames: 'engine.js', chunkFileNames: '[name].js', codeSplitting: false } },
      },
      ssr: { noExternal: true },
    }),
  );
  for (const [name, from] of [
    ['simd', 'wasm'],
    ['scalar', 'wasm-scalar'],
  ])
    cpSync(join(root, `build/${from}/engine.wasm`), join(folder, `node/engine-${name}.wasm`));
}

/** Declarations of what is public, with the endings that Node's resolution wants. */
async function types() {
  const out = join(folder, 'types');
  const options = ['--declaration', '--emitDeclarationOnly', '--noEmit', 'false', '--outDir', out, '--rootDir', 'wasm'];
  await must('Writing the types', process.execPath, [
    'node_modules/typescript/bin/tsc',
    '--project',
    'wasm/package.tsconfig.json',
    ...options,
  ]);
  cpSync(join(root, 'wasm/engine.d.mts'), join(out, 'engine.d.mts'));
  for (const name of readdirSync(out)) {
    const file = join(out, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/((?:from|import\()\s*['"]\.\/[\w-]+)(['"])/g, '$1.js$2'));
  }
  writeFileSync(
    join(out, 'widget.d.ts'),
    `/** Fetches an element's code at once; without it that happens when the element comes near the window. */
export declare function load(tag: string): Promise<unknown>;
/** The elements' names. */
export declare const tags: string[];
export declare const version: string;
`,
  );
}

export async function buildPackage() {
  await timed('Building the npm package', async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await nodeEntry();
    await types();
    await browserEntries();
    for (const name of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, name), join(folder, name));
    cpSync(join(root, 'docs/package-readme.md'), join(folder, 'README.md'));
    const write = (/** @type {string} */ name, /** @type {unknown} */ value) =>
      writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
    write('package.json', manifest);
    write('custom-elements.json', elementsManifest());
    await must('Packing', 'npm', ['pack', '--silent', '--pack-destination', join(root, 'dist'), folder]);
  });
}
