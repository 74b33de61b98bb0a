// The engine as a page sees it: every call goes to a module worker, so the page's own thread never waits for it.
import * as Comlink from 'comlink';
import { listener } from './arguments';
import type { Engine, EngineSession } from './client-api';
import { EngineError } from './errors';
import { requireWebAssembly } from './features';
import { WorkerLink } from './link';
import type {
  AttentionInput,
  AttentionScore,
  BleuOptions,
  BrokenVariantOptions,
  Build,
  CoinThrow,
  Configuration,
  CopyMixtureInput,
  DecodeStepsOptions,
  Evaluated,
  EvaluationReport,
  FileBytes,
  Forcing,
  ForcingComparison,
  ForwardSizes,
  GradientCheckOptions,
  HandContextInput,
  Mistake,
  NextStepOptions,
  PairOptions,
  Pairs,
  Part,
  SessionState,
  TraceOptions,
  TrainingProgress,
} from './protocol';
import { inPlaceOfWorker, mayHavePartner, startWorker } from './start-worker';
import type { Answer, WorkerApi } from './worker-api';

export type { Engine, EngineSession } from './client-api';
export { EngineError } from './errors';
export type * from './protocol';

export interface EngineOptions {
  /** Makes the module worker; by default the one beside this script, also where that is another site's. */
  createWorker?: () => Worker;
  /** Address of the folder that the engine's files are in; by default that of this script. */
  base?: string;
  /** `auto` takes the SIMD build where the browser has SIMD. Both give the same numbers. */
  build?: Build;
  /** Milliseconds until the engine must have loaded (20,000); broken addresses are reported at once. */
  deadline?: number;
  /**
   * Where a step of training takes so many milliseconds (30), a second worker takes part in it, if the configuration's
   * `training.shards` cuts it into parts. The numbers are the same with one worker. 0: from the first step,
   * whatever the machine; Infinity: never.
   */
  partnerFrom?: number;
}

/**
 * Starts a worker and loads the engine into it. Rejects with an EngineError: engine_missing (worker script or .wasm not
 * there, or no answer in time), engine_blocked (WebAssembly or workers are off or forbidden by policy). Call it again
 * to try again.
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  requireWebAssembly(); // here already: a policy of the page may differ from what its worker sees
  const engine = new RemoteEngine({
    createWorker: options.createWorker ?? (() => startWorker({ base: options.base })),
    inPage: options.createWorker ? null : inPlaceOfWorker(),
    build: options.build ?? 'auto',
    deadline: options.deadline ?? 20_000,
    partnerFrom: mayHavePartner || options.createWorker ? (options.partnerFrom ?? 30) : Number.POSITIVE_INFINITY,
  });
  await engine.restart();
  return engine;
}

interface Settings extends Required<Omit<EngineOptions, 'base'>> {
  /** Where no worker starts, the page's own thread does. */
  inPage: (() => Promise<Worker>) | null;
}

class RemoteEngine implements Engine {
  private link: WorkerLink | null = null;
  private readonly listeners = new Set<(error: Error) => void>();
  private starts = 0;

  constructor(private readonly options: Settings) {}

  version = () => this.call((api) => api.version());
  fields = () => this.call((api) => api.fields());
  lesson = () => this.call((api) => api.lesson());
  attentionInput = (seed: string, sourceLength?: number, hiddenSize?: number) =>
    this.call((api) => api.attentionInput(seed, sourceLength, hiddenSize));
  attentionSteps = (input: AttentionInput, score?: AttentionScore) =>
    this.call((api) => api.attentionSteps(input, score));
  attentionContext = (input: HandContextInput) => this.call((api) => api.attentionContext(input));
  parameterCounts = (V: number, E: number, H: number) => this.call((api) => api.parameterCounts(V, E, H));
  forcingComparison = (firstSeed: string, seeds: number) => this.call((api) => api.forcingComparison(firstSeed, seeds));
  joinedComparisons = (comparisons: readonly ForcingComparison[]) =>
    this.call((api) => api.joinedComparisons(comparisons));
  forwardCost = (sizes: ForwardSizes) => this.call((api) => api.forwardCost(sizes));
  tasks = () => this.call((api) => api.tasks());
  bleu = (hypotheses: string[], references: (string | string[])[], options?: BleuOptions) =>
    this.call((api) => api.bleu(hypotheses, references, options));
  schedule = (forcing: Forcing, at: number[]) => this.call((api) => api.schedule(forcing, at));
  coins = (thrown: CoinThrow) => this.call((api) => api.coins(thrown));
  copyMixture = (input: CopyMixtureInput) => this.call((api) => api.copyMixture(input));
  stateDistances = (one: number[][], other: number[][]) => this.call((api) => api.stateDistances(one, other));
  memory = () => this.call((api) => api.memory());

  async open(configuration: Configuration = {}, pairs?: Pairs): Promise<EngineSession> {
    const link = this.current();
    return new RemoteSession(link, await link.call((api) => api.open(configuration, pairs)));
  }

