// What the page and other programs call. client.ts carries it to the worker; node.ts runs it in place.
import type {
  AttentionInput,
  AttentionScore,
  AttentionSteps,
  Bleu,
  BleuOptions,
  BrokenVariant,
  BrokenVariantOptions,
  CoinThrow,
  Configuration,
  CopyMixture,
  CopyMixtureInput,
  CorpusReport,
  DecodedSteps,
  DecodeStepsOptions,
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

export interface Engine {
  version(): Promise<string>;
  fields(): Promise<Field[]>;
  lesson(): Promise<LessonLine[]>;
  attentionInput(seed: string, sourceLength?: number, hiddenSize?: number): Promise<AttentionInput>;
  attentionSteps(input: AttentionInput, score?: AttentionScore): Promise<AttentionSteps>;
  /** The context of weights put in by hand. */
  attentionContext(input: HandContextInput): Promise<HandContext>;
  parameterCounts(V: number, E: number, H: number): Promise<ParameterCounts>;
  /** Shapes, bytes and multiply-adds of the lesson's model at any size. Nothing is allocated. */
  forwardCost(sizes: ForwardSizes): Promise<ForwardCost>;
  /** The toy trained with teacher forcing and free-running, 200 epochs; means over the seeds from the first on. */
  forcingComparison(firstSeed: string, seeds: number): Promise<ForcingComparison>;
  /** Several in one: of single seeds one after the other it is what `forcingComparison` over all of them gives. */
  joinedComparisons(comparisons: readonly ForcingComparison[]): Promise<ForcingComparison>;
  /** What can be learned without own pairs, and with them. */
  tasks(): Promise<TaskDescription[]>;
  /** BLEU of texts, each against one or several references. */
  bleu(hypotheses: string[], references: (string | string[])[], options?: BleuOptions): Promise<Bleu>;
  /** The probability of a true token at each of these epochs (or steps, in a run counted in steps). */
  schedule(forcing: Forcing, at: number[]): Promise<number[]>;
  /** One list a row: true where the decoder is fed its own prediction. The first is always BOS: false. */
  coins(thrown: CoinThrow): Promise<boolean[][]>;
  copyMixture(input: CopyMixtureInput): Promise<CopyMixture>;
  /** Euclidean distances between two runs' states, over the steps that both have. */
  stateDistances(one: number[][], other: number[][]): Promise<number[]>;
  /** Bytes in use by open sessions, and bytes that the engine holds. */
  memory(): Promise<{ inUse: number; total: number }>;
  open(configuration?: Configuration, pairs?: Pairs): Promise<EngineSession>;
  /**
   * A session from a model file (`exportModel`, or the command line's --out). A resumable one goes on bit for bit. A
   * model of own pairs needs their file again to train on; without it translates all the same.
   */
  load(file: FileBytes, pairs?: Pairs): Promise<EngineSession>;
  /** Starts a fresh worker after `worker_lost`. Open sessions are gone; open them anew. */
  restart(): Promise<void>;
  /** Called once each time the worker is lost. Returns the undo. */
  onLost(listener: (error: Error) => void): () => void;
  close(): void;
}

export interface EngineSession {
  state(): Promise<SessionState>;
  /** Trains to the configured end or until `pause()`; at most `steps` where given. One progress call a slice. */
  train(options?: { steps?: number; onProgress?: (progress: TrainingProgress) => void }): Promise<SessionState>;
  /** Stops after the slice that is running. */
  pause(): Promise<SessionState>;
  reset(): Promise<SessionState>;
  /** Live fields only, by their table name: configure('training.learning_rate', 0.01). */
  configure(name: string, value: unknown): Promise<SessionState>;
  snapshot(): Promise<Snapshot>;
  translate(text: string): Promise<Translation>;
  /** The search's outputs by falling score, at most `count`; the first is translate's. */
  translations(text: string, count: number): Promise<Translation[]>;
  /**
   * The best of every output that fits into decoding.max_length, without attention: the truth a search is held against.
   * For small vocabularies and lengths; refuses what would take for ever.
   */
  everyTranslation(text: string, count: number): Promise<Translation[]>;
  /**
   * How good the model is on a part of its pairs (default test), or on a file of others. The worker does it in one
   * piece: `onProgress` hears the fraction done, other calls wait, and only `restart()` and `close()` end it early.
   */
  evaluate(what?: Evaluated, options?: { onProgress?: (fraction: number) => void }): Promise<EvaluationReport>;
  partSize(part: Part): Promise<number>;
  /** What reading and splitting the pairs met: skipped rows, a guessed separator, repeated sources. */
  corpusReport(): Promise<CorpusReport>;
  /** A PyTorch program that loads `weightsFile` beside it and prints what this model does with its first pairs. */
  pytorchProgram(weightsFile?: string): Promise<string>;
  /** Weights, teacher-forced pass and gradients of a pair as .safetensors, for others' implementations to compare. */
  dump(pair?: PairOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** The backward pass against finite differences, parameter by parameter. */
  checkGradients(options?: GradientCheckOptions): Promise<GradientReport>;
  /** Without a source: the watched pair, the task's first. */
  trace(regime: 'teacher' | 'free', source?: string, target?: string, options?: TraceOptions): Promise<Trace>;
  /** The whole model as one .safetensors file; resumable: with the optimiser's moments and the run's position. */
  exportModel(options?: { resumable?: boolean }): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Weights alone, under PyTorch's names, from any .safetensors file. All fit, or nothing changes and the error lists
   * every name that does not. The run begins anew from them; one that is training is stopped first.
   */
  importWeights(file: FileBytes): Promise<SessionState>;
  /** One decode, any step's input put in by hand. Source null: the watched pair, its target included. */
  decodeSteps(source: string | null, options?: DecodeStepsOptions): Promise<DecodedSteps>;
  /** A pass beside the same pass with this mistake in it, tensor by tensor. */
  brokenVariant(mistake: Mistake, options?: BrokenVariantOptions): Promise<BrokenVariant>;
  /** The step that `train({ steps: 1 })` takes next, in its stages: fed, lost, gradients, update. Nothing changes. */
  nextStep(options?: NextStepOptions): Promise<NextStep>;
  /** What every id is called; after the vocabulary the words that only this source has. */
  labels(source?: string): Promise<string[]>;
  dispose(): Promise<void>;
}
