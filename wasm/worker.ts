// The module worker: owns the sessions and trains them in slices, between which every other message is answered. The same
// script is the partner (partner.ts) of another such worker.
import * as Comlink from 'comlink';
import { EngineError, toShape } from './errors';
import { loadEngine } from './module';
import { assist, Partner } from './partner';
import type {
  Answer,
  FractionListener,
  Pairs,
  ProgressListener,
  SessionState,
  Started,
  StartOptions,
  WorkerApi,
} from './protocol';
import { type LocalEngine, progressOf, type Session, stepLimit } from './session';
import { type Slice, Slicer } from './slices';

interface Run {
  stop: boolean;
  ended: Promise<unknown>;
  /** Waits until no step is half done. */
  betweenSteps: () => Promise<void>;
  /** Ends the help of a second worker, whose copy of the session is no longer right. */
  alone: () => void;
}

// in-page.ts runs the same in a page's thread.
const inWorker = typeof document === 'undefined';

let started: StartOptions = { build: 'auto', lock: null, partnerFrom: Number.POSITIVE_INFINITY };
let engine: LocalEngine | null = null;
const sessions = new Map<number, Session>();
const runs = new Map<number, Run>();
const ownPairs = new Map<number, Pairs>(); // of sessions that train on some, for a partner's copy
let lastId = 0;

const loaded = (): LocalEngine => {
  if (!engine) throw new EngineError('invalid_state', 'The engine is not loaded.');
  return engine;
};

function entered(opened: Session, pairs: Pairs | undefined): number {
  sessions.set(++lastId, opened);
  if (pairs !== undefined) ownPairs.set(lastId, pairs);
  return lastId;
}

const session = (id: number): Session => {
  const found = sessions.get(id);
  if (!found) throw new EngineError('invalid_state', 'This session was disposed; open a new one.');
  return found;
};

async function answer<T>(work: () => T | Promise<T>): Promise<Answer<T>> {
  try {
    const value = await work();
    return Comlink.transfer({ value }, buffersOf(value));
  } catch (error) {
    return { error: toShape(error) };
  }
}

// Typed arrays come out of the engine as copies, so they can be handed over whole.
function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  if (Array.isArray(value) && typeof value[0] !== 'object') return [];
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(buffersOf);
  return [];
}

async function holdLock(name: string | null): Promise<boolean> {
  if (name === null) return false;
  return new Promise((resolve) => {
    navigator.locks
      .request(name, () => {
        resolve(true);
        return new Promise(() => {}); // held until the worker is gone
      })
      .catch(() => resolve(false)); // a sandboxed frame has no locks
  });
}

// A message to oneself queues behind the messages that have arrived; timers would add four milliseconds each time.
const turns = new MessageChannel();
const waiting: (() => void)[] = [];
turns.port1.onmessage = () => waiting.shift()?.();
const nextTurn = () =>
  new Promise<void>((resolve) => {
    waiting.push(resolve);
    turns.port2.postMessage(null);
  });

// One progress call is under way at a time: a page that is slow gets more in each, not a growing queue of them.
class Reporter {
  workers: 1 | 2 = 1;
  private collected: Slice = { steps: [], snapshots: [] };
  private underWay: Promise<unknown> | null = null;

  constructor(
    private readonly listener: ProgressListener | null,
    private readonly session: Session,
  ) {}

  get slice(): Slice {
    return this.collected;
  }

  report(): void {
    if (this.underWay || this.collected.steps.length === 0) return;
    const slice = this.collected;
    this.collected = { steps: [], snapshots: [] };
    if (!this.listener) return;
    const progress = progressOf(slice, this.session.finished, this.workers);
    const sent = Promise.resolve(this.listener(Comlink.transfer(progress, buffersOf(progress.snapshots))));
    this.underWay = sent
      .catch(() => {})
      .then(() => {
        this.underWay = null;
      });
  }

  /** All that was collected has been heard. */
  async finish(): Promise<void> {
    await this.underWay;
    this.report();
    await this.underWay;
  }
}