  async load(file: FileBytes, pairs?: Pairs): Promise<EngineSession> {
    const link = this.current();
    return new RemoteSession(link, await link.call((api) => api.load(file, pairs)));
  }

  async restart(): Promise<void> {
    const start = ++this.starts;
    this.link?.close();
    this.link = null;
    const link = await this.startLink();
    // close() or a later restart() came while this one was loading.
    if (start !== this.starts) {
      link.close();
      throw new EngineError('cancelled', 'The engine was closed or restarted while it was loading.');
    }
    this.link = link;
  }

  private async startLink(): Promise<WorkerLink> {
    const onLost = (error: Error) => {
      for (const listener of this.listeners) listener(error);
    };
    try {
      return await WorkerLink.start({ ...this.options, onLost });
    } catch (error) {
      if (!this.options.inPage) throw error;
      const inPage = await this.options.inPage();
      return WorkerLink.start({ ...this.options, createWorker: () => inPage, partnerFrom: Infinity, onLost });
    }
  }

  onLost(listener: (error: Error) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  close(): void {
    ++this.starts;
    this.link?.close();
  }

  // Async, so that what is thrown here is a rejection too.
  private async call<T>(send: (api: Comlink.Remote<WorkerApi>) => Promise<Answer<T>>): Promise<T> {
    return this.current().call(send);
  }

  private current(): WorkerLink {
    if (!this.link) throw new EngineError('worker_lost', 'The engine is not running. Restart it to go on.');
    return this.link;
  }
}

class RemoteSession implements EngineSession {
  // The session lives in that one worker: after a loss its calls are rejected even when a new worker runs.
  constructor(
    private readonly link: WorkerLink,
    private readonly id: number,
  ) {}

  state = () => this.link.call((api) => api.state(this.id));
  pause = () => this.link.call((api) => api.pause(this.id));
  reset = () => this.link.call((api) => api.reset(this.id));
  configure = (name: string, value: unknown) => this.link.call((api) => api.configure(this.id, name, value));
  snapshot = () => this.link.call((api) => api.snapshot(this.id));
  translate = (text: string) => this.link.call((api) => api.translate(this.id, text));
  translations = (text: string, count: number) => this.link.call((api) => api.translations(this.id, text, count));
  everyTranslation = (text: string, count: number) =>
    this.link.call((api) => api.everyTranslation(this.id, text, count));
  partSize = (part: Part) => this.link.call((api) => api.partSize(this.id, part));
  corpusReport = () => this.link.call((api) => api.corpusReport(this.id));
  pytorchProgram = (weightsFile?: string) => this.link.call((api) => api.pytorchProgram(this.id, weightsFile));
  dump = (pair?: PairOptions) => this.link.call((api) => api.dump(this.id, pair));
  checkGradients = (options?: GradientCheckOptions) => this.link.call((api) => api.checkGradients(this.id, options));
  trace = (regime: 'teacher' | 'free', source?: string, target?: string, options?: TraceOptions) =>
    this.link.call((api) => api.trace(this.id, regime, source, target, options));
  exportModel = (options?: { resumable?: boolean }) => this.link.call((api) => api.exportModel(this.id, options));
  importWeights = (file: FileBytes) => this.link.call((api) => api.importWeights(this.id, file));
  decodeSteps = (source: string | null, options?: DecodeStepsOptions) =>
    this.link.call((api) => api.decodeSteps(this.id, source, options));
  brokenVariant = (mistake: Mistake, options?: BrokenVariantOptions) =>
    this.link.call((api) => api.brokenVariant(this.id, mistake, options));
  nextStep = (options?: NextStepOptions) => this.link.call((api) => api.nextStep(this.id, options));
  labels = (source?: string) => this.link.call((api) => api.labels(this.id, source));

  async train(
    options: { steps?: number; onProgress?: (progress: TrainingProgress) => void } = {},
  ): Promise<SessionState> {
    const { steps = null, onProgress } = options ?? {};
    return this.link.call((api) => api.train(this.id, steps, heard(onProgress)));
  }

  async evaluate(
    what?: Evaluated,
    options: { onProgress?: (fraction: number) => void } = {},
  ): Promise<EvaluationReport> {
    const { onProgress } = options ?? {};
    return this.link.call((api) => api.evaluate(this.id, what, heard(onProgress)));
  }

  async dispose(): Promise<void> {
    await this.link.call((api) => api.dispose(this.id));
  }
}

/** The page's listener as the worker gets it. */
const heard = <Progress>(onProgress?: (progress: Progress) => void) =>
  listener('onProgress', onProgress) ? Comlink.proxy(undisturbed(onProgress!)) : null;

// An exception in the page's drawing is the page's: it is reported there and the training goes on.
const undisturbed =
  <Progress>(listener: (progress: Progress) => void) =>
  (progress: Progress): void => {
    try {
      listener(progress);
    } catch (error) {
      reportError(error);
    }
  };
