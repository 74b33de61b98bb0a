// What contestants in Node and in a browser share: weights and batch are read, commands are answered.

import { readTensors } from '../scripts/safetensors.mjs';
import { loadModule, open } from './engine.mjs';
import { timing } from './timing.mjs';

/**
 * @typedef {{ createEngine: any, compiled: WebAssembly.Module }} EngineFiles
 * @typedef {{ version: string, build: (data: any, tensors: any, read: any) => any }} Peer
 * @typedef {{ module: () => Promise<EngineFiles>, peer: () => Promise<Peer>, kernel: () => Promise<ArrayBuffer> }} Sources
 * @typedef {{ first: () => any, step: () => any, decode?: () => any,
 *   beforeDecoding?: () => any }} Model `first` from the given weights
 */

/**
 * @param {string} name
 * @param {(file: string) => Promise<ArrayBuffer>} read gives a file of the configuration's folder
 * @param {Sources} sources
 * @returns {Promise<Model>}
 */
async function model(name, read, { module, peer, kernel }) {
  if (name === 'kernel') return peak(await kernel());
  if (name.startsWith('engine'))
    return open(
      read,
      module().then(({ createEngine, compiled }) => loadModule(createEngine, compiled)),
    );
  const [{ version, build }, data] = await Promise.all([
    peer(),
    read('data.json').then((bytes) => JSON.parse(new TextDecoder().decode(bytes))),
  ]);
  const fresh = async () => build(data, readTensors(await read('weights.safetensors')), read);
  let now = await fresh();
  return {
    async first() {
      const output = await now.decode();
      const loss = await now.step?.();
      now = await fresh();
      return { loss, output, version };
    },
    step: () => now.step(),
    decode: () => now.decode(),
  };
}

const tiles = 1000;

/** The engine's tile alone: a "step" is `tiles` of it. @param {ArrayBuffer} bytes @returns {Promise<Model>} */
async function peak(bytes) {
  const imports = { wasi_snapshot_preview1: { proc_exit() {} }, env: { emscripten_notify_memory_growth() {} } };
  const { instance } = await WebAssembly.instantiate(bytes, imports);
  const { _initialize, run_tiles } = /** @type {any} */ (instance.exports);
  _initialize?.();
  return { first: () => ({ operations: run_tiles(tiles) }), step: () => run_tiles(tiles) };
}

/**
 * @param {string} name
 * @param {(file: string) => Promise<ArrayBuffer>} read
 * @param {Sources} sources
 */
export async function contender(name, read, sources) {
  const made = await model(name, read, sources);
  const call = (/** @type {string} */ command) => (command === 'step' ? made.step : made.decode) ?? made.step;
  return {
    answer(/** @type {string} */ command, /** @type {number} */ seconds) {
      if (command === 'first') return made.first();
      if (command === 'decode') made.beforeDecoding?.();
      return timing(call(command), seconds, 2); // what takes seconds a step is measured twice, not more
    },
    async repeat(/** @type {string} */ command, /** @type {number} */ count) {
      for (let i = 0; i < count; ++i) await call(command)();
    },
  };
}
