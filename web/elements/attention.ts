// <s2s-attention>: one step of Bahdanau's attention by hand. Every given number can be changed; the stages from W_h h
// to the context appear one by one; the formula of a computed number is shown with the numbers put in; the reader says
// first which position will get the largest weight.
//
// Attributes: seed, autostart (visible and click: the engine loads when seen; off: with the first change), controls
// (seed stages predict), theme, lang. Methods: ready, reset(), state. Events: s2s-ready, s2s-answer, s2s-error.
import { html, nothing, type PropertyValues } from 'lit';
import type { AttentionInput, AttentionSteps } from '../../wasm/client';
import { firstPicture } from '../attention/first-picture';
import { type Stage, stages, subscript } from '../attention/formula';
import { type Given, givens, lowered, quantities } from '../attention/quantities';
import { formulaStrip, type Looked, stageList, type TraceView } from '../attention/stages';
import { attentionStyles } from '../attention/styles';
import { define } from '../lib/define';
import { restartEngine, sharedEngine } from '../lib/engine';
import { type Failure, isEngineFailure, toFailure } from '../lib/failure';
import { fixed, grouped } from '../lib/format';
import { errorPanel, errorPanelStyles } from '../parts/error-panel';
import '../parts/field';
import '../parts/number-grid';
import { base, controls, tokens } from '../parts/styles';
import { isForControl, S2sElement } from './element';

// The engine refuses numbers beyond it.
const limit = 1_000_000;

export class Attention extends S2sElement {
  static override properties = {
    ...S2sElement.properties,
    seed: { type: String },
    shown: { state: true },
    input: { state: true },
    steps: { state: true },
    guess: { state: true },
    seedText: { state: true },
    seedError: { state: true },
    failure: { state: true },
    looked: { state: true },
  };

  seed = firstPicture.seed;

  /** How many stages are shown. */
  private shown = 0;
  private input: AttentionInput = firstPicture.input;
  private steps: AttentionSteps = firstPicture.steps;
  private guess: number | null = null;
  private answered = false;
  private seedText = firstPicture.seed;
  private seedError = '';
  private failure: Failure | null = null;
  private looked: Looked | null = null;
  /** Only the newest change counts: answers to older ones may come later. */
  private asked = 0;
  private retry: () => void = () => {};

  // ---- The element's contract -------------------------------------------------------------------------------------

  get ready(): Promise<void> {
    return sharedEngine().then(() => {});
  }
  get state() {
    return { input: this.input, steps: this.steps, stages: this.shown };
  }
  /** Back to the seed's numbers, with everything hidden. */
  async reset(): Promise<void> {
    await this.draw(this.seed);
  }

  protected seen(): void {
    if (this.autostart !== 'off') void this.start();
  }
  protected engineLost(): void {
    // The numbers on screen stand; the next change asks for the engine again.
    this.asked += 1;
  }
  protected override engineBack(): void {
    if (this.failure && isEngineFailure(this.failure)) this.failure = null;
  }

  override willUpdate(changed: PropertyValues): void {
    if (!changed.has('seed') || (!this.hasUpdated && this.seed === firstPicture.seed)) return;
    this.seedText = this.seed;
    void this.draw(this.seed);
  }

  private async start(): Promise<void> {
    try {
      await sharedEngine();
      this.failure = null;
      this.emit('s2s-ready', this.state);
    } catch (error) {
      this.fail(error, () => void this.start());
    }
  }

  // ---- Numbers ----------------------------------------------------------------------------------------------------

  private async draw(seed: string): Promise<void> {
    this.seedText = seed;
    await this.ask(
      async (engine) => engine.attentionInput(seed.trim()),
      () => {
        this.seedError = '';
        this.shown = 0;
        this.guess = null;
        this.answered = false;
        this.looked = null;
      },
      () => void this.draw(seed),
    );
  }

