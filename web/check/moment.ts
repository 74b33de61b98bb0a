// What a moment is: one question over one set of numbers. The engine draws the numbers and knows the answer; nothing
// here is an answer.
import type { Engine } from '../../wasm/client';
import type { Dice } from './dice';
import type { Strings } from './words';

/** The lesson's kinds of moment. */
export const kinds = [
  'predict',
  'shape',
  'paper',
  'trap',
  'wrong',
  'break',
  'constraint',
  'counterexample',
  'fill',
  'sorting',
  'which',
  'lie',
  'tradeoff',
  'given',
  'watch',
  'edge',
  'rule-out',
  'aloud',
  'connect',
] as const;
export type Kind = (typeof kinds)[number];

export const parts = ['warm-up', 'part-1', 'part-2', 'part-3', 'part-4', 'project', 'recap'] as const;
export type Part = (typeof parts)[number];

/** Plain text; `code`, W_h, ⟦token⟧ and ⟪predicted token⟫ are set as such (rich.ts). */
export type Text = string;

/** Something shown: drawn by figures.ts. */
export type Figure =
  | {
      type: 'grid';
      title: Text;
      values: readonly number[];
      columns: number;
      rows?: readonly string[];
      heads?: readonly string[];
      quantity?: string;
      bars?: boolean;
      strongest?: number;
    }
  | { type: 'tokens'; title: Text; tokens: readonly string[]; own?: boolean }
  | {
      type: 'table';
      title: Text;
      heads: readonly Text[];
      rows: readonly (readonly Text[])[];
      strong?: readonly number[];
    }
  | { type: 'coins'; title: Text; rows: readonly (readonly boolean[])[] }
  | { type: 'code'; title: Text; lines: readonly string[] }
  | { type: 'curve'; title: Text; losses: readonly number[]; mark?: number };

/**
 * How the reader answers: drawn and read by the file of that name in forms/. A number without digits is a count. `fill`
 * takes the texts that are an answer at all, right or wrong; `expected` says what they are.
 */
export type Form =
  | { form: 'choice'; options: readonly Text[] }
  | { form: 'several'; options: readonly Text[] }
  | { form: 'number'; label: Text; tolerance: number; digits: number }
  | { form: 'shape'; label: Text }
  | { form: 'order'; label: Text; items: readonly Text[] }
  | { form: 'match'; label: Text; items: readonly Text[]; choices: readonly Text[] }
  | { form: 'fill'; before: Text; after: Text; allowed: readonly string[]; expected: Text }
  | { form: 'aloud'; label: Text; points: readonly Text[]; model: Text };
export type FormName = Form['form'];

/** choice: an option; several, shape, order, match: a list; number: itself; fill: a text; aloud: the points made. */
export type Answer = number | string | readonly number[];

export interface Instance {
  question: Text;
  given: readonly Figure[];
  form: Form;
  right: Answer;
  /** Why this answer, which is not right, is not. */
  reason: (answer: Answer) => Text;
  /** Shown once it is known: the explanation, and what ran. */
  because: Text;
  ran: readonly Figure[];
}

export type Texts = Strings['check']['moments'];
export type MomentName = keyof Texts;

export interface Tools<Words = unknown> {
  engine: Engine;
  /** Of this instance; `nearby(k)` is the k-th one after it, for moments that look for numbers that suit them. */
  seed: string;
  nearby: (k: number) => string;
  dice: Dice;
  words: Words;
  strings: Strings;
  /** The reader's own words, for moments about words. */
  tokens: readonly string[];
}

/** How a moment is made: in its room (moments/). */
export interface Made {
  name: MomentName;
  make: (tools: Tools) => Promise<Instance>;
}

export interface Moment extends Made {
  kind: Kind;
  part: Part;
}

/** A moment whose texts are the catalogue's of that name. */
export const moment = <Name extends MomentName>(
  name: Name,
  make: (tools: Tools<Texts[Name]>) => Promise<Instance>,
): Made => ({ name, make: (tools) => make({ ...tools, words: tools.strings.check.moments[name] }) });
