// What <s2s-sampling> can be set to.
import type { Forcing } from '../../wasm/client';

export type Kind = 'linear' | 'exponential' | 'inverse_sigmoid';
export const kinds: readonly Kind[] = ['linear', 'exponential', 'inverse_sigmoid'];

/** The fields typed in, by the name of their property. */
export const fields = ['linearSteps', 'exponentialBase', 'sigmoidScale', 'floor', 'epochs', 'seed', 'target'] as const;
export type FieldName = (typeof fields)[number];

export const attributes: Record<FieldName, string> = {
  linearSteps: 'linear-steps',
  exponentialBase: 'exponential-base',
  sigmoidScale: 'sigmoid-scale',
  floor: 'floor',
  epochs: 'epochs',
  seed: 'seed',
  target: 'target',
};

export interface Settings {
  kind: Kind;
  linearSteps: number;
  exponentialBase: number;
  sigmoidScale: number;
  floor: number;
  /** The last epoch of the axis, and the marked one. */
  epochs: number;
  epoch: number;
  seed: string;
  /** The target's words, EOS not among them. */
  target: string;
}

/** The lesson's K; the others fall over about the same epochs. */
export const defaults: Settings = {
  kind: 'linear',
  linearSteps: 100,
  exponentialBase: 0.96,
  sigmoidScale: 15,
  floor: 0,
  epochs: 100,
  epoch: 25,
  seed: '99',
  target: 'the customer ordered black tea',
};

/** How many rows of a batch the strip shows, and how many words a target may have here. */
export const rows = 6;
export const longestTarget = 24;
export const longestRun = 100_000;

export const words = ({ target }: Pick<Settings, 'target'>): string[] =>
  target.split(/\s+/).filter((word) => word !== '');

export const forcing = (settings: Settings, schedule: Kind = settings.kind): Forcing => ({
  schedule,
  linear_steps: settings.linearSteps,
  exponential_base: settings.exponentialBase,
  sigmoid_scale: settings.sigmoidScale,
  floor: settings.floor,
});

/** Where the curves are computed: about fifty epochs, the first and the last among them. */
export function stops({ epochs }: Settings): number[] {
  const count = Math.min(50, epochs);
  return Array.from({ length: count + 1 }, (_, index) => Math.round((index * epochs) / Math.max(1, count)));
}
