// Builds the page that holds nothing but the client, as a site would: once for all tests that open it, and not again
// while nothing it is made of has changed.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { engineAlias } from '../../../scripts/engine-alias.mjs';
import { fingerprint, once } from '../../../scripts/stamp.mjs';

export const clientPageFolder = fileURLToPath(new URL('../../../build/client-page', import.meta.url));

const inputs = [
  'tests/browser/worker-page',
  'wasm',
  'tsconfig.json',
  'package-lock.json',
  ...['wasm', 'wasm-scalar'].flatMap((folder) => [`build/${folder}/engine.mjs`, `build/${folder}/engine.wasm`]),
];

/** Vitest calls it before the first test of a project (vitest.config.ts). */
export default async function buildClientPage() {
  await once('client-page', fingerprint(inputs), 'build/client-page/index.html', async () => {
    await build({
      root: fileURLToPath(new URL('.', import.meta.url)),
      configFile: false,
      logLevel: 'warn',
      base: './',
      resolve: { alias: engineAlias },
      worker: { format: 'es' },
      build: {
        outDir: clientPageFolder,
        emptyOutDir: true,
        target: 'es2022',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
      },
    });
  });
}
