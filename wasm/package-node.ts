// `seq2seq-lab/engine` in Node: the engine in place, sessions that answer at once.
import { readFile } from 'node:fs/promises';
import type { EngineError } from './errors';
import { chooseBuild } from './features';
import { loadEngine as loadFrom } from './node';
import type { Configuration, FileBytes, Pairs } from './protocol';
import type { LocalEngine, Session as LocalSession } from './session';
import { whenBroken } from './values';

export { EngineError } from './errors';
export type * from './protocol';
export type { LocalEngine } from './session';

// Written out, so that bundlers see which files belong here.
const modules = {
  simd: new URL('./engine-simd.wasm', import.meta.url),
  scalar: new URL('./engine-scalar.wasm', import.meta.url),
};

let shared: Promise<LocalEngine> | null = null;

whenBroken(() => {
  shared = null;
});

/** The engine of this package, loaded once, and anew after it has broken. Rejects with {@link EngineError} `engine_missing` or `engine_blocked`. */
export function loadEngine(): Promise<LocalEngine> {
  shared ??= load().catch((error) => {
    shared = null;
    throw error;
  });
  return shared;
}

async function load(): Promise<LocalEngine> {
  const build = chooseBuild('auto');
  return loadFrom({ build, bytes: new Uint8Array(await readFile(modules[build])) });
}

/** A model in training: configuration, own pairs where the task is `data`. `dispose()` frees its memory. */
export const Session = {
  /** A new one, the lesson's toy where nothing is given. */
  async open(configuration?: Configuration, pairs?: Pairs): Promise<LocalSession> {
    return (await loadEngine()).open(configuration, pairs);
  },
  /** From a model file. */
  async load(file: FileBytes, pairs?: Pairs): Promise<LocalSession> {
    return (await loadEngine()).load(file, pairs);
  },
};
export type Session = LocalSession;
