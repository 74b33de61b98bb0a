// Bundles the peers for a page, and TensorFlow.js for Node too, where its modules do not load as they are published.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../scripts/shell.mjs';
import { fingerprint, once } from '../scripts/stamp.mjs';
import { installed, peers } from './contestants.mjs';

/** @param {'page' | 'node'} target @param {string[]} names @param {string} folder */
async function bundle(target, names, folder) {
  const node = target === 'node';
  await build({
    root: peers,
    configFile: false,
    logLevel: 'error',
    base: './',
    resolve: node ? { mainFields: ['module', 'main'] } : {},
    ssr: node ? { noExternal: true } : {},
    build: {
      ssr: node,
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: Object.fromEntries(names.map((name) => [name, join(peers, `${name}.mjs`)])),
        preserveEntrySignatures: 'strict',
        output: node
          ? { entryFileNames: '[name].cjs', format: 'cjs', codeSplitting: false }
          : { entryFileNames: '[name].mjs' },
      },
    },
  });
  const wasm = join(peers, 'node_modules/@tensorflow/tfjs-backend-wasm/dist');
  if (names.includes('tfjs'))
    cpSync(wasm, folder, {
      recursive: true,
      filter: (path) => path === wasm || (path.startsWith(`${wasm}/tfjs-backend-wasm`) && path.endsWith('.wasm')),
    });
}

/** @returns {Promise<string[]>} the peers that are there, for Node and for a page */
export async function bundlePeers() {
  const names = ['plain'];
  if (installed('@tensorflow/tfjs-backend-wasm')) names.push('tfjs');
  if (installed('@jax-js/jax')) names.push('jax');
  const state =
    names.join() +
    fingerprint([
      'bench/peers/package-lock.json',
      'bench/bundle.mjs',
      ...names.map((name) => `bench/peers/${name}.mjs`),
    ]);
  const page = join(root, 'build/bench/page');
  await once('bench-peers', state, 'build/bench/page/plain.mjs', async () => {
    if (names.includes('tfjs')) await bundle('node', ['tfjs'], join(root, 'build/bench/node'));
    await bundle('page', names, page);
  });
  return names;
}
