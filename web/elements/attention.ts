// <s2s-attention>: one step of attention by hand, with Bahdanau's score or one of Luong's. Every given number can be
// changed; the stages from W_h h to the context appear one by one; the formula of a computed number is shown with the
// numbers put in; the reader says first which position will get the largest weight. Positions can be masked, energies
// divided by a temperature, and the weights set by hand.
//
// Attributes: seed, numbers (put in by hand over the seed's: h[0, 2] = 1.5; s[3] = -0.2), stages, kind, temperature, mask,
// alpha, autostart (visible and click: the engine loads when seen; off: with the first change), controls (seed settings predict stages hand export), theme, lang. Methods: ready, reset(), state, tag.
// Events: s2s-ready, s2s-computed, s2s-answer, s2s-error.
import { html, nothing, type PropertyValues } from 'lit';
import type { AttentionInput, Engine } from '../../wasm/client';
import { question, spokenStage, spokenWeights, stageButtons, verdict, weightsShown } from '../attention/bar';
import { choices } from '../attention/choices';
import { comparison } from '../attention/compare';
import { firstPicture } from '../attention/first-picture';
import { given } from '../attention/given';
import { handEditor, movedBy } from '../attention/hand';
import { andNumber, type PutIn, readNumbers, withNumbers, writeNumbers } from '../attention/numbers';
import type { Given } from '../attention/quantities';
import {
  type Computed,
  carriedOver,
  compute,
  isTemperature,
  isWeight,
  settingsFrom,
  stagesOf,
  tagOf,
} from '../attention/settings';
import { formulaStrip, type Looked, stageList } from '../attention/stages';
import { attentionStyles } from '../attention/styles';
import { takeAlong } from '../attention/take-along';
import { define } from '../lib/define';
import { toFailure } from '../lib/failure';
import { errorPanelStyles } from '../parts/error-panel';
import { base, controls, tokens } from '../parts/styles';
import { AskingElement } from './asking-element';
import { isForControl, S2sElement } from './element';

export class Attention extends AskingElement {
  static override properties = {
    ...AskingElement.properties,
    seed: { type: String },
    numbers: { type: String },
    stages: { type: Number },
    kind: { type: String },
    temperature: { type: Number },
    mask: { type: String },
    alpha: { type: String },
    shown: { state: true },
    computed: { state: true },
    refused: { state: true },
    temperatureText: { state: true },
    temperatureError: { state: true },
    guess: { state: true },
    seedText: { state: true },
    seedError: { state: true },
    looked: { state: true },
  };

  seed = firstPicture.seed;
  /** Put in by hand over the seed's. */
  numbers = '';

  /** How many stages to show; `shown` follows once the engine has answered. */
  stages = 0;
  kind = 'bahdanau';
  temperature = 1;
  /** Positions whose weight is exactly 0, separated by blanks. */
  mask = '';
  /** Weights by hand, separated by blanks; empty: the softmax's. */
  alpha = '';

  private shown = 0;
  private computed: Computed = {
    ...settingsFrom({ kind: '', temperature: 1, mask: '', alpha: '' }, firstPicture.input.sourceLength),
    ...{ input: firstPicture.input, steps: firstPicture.steps, hand: null, others: null },
  };
  /** The newest numbers; the engine may still be at work on them. `plain` are the seed's alone, `applied` what is put in. */
  private input: AttentionInput = firstPicture.input;
  private plain: AttentionInput = firstPicture.input;
  private applied = '';
  private drawn = firstPicture.seed;
  /** Numbers that the engine is drawing: a setting that changes meanwhile must not lose them. */
  private drawing: { seed: string; shown: number; numbers: string } | null = null;
  /** Texts in the fields by hand that are no weight. */
  private refused: ReadonlyMap<number, string> = new Map();
  private temperatureText = '';
  private temperatureError = '';
  private guess: number | null = null;
  private answered = false;
  private seedText = firstPicture.seed;
  private seedError = '';
  private looked: Looked | null = null;

  // ---- The element's contract -------------------------------------------------------------------------------------

  get state() {
    const { input, steps, kind, temperature, masked, hand } = this.computed;
    return { seed: this.drawn, input, steps, stages: this.shown, kind, temperature, masked, hand };
  }
  /** The tag that shows what is on screen. */
  get tag(): string {
    return tagOf(this.computed, this.drawn, this.applied, this.shown);
  }
  /** Back to the seed's numbers and the plain softmax of Bahdanau's score, with everything hidden. */
  async reset(): Promise<void> {
    this.kind = 'bahdanau';
    this.temperature = 1;
    this.mask = '';
    this.alpha = '';
    await this.draw(this.seed);
  }

