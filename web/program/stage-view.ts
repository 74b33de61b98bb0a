// What the stages of a training step are drawn from, and how their numbers are written.
import type { NextStep, SessionState } from '../../wasm/client';
import type { InsideWords } from '../strings/inside';
import type { Notation, Sizes } from './notation';

export type Stage = 'forward' | 'loss' | 'backward' | 'update';
export const stages: readonly Stage[] = ['forward', 'loss', 'backward', 'update'];

export interface FedStep {
  input: string;
  own: boolean;
  truth: string;
  loss: number;
  probability: number;
  /** Where nothing can be copied. */
  logit?: number;
  prediction?: string;
}
export interface TensorMove {
  name: string;
  shape: number[];
  weight: number;
  gradient: number;
  change: number;
}
/** The engine's step, its decoder steps pair by pair, its tensors with their norms. */
export interface ShownStep extends Omit<NextStep, 'steps' | 'tensors'> {
  rows: { source: string[]; steps: FedStep[] }[];
  tensors: TensorMove[];
}

export function shownStep({ steps, tensors, ...next }: NextStep): ShownStep {
  const rows: ShownStep['rows'] = next.sources.map((source) => ({ source, steps: [] }));
  steps.row.forEach((row, at) => {
    rows[row]?.steps.push({
      input: steps.input[at]!,
      own: steps.own[at] === 1,
      truth: steps.truth[at]!,
      loss: steps.loss[at]!,
      probability: steps.probability[at]!,
      logit: steps.logit[at],
      prediction: steps.prediction[at],
    });
  });
  const moves = tensors.map((tensor, at) => ({
    ...tensor,
    weight: next.weights[at]!,
    gradient: next.gradients[at]!,
    change: next.changes[at]!,
  }));
  return { ...next, rows, tensors: moves };
}

export interface StageView {
  next: ShownStep;
  state: SessionState;
  /** The pair of the batch that is looked at. */
  pair: number;
  /** The tensors that one pass makes, in their order. */
  tensors: readonly string[];
  sizes: Sizes;
  notation: Notation;
  words: InsideWords;
  lang: string;
  /** What is wrong with the place that was typed; empty where nothing is. */
  badPlace: string;
  lookAt: (pair: number) => void;
  /** Another weight; null: the one with the largest gradient. `index` is NaN where `text` is no place in the tensor. */
  follow: (tensor: string | null, index: number, text: string) => void;
}

export const trainingOf = (state: SessionState) =>
  state.configuration.training as {
    optimizer: 'adam' | 'adamw' | 'sgd';
    learning_rate: number;
    weight_decay: number;
    momentum: number;
    beta1: number;
    beta2: number;
    epsilon: number;
    clip_norm: number;
    loss: 'sum' | 'mean';
  };

/** Four figures of a number of any size. */
export function scientific(value: number): string {
  if (value === 0) return '0';
  const [digits = '', power = '0'] = Math.abs(value).toExponential(3).split('e');
  const sign = value < 0 ? '−' : '';
  const size = Number(power);
  if (size >= -3 && size < 5) return sign + Number(value < 0 ? -value : value).toPrecision(4);
  return `${sign}${digits}e${size < 0 ? '−' : ''}${Math.abs(size)}`;
}
