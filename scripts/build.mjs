// npm run build: the engine as WebAssembly, then the static site in dist/site.
import { compile } from './cmake.mjs';
import { setUp } from './setup.mjs';
import { must, timed } from './shell.mjs';
import { fingerprint, once } from './stamp.mjs';

/** The engine with SIMD and, for browsers without it, the scalar one. */
export async function buildModules() {
  await compile('wasm', 'engine_module');
  await compile('wasm-scalar', 'engine_module');
}

const siteInputs = [
  'web',
  'wasm',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'scripts/engine-alias.mjs',
  'scripts/lesson-page.mjs',
  'scripts/shell.mjs',
];
const siteEngines = ['wasm', 'wasm-scalar'].flatMap((build) =>
  ['mjs', 'wasm'].map((end) => `build/${build}/engine.${end}`),
);

/** The page, from web/ and the modules. Skipped where nothing it is made of has changed. */
export async function buildSite() {
  await once('site', fingerprint([...siteInputs, ...siteEngines]), 'dist/site/index.html', async () => {
    await timed('Building the page', () =>
      must('Building the page', process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']),
    );
  });
}

export async function build() {
  await buildModules();
  await buildSite();
}

export async function main() {
  await setUp(['build']);
  await build();
  console.log('The site is in dist/site.');
}