  override willUpdate(changed: PropertyValues): void {
    const first = !this.hasUpdated;
    // Nobody can uncover the stages of a locked figure.
    if (this.isLocked && this.stages === 0) this.stages = Number.POSITIVE_INFINITY;
    const stages = changed.has('stages') ? this.stages : null;
    const settings = (['kind', 'temperature', 'mask', 'alpha'] as const).some((name) => changed.has(name));
    const numbers = changed.has('numbers') && this.numbers !== (this.drawing?.numbers ?? this.applied);
    if (changed.has('seed') && !(first && this.seed === firstPicture.seed)) {
      const shown = stages ?? (this.isLocked ? this.stages : 0);
      void this.draw(this.seed, shown, changed.has('numbers') ? this.numbers : this.waiting);
    } else if (numbers || (settings && !(first && this.isPlain))) {
      if (this.drawing && numbers) this.drawing.numbers = this.numbers;
      void this.settle(stages);
    } else if (stages !== null && stages !== this.shown) {
      this.show(stages);
    }
  }

  /** Numbers of the attribute that were put into none yet, such as those beside a seed that was refused. */
  private get waiting(): string {
    return this.numbers === this.applied ? '' : this.numbers;
  }

  private get settings() {
    return settingsFrom(this, this.input.sourceLength);
  }
  private get isPlain(): boolean {
    const { kind, temperature, masked, alpha } = this.settings;
    return kind === 'bahdanau' && temperature === 1 && !masked.includes(true) && alpha === null;
  }

  // ---- Numbers ----------------------------------------------------------------------------------------------------

  private async draw(seed: string, shown = 0, numbers = ''): Promise<void> {
    this.seedText = seed;
    this.drawing = { seed, shown, numbers };
    let plain = this.plain;
    await this.follow(
      async (engine) => {
        plain = await engine.attentionInput(seed.trim());
        return withNumbers(plain, readNumbers(numbers, plain));
      },
      () => {
        this.seedError = '';
        this.drawn = seed.trim();
        this.plain = plain;
        this.apply(readNumbers(numbers, plain));
        this.shown = 0;
        this.guess = null;
        this.answered = false;
        this.looked = null;
      },
      () => void this.draw(seed, shown, numbers),
      shown,
    );
  }

  /** A second change before the engine's answer builds on this one. */
  private apply(numbers: readonly PutIn[]): void {
    this.applied = writeNumbers(numbers, this.plain);
    this.numbers = this.applied;
    this.input = withNumbers(this.plain, numbers);
  }

  private edit(name: Given, index: number, value: number): void {
    this.drawing = null;
    this.apply(andNumber(readNumbers(this.applied, this.plain), { name, index, value }));
    void this.settle(null);
  }

  /** What follows from changed settings, or numbers put in. */
  private async settle(stages: number | null): Promise<void> {
    if (this.drawing) {
      const { seed, shown, numbers } = this.drawing;
      return this.draw(seed, stages ?? shown, numbers);
    }
    const speaks = this.numbers === this.applied && this.input === this.computed.input;
    if (this.numbers !== this.applied) this.apply(readNumbers(this.numbers, this.plain));
    await this.follow(
      async () => this.input,
      () => {
        if (speaks && weightsShown(this.computed, this.shown)) this.say(spokenWeights(this.computed, this.strings));
      },
      () => void this.settle(stages),
      stages,
    );
  }

  /** All that follows from these numbers and the settings of now. */
  private follow(
    make: (engine: Engine) => Promise<AttentionInput>,
    accept: () => void,
    retry: () => void,
    stages: number | null = null,
  ): Promise<void> {
    return this.ask(
      async (engine) => {
        const input = await make(engine);
        return compute(engine, input, settingsFrom(this, input.sourceLength));
      },
      (computed) => {
        this.drawing = null;
        this.shown = carriedOver(this.shown, this.computed.kind, computed.kind);
        this.input = computed.input;
        this.computed = computed;
        accept();
        if (this.looked && !stagesOf[computed.kind].slice(0, this.shown).includes(this.looked.stage))
          this.looked = null;
        // A changed number asks the question anew, unless the answer is on screen already.
        if (!weightsShown(this.computed, this.shown)) this.answered = false;
        this.show(stages ?? this.shown);
        this.emit('s2s-computed', this.state);
      },
      (error) => {
        this.drawing = null;
        this.fail(error, retry);
      },
    );
  }

  protected override fail(error: unknown, retry: () => void): void {
    const failure = toFailure(error);
    if (failure.code !== 'invalid_value' || !failure.message.includes('seed')) {
      super.fail(error, retry);
      return;
    }
    this.emit('s2s-error', failure);
    const { notNumber, seed, range } = this.strings.program;
    this.seedError = notNumber(seed, this.seedText, range.seed);
  }

  // ---- Stages -----------------------------------------------------------------------------------------------------

  private show(count: number): void {
    const stages = stagesOf[this.computed.kind];
    const before = this.shown;
    const known = weightsShown(this.computed, this.shown);
    this.shown = Math.min(stages.length, Math.max(0, Math.trunc(count) || 0));
    this.stages = this.shown;
    if (this.looked && stages.indexOf(this.looked.stage) >= this.shown) this.looked = null;
    if (this.shown <= before) return;
    const alphaShown = !known && weightsShown(this.computed, this.shown);
    this.say(
      spokenStage(stages[this.shown - 1]!, this.computed, this.strings) +
        (alphaShown ? ` ${verdict(this.computed, this.guess, this.strings)}` : ''),
    );
    if (alphaShown && this.guess !== null && !this.answered) {
      this.answered = true;
      const right = this.computed.steps.largest;
      this.emit('s2s-answer', { question: 'largest-weight', answer: this.guess, right, correct: this.guess === right });
    }
  }

