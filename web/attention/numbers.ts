// Numbers that the reader has put in over the seed's, as the element's attribute has them: "h[0, 2] = 1.5; s[3] = -0.2".
import type { AttentionInput } from '../../wasm/client';
import { indexOf, placeText } from '../lib/place';
import { type Given, givensOf } from './quantities';

// The engine refuses numbers beyond it.
export const limit = 1_000_000;

export interface PutIn {
  name: Given;
  index: number;
  value: number;
}

const shapeOf = (name: Given, { sourceLength: S, hiddenSize: H }: AttentionInput) =>
  name === 'h' ? [S, H] : name === 's' || name === 'v' ? [H] : [H, H];

/** What the text says of numbers that there are; the rest counts as not given. */
export function readNumbers(text: string, input: AttentionInput): PutIn[] {
  return text.split(';').flatMap((one) => {
    const [, found, place = '', written = ''] = /^\s*(\w+)\[([\d\s,]+)\]\s*=\s*(\S+)\s*$/.exec(one) ?? [];
    const name = givensOf.bahdanau.find((given) => given === found);
    const index = name ? indexOf(place, shapeOf(name, input)) : null;
    const value = Number(written);
    return name && index !== null && Math.abs(value) <= limit ? [{ name, index, value }] : [];
  });
}

export const writeNumbers = (numbers: readonly PutIn[], input: AttentionInput) =>
  numbers.map(({ name, index, value }) => `${name}[${placeText(shapeOf(name, input), index)}] = ${value}`).join('; ');

/** With one more, in place of what was put in there before. */
export const andNumber = (numbers: readonly PutIn[], one: PutIn) => [
  ...numbers.filter(({ name, index }) => name !== one.name || index !== one.index),
  one,
];

/** The seed's numbers with those put in over them. */
export function withNumbers(input: AttentionInput, numbers: readonly PutIn[]): AttentionInput {
  const made = { ...input };
  for (const { name, index, value } of numbers) made[name] = made[name].map((was, at) => (at === index ? value : was));
  return made;
}
