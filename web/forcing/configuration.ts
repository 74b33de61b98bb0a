// What <s2s-forcing> can be set to, and the configuration that the engine is given for it.
import type { Configuration } from '../../wasm/client';

export type Task = 'lesson' | 'reverse';
export type AttentionKind = 'bahdanau' | 'none';
export type Regime = 'teacher' | 'scheduled' | 'free';

export const tasks: readonly Task[] = ['lesson', 'reverse'];
export const attentions: readonly AttentionKind[] = ['bahdanau', 'none'];
export const regimes: readonly Regime[] = ['teacher', 'scheduled', 'free'];

export interface Settings {
  task: Task;
  attention: AttentionKind;
  seed: string;
  /** Epochs of the lesson's pair, steps of the other tasks. */
  length: number;
  learningRate: number;
  regime: Regime;
}

/**
 * Each task's own run. Reversing without attention leaves half-trained weights that show what the element is about:
 * right most of the time when fed the truth, and lost a few steps after their own first mistake.
 */
export const defaults: Record<Task, Settings> = {
  lesson: { task: 'lesson', attention: 'bahdanau', seed: '99', length: 200, learningRate: 0.001, regime: 'teacher' },
  reverse: { task: 'reverse', attention: 'none', seed: '99', length: 1600, learningRate: 0.004, regime: 'teacher' },
};

/** What the lanes show before the reader types anything. */
export const firstPair: Record<Task, { source: string; target: string }> = {
  lesson: { source: '2 5 1 EOS', target: '4 6 EOS' },
  reverse: { source: 'fcajedbh', target: 'hbdejacf' },
};

/** The pair that these attributes name: a source alone has its task's target. */
export function pairFor(task: Task, source: string | undefined, target: string | undefined) {
  const first = firstPair[task];
  const own = source === undefined ? first.target : (targetOf(task, source) ?? '');
  return { source: source ?? first.source, target: target ?? own };
}

/** As the engine reads it. The lesson's tokens are ids, and its EOS is 3; to the target the engine adds it by itself. */
export function forEngine(task: Task, { source, target }: { source: string; target: string }) {
  if (task !== 'lesson') return { source, target };
  const ids = (text: string) => text.replace(/\bBOS\b/g, '0').replace(/\bEOS\b/g, '3');
  return { source: ids(source), target: ids(target).replace(/\s*\b3\s*$/, '') };
}

/** As the engine splits a word: one token a letter that people see, blanks among them. */
const letters = (text: string) => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/** The target that the task has for a typed source, where the task is a plain rule about letters. */
export const targetOf = (task: Task, source: string): string | null =>
  task === 'reverse' ? letters(source.trim()).reverse().join('') : null;

/** What of a typed text the model reads as UNK, once each. The lesson's model has no UNK, and refuses it. */
export const unknownIn = (task: Task, text: string, vocabulary: readonly string[]): string[] =>
  task === 'lesson' ? [] : [...new Set(letters(text.trim()))].filter((letter) => !vocabulary.includes(letter));

const schedules = { teacher: 'teacher', scheduled: 'linear', free: 'free' } as const;

export function toConfiguration({ task, attention, seed, length, learningRate, regime }: Settings): Configuration {
  const forcing = { schedule: schedules[regime], linear_steps: Math.max(1, length) };
  const training = { seed, learning_rate: learningRate, forcing };
  if (task === 'lesson') return { task: { kind: task }, training: { ...training, epochs: length } };
  return {
    task: { kind: task, examples: 6000, min_length: 3, max_length: 8, symbols: 10 },
    model: { embedding_size: 16, hidden_size: 32, attention },
    training: { ...training, epochs: 0, steps: length, clip_norm: 1, batch_size: 32, loss: 'mean' },
    decoding: { max_length: 20 },
  };
}
