// What a page asks of its worker, and how it answers. Nobody outside sees it: client.ts has the calls for a page.
import type {
  AttentionInput,
  AttentionScore,
  AttentionSteps,
  Bleu,
  BleuOptions,
  BrokenVariant,
  BrokenVariantOptions,
  Build,
  CoinThrow,
  Configuration,
  CopyMixture,
  CopyMixtureInput,
  CorpusReport,
  DecodedSteps,
  DecodeStepsOptions,
  EngineErrorShape,
  Evaluated,
  EvaluationReport,
  Field,
  FileBytes,
  Forcing,
  ForcingComparison,
  ForwardCost,
  ForwardSizes,
  GradientCheckOptions,
  GradientReport,
  HandContext,
  HandContextInput,
  LessonLine,
  Mistake,
  NextStep,
  NextStepOptions,
  PairOptions,
  Pairs,
  ParameterCounts,
  Part,
  SessionState,
  Snapshot,
  TaskDescription,
  Trace,
  TraceOptions,
  TrainingProgress,
  Translation,
} from './protocol';

/** Every call of the worker answers with a value or an error: a thrown Error would lose its code on the way. */
export type Answer<T> = { value: T } | { error: EngineErrorShape };

export interface StartOptions {
  build: Build;
  /** Name of a Web Lock to hold for as long as the worker lives; the page learns of its death by getting it. */
  lock: string | null;
  /** A step that takes so many milliseconds is shared with a second worker, where the configuration cuts it in parts. */
  partnerFrom: number;
}
export interface Started {
  build: 'simd' | 'scalar';
  /** The lock is held. Where it is not (no Web Locks here) the client asks for signs of life instead. */
  watched: boolean;
}

export type FractionListener = (fraction: number) => void;
export type ProgressListener = (progress: TrainingProgress) => void;

/** What the worker does. Sessions are named by a number that `open` gives. */
export interface WorkerApi {
  start(options: StartOptions): Promise<Answer<Started>>;
  /** Becomes the partner of the worker behind the port, with a copy of its session. */
  assist(model: Uint8Array, port: MessagePort, pairs?: Pairs): Promise<Answer<true>>;
  ping(): Promise<Answer<true>>;
  version(): Promise<Answer<string>>;
  fields(): Promise<Answer<Field[]>>;
  lesson(): Promise<Answer<LessonLine[]>>;
  attentionInput(seed: string, sourceLength?: number, hiddenSize?: number): Promise<Answer<AttentionInput>>;
  attentionSteps(input: AttentionInput, score?: AttentionScore): Promise<Answer<AttentionSteps>>;
  attentionContext(input: HandContextInput): Promise<Answer<HandContext>>;
  parameterCounts(V: number, E: number, H: number): Promise<Answer<ParameterCounts>>;
  forcingComparison(firstSeed: string, seeds: number): Promise<Answer<ForcingComparison>>;
  joinedComparisons(comparisons: readonly ForcingComparison[]): Promise<Answer<ForcingComparison>>;
  forwardCost(sizes: ForwardSizes): Promise<Answer<ForwardCost>>;
  tasks(): Promise<Answer<TaskDescription[]>>;
  bleu(hypotheses: string[], references: (string | string[])[], options?: BleuOptions): Promise<Answer<Bleu>>;
  schedule(forcing: Forcing, at: number[]): Promise<Answer<number[]>>;
  coins(thrown: CoinThrow): Promise<Answer<boolean[][]>>;
  copyMixture(input: CopyMixtureInput): Promise<Answer<CopyMixture>>;
  stateDistances(one: number[][], other: number[][]): Promise<Answer<number[]>>;
  memory(): Promise<Answer<{ inUse: number; total: number }>>;

  open(configuration: Configuration, pairs?: Pairs): Promise<Answer<number>>;
  load(file: FileBytes, pairs?: Pairs): Promise<Answer<number>>;
  exportModel(session: number, options?: { resumable?: boolean }): Promise<Answer<Uint8Array<ArrayBuffer>>>;
  importWeights(session: number, file: FileBytes): Promise<Answer<SessionState>>;
  state(session: number): Promise<Answer<SessionState>>;
  train(session: number, steps: number | null, listener: ProgressListener | null): Promise<Answer<SessionState>>;
  pause(session: number): Promise<Answer<SessionState>>;
  reset(session: number): Promise<Answer<SessionState>>;
  configure(session: number, name: string, value: unknown): Promise<Answer<SessionState>>;
  snapshot(session: number): Promise<Answer<Snapshot>>;
  translate(session: number, text: string): Promise<Answer<Translation>>;
  translations(session: number, text: string, count: number): Promise<Answer<Translation[]>>;
  everyTranslation(session: number, text: string, count: number): Promise<Answer<Translation[]>>;
  evaluate(
    session: number,
    what: Evaluated | undefined,
    listener: FractionListener | null,
  ): Promise<Answer<EvaluationReport>>;
  partSize(session: number, part: Part): Promise<Answer<number>>;
  corpusReport(session: number): Promise<Answer<CorpusReport>>;
  pytorchProgram(session: number, weightsFile?: string): Promise<Answer<string>>;
  dump(session: number, pair?: PairOptions): Promise<Answer<Uint8Array<ArrayBuffer>>>;
  checkGradients(session: number, options?: GradientCheckOptions): Promise<Answer<GradientReport>>;
  trace(
    session: number,
    regime: 'teacher' | 'free',
    source?: string,
    target?: string,
    options?: TraceOptions,
  ): Promise<Answer<Trace>>;
  decodeSteps(session: number, source: string | null, options?: DecodeStepsOptions): Promise<Answer<DecodedSteps>>;
  brokenVariant(session: number, mistake: Mistake, options?: BrokenVariantOptions): Promise<Answer<BrokenVariant>>;
  nextStep(session: number, options?: NextStepOptions): Promise<Answer<NextStep>>;
  labels(session: number, source?: string): Promise<Answer<string[]>>;
  dispose(session: number): Promise<Answer<true>>;
}