  private async edit(name: Given, index: number, value: number): Promise<void> {
    const values = [...this.input[name]];
    values[index] = value;
    const input = { ...this.input, [name]: values };
    this.input = input; // a second change before the answer builds on this one
    await this.ask(
      async () => input,
      () => {},
      () => void this.edit(name, index, value),
    );
  }

  private async ask(
    make: (engine: Awaited<ReturnType<typeof sharedEngine>>) => Promise<AttentionInput>,
    accept: () => void,
    retry: () => void,
  ): Promise<void> {
    this.asked += 1;
    const turn = this.asked;
    try {
      const engine = await restartEngine();
      const input = await make(engine);
      const steps = await engine.attentionSteps(input);
      if (turn !== this.asked) return;
      accept();
      this.failure = null;
      this.input = input;
      this.steps = steps;
      // A changed number asks the question anew, unless the answer is on screen already.
      if (this.shown <= stages.indexOf('alpha')) this.answered = false;
    } catch (error) {
      if (turn === this.asked) this.fail(error, retry);
    }
  }

  private fail(error: unknown, retry: () => void): void {
    const failure = toFailure(error);
    this.emit('s2s-error', failure);
    if (failure.code === 'invalid_value' && failure.message.includes('seed')) {
      const { notNumber, seed, range } = this.strings.program;
      this.seedError = notNumber(seed, this.seedText, range.seed);
      return;
    }
    this.failure = failure;
    this.retry = retry;
  }

  // ---- Stages -----------------------------------------------------------------------------------------------------

  private show(count: number): void {
    const before = this.shown;
    this.shown = Math.min(stages.length, Math.max(0, count));
    if (this.looked && stages.indexOf(this.looked.stage) >= this.shown) this.looked = null;
    if (this.shown <= before) return;
    const stage = stages[this.shown - 1]!;
    const alphaShown = this.shown > stages.indexOf('alpha') && before <= stages.indexOf('alpha');
    this.say(this.spokenStage(stage) + (alphaShown ? ` ${this.verdict}` : ''));
    if (alphaShown && this.guess !== null && !this.answered) {
      this.answered = true;
      const right = this.steps.largest;
      this.emit('s2s-answer', { question: 'largest-weight', answer: this.guess, right, correct: this.guess === right });
    }
  }

  private spokenStage(stage: Stage): string {
    const values = this.steps[stage];
    const words = this.strings.attention;
    const short = values.length <= this.input.hiddenSize;
    const numbers = short
      ? values.map((value) => fixed(value)).join(', ')
      : `${this.input.sourceLength} × ${this.input.hiddenSize}`;
    return words.stageSaid(words.stages[stage].title, numbers);
  }

  private get verdict(): string {
    const words = this.strings.attention;
    const { largest, alpha } = this.steps;
    const weight = fixed(alpha[largest]!);
    if (this.guess === null) return words.unanswered(largest, weight);
    return this.guess === largest ? words.right(largest, weight) : words.wrong(this.guess, largest, weight);
  }

  private key(event: KeyboardEvent): void {
    if (isForControl(event)) return;
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
    const view: TraceView = {
      input: this.input,
      steps: this.steps,
      shown: this.shown,
      looked: this.looked,
      strings: this.strings,
      look: (at) => {
        this.looked = at;
      },
    };
    return html`<div class="root">
      <div class="frame" role="group" aria-label=${words.name} @keydown=${this.key}>
        ${this.given()} ${this.trouble()} ${this.bar()}
        ${stageList(view)} ${formulaStrip(view)}
        ${this.keyList(words.keys, words.keyList)}
      </div>
      ${this.liveRegion}
    </div>`;
  }

