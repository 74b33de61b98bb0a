// The training step that comes next, looked at before it is taken. Part of the conversation in protocol.ts.

export interface NextStepOptions {
  /** Whose weight is followed through the update; by default the weight with the largest gradient. */
  tensor?: string;
  /** Which of its values, row by row; default 0. */
  index?: number;
  /**
   * 1 to 64: in place of the run's batch the watched pair with a pair that is so many places longer, fed the truth. Shows
   * what padding does to a pair: nothing.
   */
  padding?: number;
}

/** The decoder steps of all rows, row by row, padding left out: an entry a step in each list. */
export interface FedSteps {
  row: number[]; // of the batch
  input: string[]; // what the decoder is fed
  own: number[]; // 1: its own prediction, not the true token
  truth: string[]; // what it should say
  loss: number[]; // -log p(truth)
  probability: number[]; // p(truth)
  logit: number[]; // of the truth, and what the model would say; both empty with copying
  prediction: string[];
}

/** One weight through the update. Moments are Adam's m and v; of SGD the first is the momentum buffer. */
export interface WeightMove {
  tensor: string;
  index: number;
  before: number;
  gradient: number;
  clipped: number;
  firstBefore: number;
  secondBefore: number;
  first: number;
  second: number;
  after: number;
}

export interface NextStep {
  report: {
    step: number;
    epoch: number;
    loss: number; // sum or mean, as configured
    lossSum: number; // over the real tokens
    tokens: number;
    epsilon: number;
    gradientNorm: number; // before clipping
  };
  sourceLength: number; // of the batch, padding included
  targetLength: number;
  sources: string[][]; // of the batch's rows
  steps: FedSteps;
  paddingWeight: number; // the largest attention weight on padding
  paddingLoss: number; // the largest loss of a padded step
  clipFactor: number; // what every gradient is multiplied by; 1 where nothing is clipped
  clippedNorm: number;
  tensors: { name: string; shape: number[] }[]; // the parameters, and of each Euclidean norms:
  weights: number[]; // of the weights before the update
  gradients: number[]; // of their gradient before clipping
  changes: number[]; // of weights after minus weights before
  update: number; // Adam's t
  stepSize: number; // Adam: learning rate / (1 - beta1^t); SGD: the learning rate
  correction: number; // Adam: sqrt(1 - beta2^t), which sqrt(v) is divided by; SGD: 1
  weight: WeightMove;
  digest: string; // of the weights after the step: train({ steps: 1 }) ends with the same
}
