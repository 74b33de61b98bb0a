// What stands in the program's fields, valid or not: judged as it comes, and by the engine, refused in words. A refused
// text changes nothing in the run.
import { type Failure, isEngineFailure, isOver, standing, toFailure } from '../lib/failure';
import { numberIn, ranges, rangeText, seedIn } from '../lib/ranges';
import type { Strings } from '../strings/en';
import type { Regime } from './configuration';
import type { Run } from './run';

export type TextSetting = 'seed' | 'epochs' | 'learningRate';
export const textSettings: readonly TextSetting[] = ['seed', 'epochs', 'learningRate'];

/** Their names in the engine's sentences. */
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
  constructor(
    private readonly run: Run,
    private readonly listener: SettingsListener,
  ) {}

  async commit(name: TextSetting, text: string): Promise<void> {
    this.texts[name] = text;
    const value = name === 'seed' ? seedIn(text) : numberIn(text, ranges[name]);
    // What is refused must not come into the program's text, not even where it is there before the engine.
    if (value === null) {
      this.refuse(name, this.notAllowed(name, text));
      return;
    }
    // What the run has already is no change: after a refused text the run goes on as it was.
    if (this.run.newest[name] === value) {
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
    return standing(message.replace(fieldNames[name], words[name]));
  }

  private notAllowed(name: TextSetting, text: string): string {
    const strings = this.listener.strings();
    const { program: words } = strings;
    const allowed = name === 'seed' ? words.range.seed : rangeText(ranges[name], strings);
    return words.notNumber(words[name], text, allowed);
  }
}