  // ---- Settings ---------------------------------------------------------------------------------------------------

  private setTemperature(text: string): void {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    this.temperatureText = text;
    const { temperatureSlider, temperatureRange } = this.strings.attention;
    this.temperatureError = isTemperature(value)
      ? ''
      : this.strings.program.notNumber(temperatureSlider, text, temperatureRange);
    if (this.temperatureError === '') this.temperature = value;
  }

  private setWeight(index: number, text: string): void {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    const refused = new Map(this.refused);
    if (isWeight(value)) {
      refused.delete(index);
      const alpha = this.settings.alpha ?? this.computed.steps.alpha;
      this.alpha = alpha.map((weight, at) => (at === index ? value : weight)).join(' ');
    } else {
      refused.set(index, text);
    }
    this.refused = refused;
  }

  private takeInHand(on: boolean): void {
    this.refused = new Map();
    this.alpha = on ? this.computed.steps.alpha.join(' ') : '';
  }

  private async evenOut(): Promise<void> {
    const { input, hand } = this.computed;
    if (!hand || hand.alphaSum === 0) return;
    try {
      const engine = await this.hold.restarted();
      const made = await engine.attentionContext({ h: input.h, alpha: hand.alpha, normalized: true });
      this.refused = new Map();
      this.alpha = made.alpha.join(' ');
    } catch (error) {
      this.fail(error, () => void this.evenOut());
    }
  }

  private key(event: KeyboardEvent): void {
    if (this.isLocked || isForControl(event)) return;
    const acts: Record<string, () => void> = {
      n: () => this.show(this.shown + 1),
      b: () => this.show(this.shown - 1),
    };
    const act = acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  // ---- Pictures ---------------------------------------------------------------------------------------------------

  override render() {
    const words = this.strings.attention;
    const { computed, shown, looked, strings } = this;
    const view = {
      ...{ computed, shown, looked, strings },
      look: (at: Looked) => {
        this.looked = at;
      },
      afterAlpha: this.hasControl('hand') ? this.hand() : nothing,
      underContext: movedBy(computed, strings),
    };
    return html`<div class="root">
      <div class="frame" role="group" aria-label=${words.name} @keydown=${this.key}>
        ${this.given()} ${this.hasControl('settings') ? this.choices() : nothing} ${this.trouble()}
        ${this.bar()}
        ${stageList(view)} <div class="compare">${comparison(computed, strings, this.lang)}</div> ${formulaStrip(view)}
        <div class="foot">
          ${this.keyList(words.keys, words.keyList)}
          ${this.hasControl('export') ? takeAlong(this.renderRoot, computed, shown, () => this.tag, strings) : nothing}
        </div>
      </div>
      ${this.liveRegion}
    </div>`;
  }

  private bar() {
    const { computed, shown, guess, strings } = this;
    const [asks, steps] = [this.hasControl('predict'), this.hasControl('stages')];
    if (!asks && !steps) return nothing;
    const bar = {
      ...{ computed, shown, guess, strings },
      say: (said: number) => {
        this.guess = said;
      },
      show: (count: number) => this.show(count),
    };
    return html`<div class="bar">${asks ? question(bar) : nothing} ${steps ? stageButtons(bar) : nothing}</div>`;
  }

  private hand() {
    return handEditor({
      ...{ computed: this.computed, alpha: this.settings.alpha, refused: this.refused, strings: this.strings },
      toggle: (on) => this.takeInHand(on),
      set: (index, text) => this.setWeight(index, text),
      normalize: () => void this.evenOut(),
    });
  }

  private choices() {
    return choices({
      ...{ settings: this.settings, strings: this.strings },
      ...{ temperatureText: this.temperatureText, temperatureError: this.temperatureError },
      setKind: (kind) => {
        this.kind = kind;
      },
      setTemperature: (text) => this.setTemperature(text),
      setMask: (masked) => {
        this.mask = masked.flatMap((hidden, index) => (hidden ? [index] : [])).join(' ');
      },
    });
  }

  private given() {
    const draw = (text: string) => void this.draw(text, 0, this.waiting);
    const seed = { text: this.seedText, error: this.seedError, draw };
    return given({
      ...{ input: this.input, kind: this.computed.kind, strings: this.strings },
      seed: this.hasControl('seed') ? seed : null,
      edit: this.isLocked ? null : (name, index, value) => this.edit(name, index, value),
    });
  }

  static override styles = [tokens, base, controls, errorPanelStyles, S2sElement.shared, attentionStyles];
}

define('s2s-attention', Attention);
