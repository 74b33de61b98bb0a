// The whole conversation between a page and its worker, in one place. The client (client.ts) offers it as methods.

/** A run, complete. Fields and ranges: `fields()`; unknown ones are refused by name. Missing ones take defaults. */
export interface Configuration {
  task?: Record<string, unknown>;
  model?: Record<string, unknown>;
  training?: Record<string, unknown>;
  decoding?: Record<string, unknown>;
}

/** A file of pairs, for task data: its text, or its bytes (the engine finds the encoding). */
export type Pairs = string | Uint8Array;

/** A file's bytes, such as those of a .safetensors file. */
export type FileBytes = Uint8Array | ArrayBuffer;

/** One row of the configuration's table: help, validation and the page's controls come from it. */
export interface Field {
  name: string; // "training.learning_rate"
  type: 'integer' | 'number' | 'choice' | 'seed' | 'text';
  default: unknown;
  minimum?: number;
  maximum?: number;
  minimumExclusive?: boolean;
  choices?: string[];
  live: boolean;
  sentence: string;
}

export interface StepReport {
  step: number;
  epoch: number;
  epochEnds: boolean;
  loss: number;
  epsilon: number;
  gradientNorm: number;
  epochLoss: number;
  validationLoss?: number; // at the ends of epochs with a validation
}

/** The model after `epoch` epochs, looked at through the watched pair. */
export interface Snapshot {
  epoch: number;
  step: number;
  loss: number; // forced, summed over the target's tokens, = the loss that epoch prints
  source: string[]; // column labels
  target: string[]; // row labels
  alpha: Float32Array; // target.length x source.length, row-major
  forcedInputs: string[];
  forcedPredictions: string[];
  freeInputs: string[];
  freePredictions: string[];
  decoded: string[];
}

export interface Translation {
  source: string[];
  tokens: string[];
  text: string;
  alpha: Float32Array; // rows x source.length
  rows: number;
  logProbability: number;
  cutOff: boolean;
}

export interface TraceTensor {
  name: string;
  symbol: string;
  formula: string;
  step: number; // -1: not per step
  shape: number[];
  values: Float32Array;
}

export interface Trace {
  regime: 'teacher' | 'free';
  inputs: number[];
  predictions: number[];
  loss: number;
  tensors: TraceTensor[];
}

/** Where a session stands. */
export interface SessionState {
  configuration: Configuration; // every field filled in
  step: number;
  epoch: number;
  finished: boolean;
  parameterCount: number;
  digest: string; // 16 hex digits over the weights: equal on every machine
}

/** Sent while training, once a slice (a few milliseconds of work). */
export interface TrainingProgress {
  steps: StepReport[];
  snapshots: Snapshot[]; // one for each epoch that ended in this slice where the model is small, else the newest
  state: { step: number; epoch: number; finished: boolean };
}

export interface AttentionInput {
  sourceLength: number;
  hiddenSize: number;
  h: number[]; // (S,H)
  s: number[]; // (H)
  Wh: number[]; // (H,H)
  Ws: number[]; // (H,H)
  v: number[]; // (H)
  masked?: boolean[];
  temperature?: number;
}
export type AttentionScore = 'bahdanau' | 'luong_dot' | 'luong_general';
export interface AttentionSteps {
  Wh_h: number[]; // (S,H)
  Ws_s: number[]; // (H)
  sum: number[]; // (S,H)
  tanh: number[]; // (S,H)
  energy: number[]; // (S)
  alpha: number[]; // (S)
  context: number[]; // (H)
  alphaSum: number;
  largest: number;
}

/** training.forcing of the configuration; missing fields take their defaults. */
export interface Forcing {
  schedule?: 'teacher' | 'free' | 'linear' | 'exponential' | 'inverse_sigmoid';
  linear_steps?: number; // K
  exponential_base?: number;
  sigmoid_scale?: number;
  floor?: number;
  coin?: 'token' | 'sequence';
  prediction?: 'argmax' | 'sample';
}

/** The coins that a run of this seed throws at its step `step` (default 0), every batch having targets of one length. */
export interface CoinThrow {
  seed?: string | number; // the run's training.seed, default 99
  rows?: number; // default 1
  length: number; // decoder steps, that of EOS counted
  epsilon: number; // probability of the true token, 0 to 1
  coin?: 'token' | 'sequence'; // default token
  step?: number;
}

/** P(w) = pGen pVocabulary(w) + (1 - pGen) sum of alpha_i where source_i is w, with any numbers put in. */
export interface CopyMixtureInput {
  alpha: number[]; // (S)
  pVocabulary: number[]; // (V)
  pGen: number; // 0 to 1
  source: number[]; // (S) ids; from V on the source's own unknown words (Session.labels names them)
}
export interface CopyMixture {
  pCopy: number[]; // (X) the sum alone; X is V and the source's own unknown words
  probabilities: number[]; // (X)
}

export interface DecodeStepsOptions {
  target?: string;
  /** What is fed where `inputs` has nothing: the last prediction ('free', the default) or the target's token. */
  regime?: 'free' | 'teacher';
  /** What each step is fed: a token, a word of the source, or a shown name ("EOS"); null: as the regime says. */
  inputs?: (string | null)[];
  /** At most so many, 1 to 1000; by default the target's length with EOS, without a target decoding.max_length. */
  steps?: number;
  /** End where EOS is predicted. Default false: `ended` tells where it would. */
  stop?: boolean;
}
export interface DecodedStep {
  input: string; // what was fed
  given: boolean; // `inputs` put it in
  prediction: string;
  expected?: string; // absent beyond the target
  loss?: number; // -log p(expected)
  pGen?: number; // of the pointer-generator
  top: { token: string; probability: number }[]; // the five likeliest, by falling probability
  state: number[]; // (H) s_t
  alpha: number[]; // (S); empty without attention
  ended: boolean; // EOS was predicted here or before
}
export interface DecodedSteps {
  source: string[];
  target: string[]; // EOS included; empty where none was given
  steps: DecodedStep[];
}

