// What of <s2s-attention> can be set beside its numbers: the score, the temperature, masked positions and weights by
// hand. As text they are the element's attributes; `compute` asks the engine for everything that follows from them.
import type { AttentionInput, AttentionScore, AttentionSteps, Engine, HandContext } from '../../wasm/client';
import { tagWith } from '../lib/markup';

export const kinds: readonly AttentionScore[] = ['bahdanau', 'luong_dot', 'luong_general'];

const allStages = ['Wh_h', 'Ws_s', 'sum', 'tanh', 'energy', 'alpha', 'context'] as const;
export type Stage = (typeof allStages)[number];
/** What each score computes, in order. */
export const stagesOf: Record<AttentionScore, readonly Stage[]> = {
  bahdanau: allStages,
  luong_dot: ['energy', 'alpha', 'context'],
  luong_general: ['Wh_h', 'energy', 'alpha', 'context'],
};

/** How many stages of the other score show as much as `shown` of the one do. */
export function carriedOver(shown: number, from: AttentionScore, to: AttentionScore): number {
  const reached = allStages.indexOf(stagesOf[from][shown - 1]!);
  return stagesOf[to].filter((stage) => allStages.indexOf(stage) <= reached).length;
}

export const coldest = 0.01;
export const hottest = 100;
/** Where the temperature's slider stops. */
export const temperatures = [0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10];
export const isTemperature = (value: number) => value >= coldest && value <= hottest; // false for NaN

export interface Settings {
  kind: AttentionScore;
  temperature: number;
  masked: boolean[];
  /** Weights by hand; null: the softmax's. */
  alpha: number[] | null;
}
export interface SettingTexts {
  kind: string;
  temperature: number;
  mask: string;
  alpha: string;
}

const listed = (text: string) => text.split(/[\s,;]+/).filter((piece) => piece !== '');

/** What the attributes say; what cannot be used counts as not given. */
export function settingsFrom({ kind, temperature, mask, alpha }: SettingTexts, sourceLength: number): Settings {
  const positions = listed(mask);
  const weights = listed(alpha).map(Number);
  return {
    kind: kinds.find((one) => one === kind) ?? 'bahdanau',
    temperature: isTemperature(temperature) ? temperature : 1,
    masked: Array.from({ length: sourceLength }, (_, index) => positions.includes(String(index))),
    alpha: weights.length === sourceLength && weights.every(isWeight) ? weights : null,
  };
}
export const isWeight = (value: number) => value >= 0 && value <= 1; // false for NaN

/** Everything on screen, of one moment. */
export interface Computed extends Settings {
  input: AttentionInput;
  steps: AttentionSteps;
  /** The context of the weights by hand, and how far it is from the softmax's. */
  hand: (HandContext & { moved: number }) | null;
  /** All scores on the same states; null before the engine was asked. */
  others: Record<AttentionScore, AttentionSteps> | null;
}

/** The tag that shows it. */
export function tagOf(settings: Settings, seed: string, numbers: string, shown: number): string {
  const { kind, temperature, masked, alpha } = settings;
  return tagWith('s2s-attention', {
    seed,
    numbers,
    stages: shown > 0 && shown,
    kind: kind !== 'bahdanau' && kind,
    temperature: temperature !== 1 && temperature,
    mask: masked.flatMap((hidden, index) => (hidden ? [index] : [])).join(' '),
    alpha: alpha?.join(' '),
  });
}

export async function compute(engine: Engine, input: AttentionInput, settings: Settings): Promise<Computed> {
  const { kind, temperature, masked, alpha } = settings;
  const steps = (score: AttentionScore) => engine.attentionSteps({ ...input, temperature, masked }, score);
  const [bahdanau, luong_dot, luong_general, context] = await Promise.all([
    steps('bahdanau'),
    steps('luong_dot'),
    steps('luong_general'),
    alpha ? engine.attentionContext({ h: input.h, alpha }) : null,
  ]);
  const others = { bahdanau, luong_dot, luong_general };
  const own = others[kind];
  const [moved = 0] = context ? await engine.stateDistances([own.context], [context.context]) : [];
  return { ...settings, input, steps: own, hand: context && { ...context, moved }, others };
}
