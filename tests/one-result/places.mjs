// Where runs are compared: the command line of both compilers, both modules in Node, and three browsers. `npm run bench`
// shows their check codes, tests/engines/one-result.test.ts holds them against each other.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { engineAlias } from '../../scripts/engine-alias.mjs';
import { engines, launch, missing } from '../engines/drivers/driver.mjs';
import { buildClientPage, clientPageFolder, serveSpied } from '../engines/pages.mjs';
import { readRuns } from './runs.mjs';

/** @typedef {import('./runs.mjs').Run} Run */
/** @typedef {import('../engines/drivers/driver.mjs').EngineName} EngineName */
/** @typedef {{ digest: string, model: Uint8Array }} Trained the check code, and the model file it is of */
/** @typedef {{ train: (run: Run) => Promise<Trained>, close: () => Promise<void> }} Place */

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @param {string} binary @returns {Place} */
function commandLine(binary) {
  return {
    close: async () => {},
    async train({ configuration, pairs }) {
      const folder = mkdtempSync(join(tmpdir(), 'seq2seq-run-'));
      const file = (/** @type {string} */ name) => join(folder, name);
      try {
        writeFileSync(file('config.json'), JSON.stringify(configuration));
        const args = ['train', '--config', file('config.json'), '--json', '--out', file('model.safetensors')];
        if (pairs !== null) {
          writeFileSync(file('pairs.tsv'), pairs);
          args.push('--data', file('pairs.tsv'));
        }
        const lines = execFileSync(binary, args, { encoding: 'utf8', maxBuffer: 1e8 }).trimEnd().split('\n');
        const { state } = JSON.parse(/** @type {string} */ (lines.at(-1)));
        return { digest: state.digest, model: new Uint8Array(readFileSync(file('model.safetensors'))) };
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  };
}

/** @param {'simd' | 'scalar'} build @returns {Promise<Place>} */
async function node(build) {
  // wasm/node.ts is TypeScript, and plain Node is to be able to come here as well.
  const vite = await createServer({
    configFile: false,
    logLevel: 'error',
    root,
    resolve: { alias: engineAlias },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
  });
  const { loadEngine } = /** @type {typeof import('../../wasm/node')} */ (await vite.ssrLoadModule('/wasm/node.ts'));
  const engine = await loadEngine({ build });
  return {
    close: () => vite.close(),
    async train({ configuration, pairs }) {
      const session = engine.open(configuration, pairs ?? undefined);
      try {
        return { digest: session.train().digest, model: session.exportModel() };
      } finally {
        session.dispose();
      }
    },
  };
}

/** The client's page, in the browser's own choice of build. @param {EngineName} name @returns {Promise<Place>} */
async function browser(name) {
  await buildClientPage();
  const server = await serveSpied(clientPageFolder);
  const open = await launch(name).catch(async (error) => {
    await server.close();
    throw error;
  });
  const tab = await open.newTab();
  await tab.goto(server.url);
  await tab.waitFor(() => 'client' in globalThis);
  return {
    async close() {
      await open.close();
      await server.close();
    },
    async train({ configuration, pairs }) {
      const { digest, text } = await tab.evaluate(
        async (configuration, pairs) => {
          const { client } = /** @type {{ client: typeof import('../../wasm/client') }} */ (
            /** @type {unknown} */ (globalThis)
          );
          const engine = await client.createEngine();
          try {
            const session = await engine.open(configuration, pairs ?? undefined);
            const state = await session.train();
            const bytes = await session.exportModel();
            let text = '';
            for (let at = 0; at < bytes.length; at += 8192) {
              text += String.fromCharCode(...bytes.subarray(at, at + 8192));
            }
            return { digest: state.digest, text: btoa(text) };
          } finally {
            engine.close();
          }
        },
        configuration,
        pairs,
      );
      return { digest, model: new Uint8Array(Buffer.from(text, 'base64')) };
    },
  };
}

/** @param {string} path */
const notBuilt = (path) => (existsSync(join(root, path)) ? undefined : `not built: ${path}`);

/** @type {Record<string, { lacking: () => string | undefined, open: () => Promise<Place> }>} */
const places = {
  'native-gcc': {
    lacking: () => notBuilt('build/native/seq2seq'),
    open: async () => commandLine(join(root, 'build/native/seq2seq')),
  },
  'native-clang': {
    lacking: () => notBuilt('build/native-clang/seq2seq'),
    open: async () => commandLine(join(root, 'build/native-clang/seq2seq')),
  },
  'node-simd': { lacking: () => notBuilt('build/wasm/engine.wasm'), open: () => node('simd') },
  'node-scalar': { lacking: () => notBuilt('build/wasm-scalar/engine.wasm'), open: () => node('scalar') },
};
for (const name of /** @type {EngineName[]} */ (Object.keys(engines))) {
  places[name] = {
    lacking: () => missing(name) ?? notBuilt('build/wasm/engine.wasm'),
    open: () => browser(name),
  };
}

export const placeNames = Object.keys(places);

/** What this place lacks on this machine; undefined where it can be opened. @param {string} name */
export const lacking = (name) => (places[name] ? places[name].lacking() : `there is no place ${name}`);

/** @param {string} name @returns {Promise<Place>} */
export async function openPlace(name) {
  const problem = lacking(name);
  if (problem !== undefined) throw new Error(`${name}: ${problem}`);
  return /** @type {typeof places[string]} */ (places[name]).open();
}

/**
 * The check codes of the runs in one place, by their names.
 * @param {string} name
 * @param {Run[]} [runs] all of this folder
 * @returns {Promise<Record<string, string>>}
 */
export async function checkCodes(name, runs = readRuns()) {
  const place = await openPlace(name);
  try {
    /** @type {Record<string, string>} */
    const codes = {};
    for (const run of runs) codes[run.name] = (await place.train(run)).digest;
    return codes;
  } finally {
    await place.close();
  }
}
