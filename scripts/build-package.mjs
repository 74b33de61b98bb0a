// dist/package/ and dist/seq2seq-lab-VERSION.tgz: the npm package. `seq2seq-lab/engine` is the engine for Node and for
// bundlers (there from the widget's folder, so that a page that has both loads it once), `seq2seq-lab/widget` the elements.
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
    cpSync(join(root, 'dist/widget'), join(folder, 'widget'), { recursive: true });
    for (const name of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, name), join(folder, name));
    cpSync(join(root, 'docs/package-readme.md'), join(folder, 'README.md'));
    const write = (/** @type {string} */ name, /** @type {unknown} */ value) =>
      writeFileSync(join(folder, name), `${JSON.stringify(value, null, 2)}\n`);
    write('package.json', manifest);
    write('custom-elements.json', elementsManifest());
    await must('Packing', 'npm', ['pack', '--silent', '--pack-destination', join(root, 'dist'), folder]);
  });
}
