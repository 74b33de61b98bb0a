// One worker's life: start, calls, loss. A worker that dies sends nothing, so its calls would wait for ever; here they
// are all rejected the moment the loss is known.
import * as Comlink from 'comlink';
import { EngineError } from './errors';
import type { Build, EngineErrorShape } from './protocol';
import type { Answer, WorkerApi } from './worker-api';

type Api = Comlink.Remote<WorkerApi>;

export interface LinkOptions {
  createWorker: () => Worker;
  build: Build;
  /** Milliseconds until the worker must have loaded the engine. */
  deadline: number;
  partnerFrom: number;
  onLost: (error: EngineError) => void;
}

// Without Web Locks a worker is asked for a sign of life this often while calls wait, and given up after so long. One
// large batch may hold the worker for seconds, so the second is generous.
const heartbeatEvery = 2_000;
const heartbeatPatience = 15_000;

export class WorkerLink {
  private readonly worker: Worker;
  private readonly api: Api;
  private readonly pending = new Set<(error: EngineError) => void>();
  private readonly watching = new AbortController();
  private ended: EngineError | null = null;
  private started = false;
  private heartbeat: ReturnType<typeof setInterval> | undefined;

  /** Resolves when the engine is loaded in the worker; rejects with engine_missing, engine_blocked or worker_lost. */
  static async start(options: LinkOptions): Promise<WorkerLink> {
    const link = new WorkerLink(options);
    await link.load();
    return link;
  }

  private constructor(private readonly options: LinkOptions) {
    try {
      this.worker = options.createWorker();
    } catch (error) {
      throw new EngineError('engine_blocked', `This page may not start a module worker: ${textOf(error)}`);
    }
    this.api = Comlink.wrap<WorkerApi>(this.worker);
    const { signal } = this.watching;
    this.worker.addEventListener(
      'error',
      (event) => {
        event.preventDefault();
        this.lose(this.started ? lost(event.message) : missing(event.message));
      },
      { signal },
    );
    this.worker.addEventListener('messageerror', () => this.lose(lost('a message could not be read')), { signal });
  }

  private async load(): Promise<void> {
    const { deadline, build, partnerFrom } = this.options;
    const timer = setTimeout(() => {
      this.lose(new EngineError('engine_missing', `The engine did not load within ${deadline / 1000} seconds.`));
    }, deadline);
    const lock = webLocks() ? `seq2seq-lab-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}` : null;
    try {
      const { watched } = await this.call((api) => api.start({ build, lock, partnerFrom }));
      this.started = true;
      if (watched && lock !== null) this.watchLock(lock);
      else this.heartbeat = setInterval(() => this.beat(), heartbeatEvery);
    } catch (error) {
      this.end(error as EngineError);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends one call. Rejects with the engine's error, or with the cause of the worker's end. */
  call<T>(send: (api: Api) => Promise<Answer<T>>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.ended) {
        reject(copy(this.ended));
        return;
      }
      const settle = (answer: Answer<T>) => {
        this.pending.delete(reject);
        if (!('error' in answer)) resolve(answer.value);
        else if (answer.error.code === 'engine_broken') this.lose(lost(answer.error.message), reject);
        else reject(revive(answer.error));
      };
      this.pending.add(reject);
      // What Comlink itself rejects with (a value that cannot be cloned) is the caller's mistake.
      send(this.api).then(settle, (error) =>
        settle({ error: { name: 'EngineError', code: 'invalid_value', message: textOf(error) } }),
      );
    });
  }

  /** Ends the worker on purpose: waiting calls are rejected with `cancelled`, nobody is told. */
  close(): void {
    this.end(new EngineError('cancelled', 'The engine was closed.'));
  }

  private lose(error: EngineError, alsoReject?: (error: EngineError) => void): void {
    alsoReject?.(copy(error));
    if (this.ended) return;
    const wasRunning = this.started;
    this.end(error);
    // A worker that never ran is not lost: whoever started it gets the rejection.
    if (wasRunning) this.options.onLost(error);
  }

  private end(error: EngineError): void {
    if (this.ended) return;
    this.ended = error;
    this.watching.abort();
    clearInterval(this.heartbeat);
    this.worker.terminate();
    // Comlink would keep the worker's handle, and through it all of this, as long as the page is there.
    this.api[Comlink.releaseProxy]();
    for (const reject of this.pending) reject(copy(error));
    this.pending.clear();
  }

  // The browser gives the worker's lock to us when, and only when, the worker is gone.
  private watchLock(name: string): void {
    navigator.locks
      .request(name, { signal: this.watching.signal }, () => this.lose(lost('it was ended from outside')))
      .catch(() => {}); // aborted by end()
  }

  private async beat(): Promise<void> {
    if (this.pending.size === 0) return;
    const timer = setTimeout(() => this.lose(lost('it no longer answers')), heartbeatPatience);
    try {
      await this.call((api) => api.ping());
    } catch {
      // The link has ended; every caller has been told.
    } finally {
      clearTimeout(timer);
    }
  }
}

// Absent on plain http from another machine; refuses to work in a sandboxed frame.
const webLocks = () => typeof navigator !== 'undefined' && 'locks' in navigator;

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const lost = (cause: string) =>
  new EngineError('worker_lost', `The engine's worker has stopped${cause ? `: ${cause}` : ''}. Restart it to go on.`);
const missing = (cause: string) =>
  new EngineError(
    'engine_missing',
    `The engine's worker could not be started: its script is missing or may not run here${cause ? ` (${cause})` : ''}.`,
  );
// Each caller gets an error of its own, with the stack of its own call.
const copy = (error: EngineError) => new EngineError(error.code, error.message);
const revive = (shape: EngineErrorShape) => new EngineError(shape.code, shape.message);
