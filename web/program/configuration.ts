// What the page's controls set, and the configuration that the engine is given for it.
import type { Configuration } from '../../wasm/client';

export type Regime = 'teacher' | 'scheduled' | 'free';
export interface Settings {
  seed: string;
  epochs: number;
  learningRate: number;
  regime: Regime;
}

export const regimes: readonly Regime[] = ['teacher', 'scheduled', 'free'];
/** The lesson's own run. */
export const defaults: Settings = { seed: '99', epochs: 200, learningRate: 0.001, regime: 'teacher' };

const schedules = { teacher: 'teacher', scheduled: 'linear', free: 'free' } as const;

export function toConfiguration({ seed, epochs, learningRate, regime }: Settings): Configuration {
  return {
    task: { kind: 'lesson' },
    training: {
      seed,
      epochs,
      learning_rate: learningRate,
      forcing: { schedule: schedules[regime], linear_steps: Math.max(1, epochs) },
    },
  };
}
