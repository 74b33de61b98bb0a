// What the stages of a training step are drawn from, and how their numbers are written.
import type { FedStep, NextStep, SessionState } from '../../wasm/client';
import type { InsideWords } from '../strings/inside';
import type { Notation, Sizes } from './notation';

export type Stage = 'forward' | 'loss' | 'backward' | 'update';
export const stages: readonly Stage[] = ['forward', 'loss', 'backward', 'update'];

/** The engine's step, its decoder steps pair by pair. */
export interface ShownStep extends NextStep {
  rows: { source: string[]; steps: FedStep[] }[];
}
export const shownStep = (next: NextStep): ShownStep => ({
  ...next,
  rows: next.sources.map((source, row) => ({ source, steps: next.steps.filter((step) => step.row === row) })),
});

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
