// npm run build: the engine as WebAssembly, then all that is made of it, in dist/.
import { compile } from './cmake.mjs';
import { setUp } from './setup.mjs';
import { must, timed } from './shell.mjs';
import { fingerprint, once } from './stamp.mjs';
import { version } from './vite-shared.mjs';

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
  'scripts/learned.mjs',
  'docs/learning.md',
  'scripts/lesson-page.mjs',
  'scripts/shell.mjs',
  'scripts/vite-shared.mjs',
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

const packageInputs = [
  'CHANGELOG.md',
  'docs/package-readme.md',
  'scripts/build-package.mjs',
  'scripts/elements-manifest.mjs',
];
const embedInputs = ['scripts/build-single.mjs', 'scripts/build-widget.mjs'];

/** What other pages embed, dist/widget/ and dist/embed.html, and the page as one file, dist/seq2seq-lab.html. */
export async function buildEmbeds() {
  const state = fingerprint([...siteInputs, ...embedInputs, ...siteEngines]);
  await once('widget', state, 'dist/embed.html', async () => (await import('./build-widget.mjs')).buildWidget());
  await once('single', state, 'dist/seq2seq-lab.html', async () => (await import('./build-single.mjs')).buildSingle());
  const packed = `dist/seq2seq-lab-${version}.tgz`;
  await once('package', state + fingerprint(packageInputs), packed, async () =>
    (await import('./build-package.mjs')).buildPackage(),
  );
}

export async function build() {
  await buildModules();
  await buildSite();
  await buildEmbeds();
}

export async function main() {
  await setUp(['build']);
  await build();
  console.log(`In dist: site/, widget/, embed.html, seq2seq-lab.html and the npm package seq2seq-lab-${version}.tgz.`);
}