/** A mistake that people make in such a model; the engine really makes it (src/checking/broken_run.h). */
export type Mistake =
  | 'padding_unmasked'
  | 'padding_in_loss'
  | 'state_at_padding'
  | 'forcing_left_on'
  | 'gate_order'
  | 'update_reversed'
  | 'state_after_step'
  | 'no_tanh'
  | 'softmax_axis'
  | 'context_of_keys'
  | 'target_shift'
  | 'softmax_twice'
  | 'first_state_zero'
  | 'state_not_carried'
  | 'copies_overwritten'
  | 'gate_reversed';

export interface BrokenVariantOptions {
  /** A pair of texts; without them the watched pair. */
  source?: string;
  target?: string;
  /** Places added behind the pair, as a longer one in its batch would; 0 to 64. */
  sourcePadding?: number;
  targetPadding?: number;
}
/** One pass twice, with the session's weights: as the engine does it, and with the mistake. */
export interface BrokenVariant {
  source: string[]; // EOS and padding included
  target: string[];
  ours: { inputs: string[]; predictions: string[] };
  theirs: { inputs: string[]; predictions: string[] };
  /** In the order of the computation, "loss" last; named as a trace's. Over padded positions our weights are 0. */
  tensors: { name: string; step: number; shape: number[]; ours: number[]; theirs: number[]; agrees: boolean }[];
  first: number; // index of the first that differs, -1 where none does
}

export interface LessonLine {
  key: string;
  label: string;
  printed: string;
  values: number[];
  texts: string[];
  shape: number[];
}

export interface ParameterCounts {
  modules: { name: string; count: number }[];
  encoder: number;
  decoder: number;
  total: number;
}

/** Rows, source and target length, embedding, hidden and vocabulary size. */
export interface ForwardSizes {
  B: number; // 1 to 512
  S: number; // 1 to 500
  T: number; // 1 to 500
  E: number; // 1 to 4096
  H: number; // 1 to 4096
  V: number; // 1 to 1,000,000
}
export interface TensorSize {
  name: string; // as in a Trace; and "source", "input" (the token fed), "loss"
  shape: number[]; // PyTorch's
  times: number; // made so often in one pass: once, or at each of the T decoder steps
}
/** What one forward pass of the lesson's model makes, and the training step around it. float32. */
export interface ForwardCost {
  tensors: TensorSize[]; // in data order
  multiplyAdds: { name: string; count: number }[]; // of the forward pass's products
  forward: number; // their sum
  trainingStep: number; // forward and backward
  repeatedKeys: number; // what a program that makes W_h h anew at each decoder step adds
  parameterBytes: number;
  gradientBytes: number;
  optimizerBytes: number; // Adam's two moments
  activationBytes: number; // every tensor above, kept for the backward pass
  totalBytes: number;
}

/**
 * Thrown by every call: `name` is "EngineError", `code` is the engine's (invalid_value, invalid_token, invalid_data,
 * invalid_file, invalid_state, not_finite, cancelled) or the client's: engine_missing (the .wasm could not be loaded),
 * engine_blocked (WebAssembly is off or forbidden by policy), worker_lost (the worker died; `restart()` brings it back),
 * engine_broken (the module itself failed; in a page this arrives as worker_lost).
 */
export interface EngineErrorShape {
  name: string;
  code: string;
  message: string;
}

/** Every call of the worker answers with a value or an error: a thrown Error would lose its code on the way. */
export type Answer<T> = { value: T } | { error: EngineErrorShape };

export type Build = 'auto' | 'simd' | 'scalar';

export interface StartOptions {
  build: Build;
  /** Name of a Web Lock to hold for as long as the worker lives; the page learns of its death by getting it. */
  lock: string | null;
}
export interface Started {
  build: 'simd' | 'scalar';
  /** The lock is held. Where it is not (no Web Locks here) the client asks for signs of life instead. */
  watched: boolean;
}

export type ProgressListener = (progress: TrainingProgress) => void;

/** What the worker does. Sessions are named by a number that `open` gives. */
export interface WorkerApi {
  start(options: StartOptions): Promise<Answer<Started>>;
  ping(): Promise<Answer<true>>;
  version(): Promise<Answer<string>>;
  fields(): Promise<Answer<Field[]>>;
  lesson(): Promise<Answer<LessonLine[]>>;
  attentionInput(seed: string, sourceLength?: number, hiddenSize?: number): Promise<Answer<AttentionInput>>;
  attentionSteps(input: AttentionInput, score?: AttentionScore): Promise<Answer<AttentionSteps>>;
  parameterCounts(V: number, E: number, H: number): Promise<Answer<ParameterCounts>>;
  forwardCost(sizes: ForwardSizes): Promise<Answer<ForwardCost>>;
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
  trace(session: number, regime: 'teacher' | 'free', source?: string, target?: string): Promise<Answer<Trace>>;
  decodeSteps(session: number, source: string | null, options?: DecodeStepsOptions): Promise<Answer<DecodedSteps>>;
  brokenVariant(session: number, mistake: Mistake, options?: BrokenVariantOptions): Promise<Answer<BrokenVariant>>;
  labels(session: number, source?: string): Promise<Answer<string[]>>;
  dispose(session: number): Promise<Answer<true>>;
}
