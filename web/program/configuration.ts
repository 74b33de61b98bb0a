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

const forcingOf = ({ regime, epochs }: Settings) => ({
  schedule: schedules[regime],
  linear_steps: Math.max(1, epochs),
});

/** The lesson's toy with these settings. */
export function toConfiguration(settings: Settings): Configuration {
  const { seed, epochs, learningRate } = settings;
  return {
    task: { kind: 'lesson' },
    training: { seed, epochs, learning_rate: learningRate, forcing: forcingOf(settings) },
  };
}

/** Own pairs. The toy's 8 hidden values are too few for any text. */
export function forPairs(settings: Settings): Configuration {
  return {
    ...toConfiguration(settings),
    task: { kind: 'data' },
    model: { embedding_size: 32, hidden_size: 64 },
    training: { ...toConfiguration(settings).training, batch_size: 16, loss: 'mean' },
  };
}

/** A loaded model's run begun anew: its own configuration with what the controls say. */
export function anew(loaded: Configuration, settings: Settings): Configuration {
  const { seed, epochs, learningRate } = settings;
  const forcing = settingsOf(loaded).regime === settings.regime ? {} : { forcing: forcingOf(settings) };
  return { ...loaded, training: { ...loaded.training, seed, epochs, learning_rate: learningRate, ...forcing } };
}

/** What the controls show of a loaded model's run. */
export function settingsOf({ training }: Configuration): Settings {
  const { seed, epochs, learning_rate, forcing } = training as Record<string, unknown>;
  const { schedule } = forcing as { schedule: string };
  const regime = schedule === 'teacher' || schedule === 'free' ? schedule : 'scheduled';
  return { seed: String(seed), epochs: Number(epochs), learningRate: Number(learning_rate), regime };
}
