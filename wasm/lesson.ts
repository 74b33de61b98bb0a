// What the lesson's hand examples and teaching views are asked and answer. Part of the conversation in protocol.ts.

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

/** c = sum of alpha_i h_i, with weights put in by hand. They need not sum to 1. */
export interface HandContextInput {
  h: number[]; // (S,H)
  alpha: number[]; // (S) each 0 to 1
  normalized?: boolean; // divide them by their sum first; default false
}
export interface HandContext {
  alpha: number[]; // (S) the weights used
  context: number[]; // (H)
  alphaSum: number;
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

/** Means over runs of the toy, teacher-forced and free-running, from the same first weights. */
export interface ForcingComparison {
  firstSeed: string;
  seeds: number;
  teacherLoss: number; // of the 200th epoch at learning rate 1e-3, as each is trained
  freeLoss: number;
  teacherEpochs: number; // until the loss is below 1, at learning rate 1e-2
  freeEpochs: number;
  right: number; // runs whose greedy output is the target
  runs: number;
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
  name: string; // as in a Trace, or a parameter's; and "source", "input" (the token fed), "loss"
  shape: number[]; // PyTorch's
  times: number; // made so often in one pass: once, or at each of the T decoder steps
  bytes: number; // of all of them
}
/** What one forward pass of the lesson's model makes, and the training step around it. float32. */
export interface ForwardCost {
  tensors: TensorSize[]; // in data order
  parameters: TensorSize[]; // in PyTorch's order
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
