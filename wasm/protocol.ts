// What goes into the engine's calls and comes out of them: the same in Node, in a page and between a page and its worker.

export type * from './lesson';
export type * from './next-step';

/** A run, complete. Fields and ranges: `fields()`; unknown ones are refused by name. Missing ones take defaults. */
export interface Configuration {
  task?: Record<string, unknown>;
  model?: Record<string, unknown>;
  training?: Record<string, unknown>;
  decoding?: Record<string, unknown>;
}

/** A file of pairs, for task data: its text, or its bytes (the engine finds the encoding). */
export type Pairs = string | Uint8Array | ArrayBuffer;

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
  score: number; // that by the length penalty: what outputs are ranked by
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
  source: number[]; // ids; Session.labels names them
  target: number[]; // what is expected, EOS included; empty where no target was given
  inputs: number[];
  predictions: number[];
  loss: number;
  tensors: TraceTensor[];
}

export interface TraceOptions {
  /** The gradients of the summed loss too: tensors "grad." and each parameter's name. */
  gradients?: boolean;
}

export type Part = 'train' | 'validation' | 'test';
/** What is evaluated: a part of the session's own pairs, or a file of others. */
export type Evaluated = Part | { pairs: Pairs };

/** BLEU, 0 to 1, with everything that went into it. */
export interface Bleu {
  score: number;
  signature: string; // "BLEU-4, 0 to 1, smoothing none, tokens: words"
  precisions: number[];
  brevityPenalty: number;
  orderUsed: number;
  matches: number[];
  totals: number[];
  hypothesisLength: number;
  referenceLength: number;
  zeroBecause: string; // for people, where the score is 0
}
export interface BleuOptions {
  tokeniser?: 'words' | 'characters'; // default words
  order?: number; // 1 to 16, default 4
  smoothing?: 'none' | 'exp' | 'floor' | 'add-k'; // default none
  value?: number; // of floor (0.1) and add-k (1)
  effectiveOrder?: boolean; // leave out the orders that a text is too short for
}

/** At one target position, over the targets that are so long. */
export interface PositionAccuracy {
  tokens: number;
  forced: number; // right when fed the truth
  free: number; // right when fed its own words
  forcedAccuracy: number; // their shares of the tokens
  freeAccuracy: number;
}

export interface EvaluationReport {
  pairs: number;
  tokens: number; // of all targets, EOS counted
  loss: number; // mean over tokens
  freeLoss: number; // the same labels, fed its own words; Infinity where one has no chance
  perplexity: number; // Infinity where e^loss is out of range
  forcedAccuracy: number; // over tokens, fed the truth
  freeAccuracy: number; // over tokens, fed its own
  exactMatch: number; // share of pairs
  editDistance: number; // mean over pairs, in tokens
  tokenErrorRate: number;
  cutOff: number; // outputs that met the length limit
  alignedTokens: number;
  alignmentScore: number;
  bleu: Bleu;
  positions: PositionAccuracy[];
  texts: {
    source: string;
    target: string;
    output: string;
    exact: boolean;
    cutOff: boolean;
    editDistance: number;
    loss: number;
    bleu: number;
  }[];
}

/** What reading and splitting the pairs met: to be shown before training. */
export interface CorpusReport {
  separator: string;
  encoding: string;
  hadHeader: boolean;
  skippedEmpty: number; // rows where a side is blank
  skippedOneColumn: number;
  extraColumns: number; // rows with more than two columns: the further ones are not read
  skippedRows: number[]; // line numbers, at most 20
  leftOutLong: number;
  repeatedSources: number; // kept together in one part
  leakedSources: number; // held-out pairs whose source is trained on: 0
  sharedTargets: number;
  heldOutTokens: number;
  heldOutUnknown: number;
}

export interface TaskDescription {
  name: string;
  sentence: string;
  settings: string; // which fields of the configuration act on it
  source: string; // an example; empty for own data
  target: string;
  hasAlignment: boolean;
}

export interface PairOptions {
  source?: string; // without it the watched pair
  target?: string;
}
export interface GradientCheckOptions extends PairOptions {
  entries?: number; // of each parameter, default 64; 0 checks all
  tolerance?: number; // of the relative error, default 1e-4
}
/** The backward pass against finite differences. */
export interface GradientReport {
  agrees: boolean;
  tolerance: number;
  step: number;
  loss: number; // the engine's
  plainLoss: number; // of the same model written out in double
  parameters: {
    name: string;
    shape: number[];
    checked: number;
    size: number;
    index: number; // of the entry that is furthest off
    analytic: number;
    numeric: number;
    relativeError: number;
    agrees: boolean;
  }[];
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
  workers: 1 | 2; // that compute each step (training.shards)
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

export type Build = 'auto' | 'simd' | 'scalar';
