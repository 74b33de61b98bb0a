// The settings of <s2s-forcing> that are typed: what was typed stays, and what is wrong with it is told in its field.
import { typed } from '../lib/format';
import { numberIn, type Range, ranges, rangeText, seedIn } from '../lib/ranges';
import type { Strings } from '../strings/en';
import { attentions, defaults, regimes, type Settings, type Task, tasks } from './configuration';

export type TextSetting = 'seed' | 'length' | 'learningRate';
export const noErrors: Record<TextSetting, string> = { seed: '', length: '', learningRate: '' };

export const textsOf = ({ seed, length, learningRate }: Settings): Record<TextSetting, string> => ({
  seed,
  length: String(length),
  learningRate: typed(learningRate),
});

export interface Attributes {
  task: Task;
  attention?: string;
  forcing?: string;
  seed?: string;
  epochs?: string;
  steps?: string;
  learningRate?: string;
}

/** What the element's attributes say. What is left out, or is no word of theirs, is the task's own; texts are read later. */
export function fromAttributes(given: Attributes): { settings: Settings; texts: Record<TextSetting, string> } {
  const task = tasks.includes(given.task) ? given.task : 'lesson';
  const first = defaults[task];
  const own = textsOf(first);
  return {
    settings: {
      ...first,
      attention: (task !== 'lesson' && attentions.find((one) => one === given.attention)) || first.attention,
      regime: regimes.find((one) => one === given.forcing) ?? first.regime,
    },
    texts: {
      seed: given.seed ?? own.seed,
      length: (task === 'lesson' ? given.epochs : given.steps) ?? own.length,
      learningRate: given.learningRate ?? own.learningRate,
    },
  };
}

/** What is refused is told, and the old value kept. */
export function readTexts(texts: Record<TextSetting, string>, old: Settings, strings: Strings) {
  const { notNumber, range } = strings.program;
  const words = strings.forcing;
  const errors = { ...noErrors };
  const length = old.task === 'lesson' ? 'epochs' : 'steps';
  const kept = <Value>(name: TextSetting, value: Value | null, title: string, allowed: string, before: Value) => {
    if (value === null) errors[name] = notNumber(title, texts[name], allowed);
    return value ?? before;
  };
  const number = (name: 'length' | 'learningRate', title: string, inside: Range) =>
    kept(name, numberIn(texts[name], inside), title, rangeText(inside, strings), old[name]);
  const values = {
    seed: kept('seed', seedIn(texts.seed), words.seed, range.seed, old.seed),
    length: number('length', words[length], ranges[length]),
    learningRate: number('learningRate', words.learningRate, ranges.learningRate),
  };
  return { values, errors };
}

/** The setting that one of the engine's sentences is about. */
export function settingIn(sentence: string): TextSetting | undefined {
  if (sentence.includes('learning_rate')) return 'learningRate';
  if (/epochs|steps/.test(sentence)) return 'length';
  return sentence.includes('seed') ? 'seed' : undefined;
}
