// `seq2seq-lab/engine` in a browser: the same names, but the engine runs in a worker and every call answers with a
// promise.
import { createEngine, type Engine, type EngineSession } from './client';
import type { Configuration, FileBytes, Pairs } from './protocol';

export * from './client';

let shared: Promise<Engine> | null = null;

/** The engine of this package, started once. */
export function loadEngine(): Promise<Engine> {
  shared ??= createEngine().catch((error) => {
    shared = null;
    throw error;
  });
  return shared;
}

export const Session = {
  async open(configuration?: Configuration, pairs?: Pairs): Promise<EngineSession> {
    return (await loadEngine()).open(configuration, pairs);
  },
  async load(file: FileBytes, pairs?: Pairs): Promise<EngineSession> {
    return (await loadEngine()).load(file, pairs);
  },
};
export type Session = EngineSession;
