// Builds the page that holds nothing but the client, as a site would.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { engineAlias } from '../../../scripts/engine-alias.mjs';

/** @param {string} folder where the page goes; what lies there is removed */
export async function buildClientPage(folder) {
  await build({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'warn',
    base: './',
    resolve: { alias: engineAlias },
    worker: { format: 'es' },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  });
}
