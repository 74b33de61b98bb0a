// The module worker: owns the sessions and trains them in slices, between which every other message is answered. The same
// script is the partner (partner.ts) of another such worker.
import * as Comlink from 'comlink';
import { EngineError, toShape } from './errors';
import { loadEngine } from './module';
import { assist } from './partner';
import type { Pairs, SessionState } from './protocol';
import { type LocalEngine, type Session, stepLimit } from './session';
import { TrainingRun } from './training-run';
import { createScriptURL } from './trusted';
import { buffersOf } from './values';
import type { Answer, FractionListener, ProgressListener, Started, StartOptions, WorkerApi } from './worker-api';

// in-page.ts runs the same in a page's thread, where there is no second engine.
const inWorker = typeof document === 'undefined';
const newWorker = inWorker
  ? () => new Worker(createScriptURL(self.location.href), { type: 'module', name: 'partner' })
  : null;

async function answer<T>(work: () => T | Promise<T>): Promise<Answer<T>> {
  try {
    const value = await work();
    return Comlink.transfer({ value }, buffersOf(value));
  } catch (error) {
    return { error: toShape(error) };
  }
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

interface Held {
  session: Session;
  /** What it trains on, where that is somebody's own; for a partner's copy. */
  pairs: Pairs | undefined;
  run: TrainingRun | null;
}

/** What a page calls, with sessions of its own. `end` stops and frees them, as ending a worker does. */
export function openApi(): { api: WorkerApi; end: () => Promise<void> } {
  let started: StartOptions = { build: 'auto', lock: null, partnerFrom: Number.POSITIVE_INFINITY };
  let engine: LocalEngine | null = null;
  const sessions = new Map<number, Held>();
  let lastId = 0;

  const loaded = (): LocalEngine => {
    if (!engine) throw new EngineError('invalid_state', 'The engine is not loaded.');
    return engine;
  };
  const entered = (session: Session, pairs: Pairs | undefined): number => {
    sessions.set(++lastId, { session, pairs, run: null });
    return lastId;
  };
  const held = (id: number): Held => {
    const found = sessions.get(id);
    if (!found) throw new EngineError('invalid_state', 'This session was disposed; open a new one.');
    return found;
  };
  const session = (id: number): Session => held(id).session;

  const train = (id: number, steps: number | null, listener: ProgressListener | null): Promise<SessionState> => {
    const trained = held(id);
    const limit = stepLimit(steps);
    if (trained.run) throw new EngineError('invalid_state', 'This session is training already; pause it first.');
    const { session, pairs } = trained;
    trained.run = new TrainingRun({ session, steps: limit, pairs, listener, options: started, newWorker });
    return trained.run.ended.finally(() => {
      trained.run = null;
    });
  };
  const stop = async (id: number): Promise<void> => sessions.get(id)?.run?.stop();
  const dispose = async (id: number): Promise<void> => {
    await stop(id);
    sessions.get(id)?.session.dispose();
    sessions.delete(id);
  };

  const api: WorkerApi = {
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
    joinedComparisons: (comparisons) => answer(() => loaded().joinedComparisons(comparisons)),
    forwardCost: (sizes) => answer(() => loaded().forwardCost(sizes)),
    tasks: () => answer(() => loaded().tasks()),
    bleu: (hypotheses, references, options) => answer(() => loaded().bleu(hypotheses, references, options)),
    schedule: (forcing, at) => answer(() => loaded().schedule(forcing, at)),
    coins: (thrown) => answer(() => loaded().coins(thrown)),
    copyMixture: (input) => answer(() => loaded().copyMixture(input)),
    stateDistances: (one, other) => answer(() => loaded().stateDistances(one, other)),
    memory: () => answer(() => loaded().memory()),

    open: (configuration, pairs) => answer(() => entered(loaded().open(configuration, pairs), pairs)),
    load: (file, pairs) => answer(() => entered(loaded().load(file, pairs), pairs)),
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
        const { session, run } = held(id);
        await run?.betweenSteps();
        const state = session.configure(name, value);
        run?.alone();
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
    nextStep: (id, options) => answer(() => session(id).nextStep(options)),
    labels: (id, source) => answer(() => session(id).labels(source)),
    dispose: (id) =>
      answer(async () => {
        await dispose(id);
        return true as const;
      }),
  };

  return {
    api,
    end: async () => {
      await Promise.all([...sessions.keys()].map(dispose));
    },
  };
}

if (inWorker) Comlink.expose(openApi().api);