  private given() {
    const words = this.strings.attention;
    return html`<div class="given">
      <div class="given-head">
        <div>
          <h3>${words.given}</h3>
          <p class="soft">${words.givenText}</p>
        </div>
        ${
          this.hasControl('seed')
            ? html`<form class="seed" @submit=${this.submitSeed}>
                <s2s-part-field
                  .label=${words.seed}
                  .value=${this.seedText}
                  .error=${this.seedError}
                  .size=${10}
                  .onCommit=${(text: string) => void this.draw(text)}
                ></s2s-part-field>
                <button type="submit" class="draw">${words.draw}</button>
              </form>`
            : nothing
        }
      </div>
      <div class="matrices">${givens.map((name) => this.matrix(name))}</div>
    </div>`;
  }

  private submitSeed(event: Event): void {
    event.preventDefault();
    void this.draw(this.seedText);
  }

  private matrix(name: Given) {
    const words = this.strings.attention;
    const { sourceLength: S, hiddenSize: H } = this.input;
    const vector = name === 's' || name === 'v';
    const symbol = { h: 'h', s: 's', v: 'v', Wh: 'W_h', Ws: 'W_s' }[name];
    return html`<div class="matrix ${name}">
      <h4><span class=${quantities[name]}>${lowered(symbol)}</span> <span class="soft">${words.titles[name]}</span></h4>
      <s2s-part-number-grid
        .values=${this.input[name]}
        .columns=${H}
        .rowLabels=${name === 'h' ? Array.from({ length: S }, (_, i) => `h${subscript(i)}`) : []}
        .name="${symbol}, ${words.titles[name]}"
        .quantity=${quantities[name]}
        .editing=${true}
        .cellName=${(row: number, column: number) => words.cellName(symbol, vector ? null : row, column)}
        .limit=${limit}
        .refusal=${(cell: string, text: string) => words.notNumber(cell, text, grouped(limit))}
        .onEdit=${(index: number, value: number) => void this.edit(name, index, value)}
      ></s2s-part-number-grid>
    </div>`;
  }

  private trouble() {
    if (!this.failure) return nothing;
    const ways = [{ label: this.strings.tryAgain, act: () => this.retry() }];
    return html`<div class="trouble">${errorPanel(this.failure, ways, this.strings)}</div>`;
  }

  private bar() {
    const words = this.strings.attention;
    const done = this.shown === stages.length;
    const alphaShown = this.shown > stages.indexOf('alpha');
    return html`<div class="bar">
      ${
        this.hasControl('predict')
          ? html`<fieldset class="predict">
              <legend>${words.predict}</legend>
              <div class="segments">
                ${this.steps.alpha.map(
                  (_, index) => html`<label
                    ><input
                      type="radio"
                      name="guess"
                      value=${index}
                      .checked=${this.guess === index}
                      ?disabled=${alphaShown}
                      @change=${() => {
                        this.guess = index;
                      }}
                    />${words.position(index)}</label
                  >`,
                )}
              </div>
              <p class="verdict ${alphaShown ? 'known' : ''}">
                ${
                  alphaShown
                    ? html`${
                        this.guess === null
                          ? nothing
                          : html`<strong>${this.guess === this.steps.largest ? '✓' : '✗'}</strong> `
                      }${this.verdict}`
                    : words.waiting
                }
              </p>
            </fieldset>`
          : nothing
      }
      ${
        this.hasControl('stages')
          ? html`<div class="buttons">
              <button type="button" class="back" aria-keyshortcuts="B" aria-disabled=${this.shown === 0} @click=${() => this.show(this.shown - 1)}>
                ${words.back}
              </button>
              <button type="button" class="next primary" aria-keyshortcuts="N" aria-disabled=${done} @click=${() => this.show(this.shown + 1)}>
                ${words.next} <span class="number">${Math.min(this.shown + 1, stages.length)}/${stages.length}</span>
              </button>
              <button type="button" class="all quiet" @click=${() => this.show(done ? 0 : stages.length)}>
                ${done ? words.again : words.all}
              </button>
            </div>`
          : nothing
      }
    </div>`;
  }

  static override styles = [tokens, base, controls, errorPanelStyles, S2sElement.shared, attentionStyles];
}

define('s2s-attention', Attention);
