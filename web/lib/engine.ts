// The page's one engine, shared by every element on it: started when the first element needs it, restarted once for
// all when its worker is lost, ended when the last element has left the page.
import type { Engine } from '../../wasm/client';

let starting: Promise<Engine> | null = null;
let restarting: Promise<Engine> | null = null;
let lost: Engine | null = null;
const holders = new Set<EngineHold>();
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

function start(): Promise<Engine> {
  const started = startOne().catch((error) => {
    if (starting === started) starting = null;
    throw error;
  });
  return started;
}

async function startOne(): Promise<Engine> {
  const { createEngine } = await client();
  const engine = await createEngine({ base: base() });
  engine.onLost((error) => {
    lost = engine;
    for (const listener of lostListeners) listener(error);
  });
  return engine;
}

/** A fresh worker after a loss. Where another element has already asked for it, that restart is shared. */
export function restartEngine(): Promise<Engine> {
  const restarted =
    restarting ??
    restart().finally(() => {
      if (restarting === restarted) restarting = null;
    });
  restarting = restarted;
  return restarted;
}

async function restart(): Promise<Engine> {
  const engine = await sharedEngine();
  if (engine !== lost) return engine;
  await engine.restart();
  lost = null;
  for (const listener of backListeners) listener();
  return engine;
}

/** What an element asks for the engine by, and keeps it with as long as it is in the document. */
export class EngineHold {
  private left = false;

  /** The element is in the document. */
  enter(): void {
    this.left = false;
    holders.add(this);
  }

  /**
   * It has left. With the last one the worker ends and its memory is free; what was still under way is rejected with
   * `cancelled`. The next need starts a new one.
   */
  leave(): void {
    this.left = true;
    if (!holders.delete(this) || holders.size > 0) return;
    const ended = starting;
    [starting, restarting, lost] = [null, null, null];
    ended?.then(
      (engine) => engine.close(),
      () => {}, // there was none
    );
  }

  /** As `sharedEngine`; what an element that has left still had in mind starts no engine. */
  readonly shared = (): Promise<Engine> => (this.left ? over() : sharedEngine());
  /** As `restartEngine`. */
  readonly restarted = (): Promise<Engine> => (this.left ? over() : restartEngine());
}

const over = (): Promise<never> =>
  Promise.reject(
    Object.assign(new Error('The element has left the page.'), { name: 'EngineError', code: 'cancelled' }),
  );

/** Both return their undo. */
export function onEngineLost(listener: (error: Error) => void): () => void {
  lostListeners.add(listener);
  return () => lostListeners.delete(listener);
}
export function onEngineBack(listener: () => void): () => void {
  backListeners.add(listener);
  return () => backListeners.delete(listener);
}