// A partner costs a second engine and a copy of the model: too much for the last steps of a run.
const worthSteps = 10;

async function partnerFor(trained: Session, pairs: Pairs | undefined, slicer: Slicer): Promise<Partner | null> {
  const always = started.partnerFrom === 0;
  const useful = navigator.hardwareConcurrency > 1 && slicer.stepsLeft >= worthSteps;
  if (!inWorker || !(always || useful) || trained.shared.count() < 2) return null;
  const worker = new Worker(self.location.href, { type: 'module', name: 'partner' });
  try {
    const failed = new Promise<never>((_, reject) => {
      worker.onerror = (event) => reject(new Error(event.message));
    });
    const helper = Comlink.wrap<WorkerApi>(worker);
    const work = async () => {
      const first = await helper.start({ ...started, lock: null });
      if ('error' in first) throw first.error;
      const { port1, port2 } = new MessageChannel();
      const model = trained.exportModel({ resumable: true });
      const ready = await helper.assist(Comlink.transfer(model, [model.buffer, port2]), port2, pairs);
      if ('error' in ready) throw ready.error;
      return new Partner(port1, () => worker.terminate());
    };
    return await Promise.race([work(), failed]);
  } catch {
    worker.terminate(); // not allowed here, or no memory: one worker trains as well
    return null;
  }
}

async function trainInSlices(
  trained: Session,
  steps: number,
  pairs: Pairs | undefined,
  listener: ProgressListener | null,
  run: Run,
): Promise<SessionState> {
  const reporter = new Reporter(listener, trained);
  const slicer = new Slicer(trained, steps);
  let partner: Partner | null = null;
  let refused = false; // tried once; a partner that was given up is not tried again
  let step: Promise<unknown> = Promise.resolve();
  run.betweenSteps = async () => {
    await step.catch(() => {});
  };
  run.alone = () => {
    partner?.close();
    partner = null;
    refused = false;
  };
  try {
    while (!run.stop && !slicer.done) {
      if (partner?.lost) partner = null;
      if (partner) {
        const shared = partner.step(trained, slicer.stepMilliseconds);
        step = shared;
        slicer.take([await shared], reporter.slice);
      } else {
        slicer.run(reporter.slice);
        if (!refused && slicer.stepMilliseconds >= started.partnerFrom) {
          refused = true;
          partner = await partnerFor(trained, pairs, slicer);
        }
      }
      reporter.workers = partner && !partner.lost ? 2 : 1;
      reporter.report();
      await nextTurn();
    }
  } finally {
    partner?.close();
    await reporter.finish();
  }
  return trained.state();
}

async function train(id: number, steps: number | null, listener: ProgressListener | null): Promise<SessionState> {
  const trained = session(id);
  const limit = stepLimit(steps);
  if (runs.has(id)) throw new EngineError('invalid_state', 'This session is training already; pause it first.');
  const run: Run = { stop: false, ended: Promise.resolve(), betweenSteps: async () => {}, alone: () => {} };
  runs.set(id, run);
  const training = trainInSlices(trained, limit, ownPairs.get(id), listener, run).finally(() => runs.delete(id));
  run.ended = training.catch(() => {}); // the error is train()'s, not that of whoever stops it
  return training;
}

async function stop(id: number): Promise<void> {
  const run = runs.get(id);
  if (!run) return;
  run.stop = true;
  await run.ended;
}

