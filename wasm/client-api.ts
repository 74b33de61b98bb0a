// What the page and other programs call. client.ts carries it to the worker; node.ts runs it in place.
import type {
  AttentionInput,
  AttentionScore,
  AttentionSteps,
  BrokenVariant,
  BrokenVariantOptions,
  CoinThrow,
  Configuration,
  CopyMixture,
  CopyMixtureInput,
  DecodedSteps,
  DecodeStepsOptions,
  Field,
  FileBytes,
  Forcing,
  ForwardCost,
  ForwardSizes,
  LessonLine,
  Mistake,
  Pairs,
  ParameterCounts,
  SessionState,
  Snapshot,
  Trace,
  TrainingProgress,
  Translation,
} from './protocol';

export interface Engine {
  version(): Promise<string>;
  fields(): Promise<Field[]>;
  lesson(): Promise<LessonLine[]>;
  attentionInput(seed: string, sourceLength?: number, hiddenSize?: number): Promise<AttentionInput>;
  attentionSteps(input: AttentionInput, score?: AttentionScore): Promise<AttentionSteps>;
  parameterCounts(V: number, E: number, H: number): Promise<ParameterCounts>;
  /** Shapes, bytes and multiply-adds of the lesson's model at any size. Nothing is allocated. */
  forwardCost(sizes: ForwardSizes): Promise<ForwardCost>;
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
  trace(regime: 'teacher' | 'free', source?: string, target?: string): Promise<Trace>;
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
  /** What every id is called; after the vocabulary the words that only this source has. */
  labels(source?: string): Promise<string[]>;
  dispose(): Promise<void>;
}
