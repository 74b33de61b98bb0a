// What stands in the program's fields, valid or not: parsed here, judged by the engine, refused in words. A refused
// text changes nothing in the run.
import type { Field } from '../../wasm/client';
import { type Failure, isEngineFailure, isOver, toFailure } from '../lib/failure';
import { grouped, typed } from '../lib/format';
import type { Strings } from '../strings/en';
import type { Regime } from './configuration';
import type { Run } from './run';

export type TextSetting = 'seed' | 'epochs' | 'learningRate';
export const textSettings: readonly TextSetting[] = ['seed', 'epochs', 'learningRate'];

/** Their names in the engine's table of fields. */
const fieldNames: Record<TextSetting, string> = {
  seed: 'training.seed',
  epochs: 'training.epochs',
  learningRate: 'training.learning_rate',
};

export interface SettingsListener {
  strings: () => Strings;
  changed: () => void;
  refused: (failure: Failure) => void;
}

export class SettingsForm {
  readonly texts: Record<TextSetting, string> = { seed: '', epochs: '', learningRate: '' };
  readonly errors: Record<TextSetting, string> = { seed: '', epochs: '', learningRate: '' };
  /** The engine's table, once it is there: ranges are told from it. */
  fields: readonly Field[] = [];

  constructor(
    private readonly run: Run,
    private readonly listener: SettingsListener,
  ) {}

  get hasErrors(): boolean {
    return textSettings.some((name) => this.errors[name] !== '');
  }

  async commit(name: TextSetting, text: string): Promise<void> {
    this.texts[name] = text;
    const clean = text.trim();
    const value = name === 'seed' ? clean : clean === '' ? Number.NaN : Number(clean);
    // The engine takes 0 epochs where steps are counted instead; here there would be nothing to train. And what is no
    // number at all must not come into the program's text, not even where it is there before the engine.
    const no = typeof value === 'number' ? !Number.isFinite(value) : !/^[+-]?\d+$/.test(value);
    if (no || (name === 'epochs' && Number(value) < 1)) {
      this.refuse(name, this.notAllowed(name, text));
      return;
    }
    // What the run has already is no change: after a refused text the run goes on as it was. Without a session the
    // value itself may be what the engine refused.
    if (this.run.newest[name] === value && (this.errors[name] === '' || this.run.current)) {
      this.errors[name] = '';
      this.listener.changed();
      return;
    }
    try {
      await this.run.apply({ [name]: value });
      if (this.texts[name] === text) this.errors[name] = ''; // or a later text stands there by now
    } catch (error) {
      const failure = toFailure(error);
      // A lost engine is told by the run, and is no fault of this field.
      if (isOver(failure)) return;
      if (isEngineFailure(failure)) this.listener.refused(failure);
      else if (this.texts[name] === text) this.refuse(name, this.inWords(name, failure.message));
    }
    this.listener.changed();
  }

  async setRegime(regime: Regime): Promise<void> {
    if (this.run.newest.regime === regime) return;
    try {
      await this.run.apply({ regime });
    } catch (error) {
      const failure = toFailure(error);
      if (!isOver(failure)) this.listener.refused(failure);
    }
  }

  /** The engine refused to start with these settings: the field at fault says so. */
  startRefused(failure: Failure): void {
    const name = textSettings.find((key) => failure.message.includes(fieldNames[key]));
    if (name) this.errors[name] = this.inWords(name, failure.message);
    this.listener.changed();
  }

  private refuse(name: TextSetting, message: string): void {
    this.errors[name] = message;
    this.listener.refused({ code: 'invalid_value', message });
    this.listener.changed();
  }

  /** The engine names the field as its table does; people see the label. */
  private inWords(name: TextSetting, message: string): string {
    const words = this.listener.strings().program;
    // Of a value out of range the page says what was typed: the engine has only the number that was read from it.
    if (message.startsWith(`${fieldNames[name]} is `)) return this.notAllowed(name, this.texts[name]);
    return message.replace(fieldNames[name], words[name]);
  }

  private notAllowed(name: TextSetting, text: string): string {
    const words = this.listener.strings().program;
    return words.notNumber(words[name], text, this.range(name));
  }

  /** What is allowed, in words. */
  private range(name: TextSetting): string {
    const { program, lang } = this.listener.strings();
    const { range } = program;
    if (name === 'seed') return range.seed;
    const written = (bound: number) => (name === 'epochs' ? grouped(bound, lang) : typed(bound));
    const field = this.fields.find((row) => row.name === fieldNames[name]);
    const parts: string[] = [name === 'learningRate' ? range.number : range.whole];
    const minimum = name === 'epochs' ? 1 : field?.minimum;
    if (minimum !== undefined) {
      parts.push(field?.minimumExclusive ? range.above(written(minimum)) : range.from(written(minimum)));
    }
    if (field?.maximum !== undefined) parts.push(range.to(written(field.maximum)));
    return parts.join(' ');
  }
}