export const api: WorkerApi = {
  start: (options: StartOptions) =>
    answer(async (): Promise<Started> => {
      const watched = await holdLock(options.lock);
      const found = await loadEngine(options.build);
      engine = found.engine;
      started = options;
      return { build: found.build, watched };
    }),
  assist: (model, port, pairs) =>
    answer(() => {
      assist(loaded().load(model, pairs), port);
      return true as const;
    }),
  ping: () => answer(() => true as const),
  version: () => answer(() => loaded().version()),
  fields: () => answer(() => loaded().fields()),
  lesson: () => answer(() => loaded().lesson()),
  attentionInput: (seed, sourceLength, hiddenSize) =>
    answer(() => loaded().attentionInput(seed, sourceLength, hiddenSize)),
  attentionSteps: (input, score) => answer(() => loaded().attentionSteps(input, score)),
  attentionContext: (input) => answer(() => loaded().attentionContext(input)),
  parameterCounts: (V, E, H) => answer(() => loaded().parameterCounts(V, E, H)),
  forcingComparison: (firstSeed, seeds) => answer(() => loaded().forcingComparison(firstSeed, seeds)),
  forwardCost: (sizes) => answer(() => loaded().forwardCost(sizes)),
  tasks: () => answer(() => loaded().tasks()),
  bleu: (hypotheses, references, options) => answer(() => loaded().bleu(hypotheses, references, options)),
  schedule: (forcing, at) => answer(() => loaded().schedule(forcing, at)),
  coins: (thrown) => answer(() => loaded().coins(thrown)),
  copyMixture: (input) => answer(() => loaded().copyMixture(input)),
  stateDistances: (one, other) => answer(() => loaded().stateDistances(one, other)),
  memory: () => answer(() => loaded().memory()),

  open: (configuration, pairs) =>
    answer(() => {
      return entered(loaded().open(configuration, pairs), pairs);
    }),
  load: (file, pairs) =>
    answer(() => {
      return entered(loaded().load(file, pairs), pairs);
    }),
  exportModel: (id, options) => answer(() => session(id).exportModel(options)),
  importWeights: (id, file) =>
    answer(async () => {
      await stop(id);
      return session(id).importWeights(file);
    }),
  state: (id) => answer(() => session(id).state()),
  train: (id, steps, listener) =>
    answer(() => train(id, steps, listener)).finally(() => {
      // The listener's port would otherwise live until both sides collect garbage.
      (listener as Comlink.Remote<ProgressListener> | null)?.[Comlink.releaseProxy]();
    }),
  pause: (id) =>
    answer(async () => {
      await stop(id);
      return session(id).state();
    }),
  reset: (id) =>
    answer(async () => {
      await stop(id);
      return session(id).reset();
    }),
  configure: (id, name, value) =>
    answer(async () => {
      await runs.get(id)?.betweenSteps();
      const state = session(id).configure(name, value);
      runs.get(id)?.alone();
      return state;
    }),
  snapshot: (id) => answer(() => session(id).snapshot()),
  translate: (id, text) => answer(() => session(id).translate(text)),
  translations: (id, text, count) => answer(() => session(id).translations(text, count)),
  everyTranslation: (id, text, count) => answer(() => session(id).everyTranslation(text, count)),
  // In one piece: progress goes out while it works, but other calls wait, so that nothing can stop it but restart().
  evaluate: (id, what, listener) =>
    answer(() => {
      const onProgress = (fraction: number) => void Promise.resolve(listener?.(fraction)).catch(() => {});
      return session(id).evaluate(what, { onProgress });
    }).finally(() => {
      (listener as Comlink.Remote<FractionListener> | null)?.[Comlink.releaseProxy]();
    }),
  partSize: (id, part) => answer(() => session(id).partSize(part)),
  corpusReport: (id) => answer(() => session(id).corpusReport()),
  pytorchProgram: (id, weightsFile) => answer(() => session(id).pytorchProgram(weightsFile)),
  dump: (id, pair) => answer(() => session(id).dump(pair)),
  checkGradients: (id, options) => answer(() => session(id).checkGradients(options)),
  trace: (id, regime, source, target, options) => answer(() => session(id).trace(regime, source, target, options)),
  decodeSteps: (id, source, options) => answer(() => session(id).decodeSteps(source, options)),
  brokenVariant: (id, mistake, options) => answer(() => session(id).brokenVariant(mistake, options)),
  labels: (id, source) => answer(() => session(id).labels(source)),
  dispose: (id) =>
    answer(async () => {
      await stop(id);
      sessions.get(id)?.dispose();
      sessions.delete(id);
      ownPairs.delete(id);
      return true as const;
    }),
};

if (inWorker) Comlink.expose(api);
