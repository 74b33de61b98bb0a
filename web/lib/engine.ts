// The page's one engine, shared by every element on it: started when the first element needs it, restarted once for
// all when its worker is lost.
import type { Engine } from '../../wasm/client';

let starting: Promise<Engine> | null = null;
let restarting: Promise<Engine> | null = null;
let lost = false;
const lostListeners = new Set<(error: Error) => void>();
const backListeners = new Set<() => void>();

// Fetched with the first need, not before the first picture.
async function client() {
  try {
    return await import('../../wasm/client');
  } catch (error) {
    throw Object.assign(new Error(`A script of the engine could not be loaded: ${(error as Error).message}`), {
      name: 'EngineError',
      code: 'engine_missing',
    });
  }
}

/** A host may keep the engine's files in another place: <script data-seq2seq-base="https://...">. */
const base = () => document.querySelector<HTMLScriptElement>('script[data-seq2seq-base]')?.dataset.seq2seqBase;

/** Rejects with an EngineError (engine_missing, engine_blocked); the next call tries again. */
export function sharedEngine(): Promise<Engine> {
  starting ??= start();
  return starting;
}

async function start(): Promise<Engine> {
  try {
    const { createEngine } = await client();
    const engine = await createEngine({ base: base() });
    engine.onLost((error) => {
      lost = true;
      for (const listener of lostListeners) listener(error);
    });
    return engine;
  } catch (error) {
    starting = null;
    throw error;
  }
}

/** A fresh worker after a loss. Where another element has already asked for it, that restart is shared. */
export function restartEngine(): Promise<Engine> {
  restarting ??= restart().finally(() => {
    restarting = null;
  });
  return restarting;
}

async function restart(): Promise<Engine> {
  const engine = await sharedEngine();
  if (!lost) return engine;
  await engine.restart();
  lost = false;
  for (const listener of backListeners) listener();
  return engine;
}

/** Both return their undo. */
export function onEngineLost(listener: (error: Error) => void): () => void {
  lostListeners.add(listener);
  return () => lostListeners.delete(listener);
}
export function onEngineBack(listener: () => void): () => void {
  backListeners.add(listener);
  return () => backListeners.delete(listener);
}
