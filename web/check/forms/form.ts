// What every form of answering is made of.
import type { TemplateResult } from 'lit';
import type { Answer, Form, FormName, Text } from '../moment';
import type { Strings } from '../words';

/** What has been put in so far, before it is checked: a choice, a text, a list; null where nothing is. */
export type Draft = number | string | readonly number[] | null;

export interface FormView {
  draft: Draft;
  set: (draft: Draft) => void;
  /** What is put in is refused, for what `#missing` says. */
  refused: boolean;
  /** No more changes: the answer is known. */
  closed: boolean;
  /** Radio buttons of one question share it. */
  group: string;
  strings: Strings;
  say: (text: string) => void;
}

export interface FormKit<Name extends FormName = FormName> {
  start(form: Extract<Form, { form: Name }>): Draft;
  /** The answer, or what is missing for one. */
  read(form: Extract<Form, { form: Name }>, draft: Draft, strings: Strings): { answer: Answer } | { missing: string };
  right(form: Extract<Form, { form: Name }>, answer: Answer, right: Answer): boolean;
  /** The answer in words, which may have marks. */
  words(form: Extract<Form, { form: Name }>, answer: Answer, strings: Strings): Text;
  render(form: Extract<Form, { form: Name }>, view: FormView): TemplateResult;
}

export const sameList = (one: Answer, other: Answer) =>
  Array.isArray(one) && Array.isArray(other) && one.length === other.length && one.every((x, i) => x === other[i]);
