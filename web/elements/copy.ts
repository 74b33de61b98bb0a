// <s2s-copy>: where each written word comes from. Attention, vocabulary distribution and p_gen are stacked into the final
// distribution, step by step, for a sentence of the reader's with names the model has never seen; p_gen from the model or
// by hand; the same training without copying beside it.
//
// Attributes: sentence, step (from 1), gate (p_gen by hand, 0 to 1), autostart (visible: the trained models load when it
// comes into view; click and off: with the first change), controls (sentence gate sides pointer export), theme, lang.
// Methods: ready, write(sentence), reset(), state. Events: s2s-ready, s2s-decoded, s2s-error.
import { html, nothing, type PropertyValues } from 'lit';
import { firstPicture } from '../copy/first-picture';
import { type Decode, decode, mixed } from '../copy/mixture';
import { mixtureStyles } from '../copy/mixture-styles';
import { loadModels, type Models } from '../copy/models';
import {
  attentionTable,
  gateBar,
  mixtureTable,
  type PanelView,
  pointerFigure,
  proposals,
  sideBySide,
  sourceStrip,
  writtenStrip,
} from '../copy/panels';
import { firstStep, sentences } from '../copy/sentences';
import { copyStyles } from '../copy/styles';
import { define } from '../lib/define';
import { type Failure, isEngineFailure, isOver, standing, toFailure } from '../lib/failure';
import { fixed } from '../lib/format';
import { tagWith } from '../lib/markup';
import { errorPanel, errorPanelStyles } from '../parts/error-panel';
import '../parts/export-menu';
import '../parts/field';
import { base, controls, tokens } from '../parts/styles';
import { isForControl, S2sElement } from './element';

export class Copy extends S2sElement {
  static override properties = {
    ...S2sElement.properties,
    sentence: { type: String },
    step: { type: Number },
    gate: { type: Number },
    view: { state: true },
    looked: { state: true },
    busy: { state: true },
    failure: { state: true },
    sentenceError: { state: true },
    drawn: { state: true },
  };

  sentence: string = firstPicture.sentence;
  step = firstStep;
  /** p_gen by hand; without it the model's own. */
  gate: number | undefined = undefined;

  private view = firstPicture.view;
  /** False where the first picture is of another sentence, or another p_gen, than is asked for. */
  private drawn = true;
  private on: readonly string[] = firstPicture.on;
  private off: readonly string[] = firstPicture.off;
  private looked: number | null = null;
  private busy = false;
  private failure: Failure | null = null;
  private sentenceError = '';
  private models: Promise<Models> | null = null;
  private found: { sentence: string; decode: Decode } | null = null;
  /** Only the newest wish counts: answers to older ones may come later. */
  private asked = 0;

  // ---- The element's contract -------------------------------------------------------------------------------------

  get ready() {
    return this.load().then(() => this.state);
  }
  /** Writes the answer to a sentence, with and without copying. */
  async write(sentence: string) {
    this.sentence = sentence;
    await this.refresh();
    return this.state;
  }
  async reset(): Promise<void> {
    [this.sentence, this.gate, this.step, this.looked] = [firstPicture.sentence, undefined, firstStep, null];
    await this.updateComplete;
  }
  get state() {
    const { sentence, step, gate, view, on, off } = this;
    return { sentence, step, gate: gate ?? null, view, on, off };
  }

  // ---- Life -------------------------------------------------------------------------------------------------------

  protected seen(): void {
    if (this.autostart === 'visible' || (!this.drawn && this.autostart !== 'off')) void this.refresh();
  }
  protected engineLost(): void {
    // What is on screen stands; the next wish starts the engine and loads the models anew.
    this.asked += 1;
    this.busy = false;
    this.models = null;
    this.found = null;
  }
  protected override engineBack(): void {
    if (this.failure && isEngineFailure(this.failure)) this.failure = null;
  }
  protected override left(): void {
    const { models } = this;
    this.asked += 1;
    [this.models, this.found, this.busy] = [null, null, false];
    models?.then(({ on, off }) => Promise.all([on.dispose(), off.dispose()])).catch(() => {});
  }

  override willUpdate(changed: PropertyValues): void {
    if (!this.hasUpdated) {
      this.drawn = this.sentence === firstPicture.sentence && this.hand === null;
      return; // what is asked for is read when the element is seen
    }
    if (changed.has('sentence') || changed.has('gate')) void this.refresh();
  }

  private get hand(): number | null {
    return this.gate === undefined || Number.isNaN(this.gate) ? null : Math.min(1, Math.max(0, this.gate));
  }
  private get picked(): number {
    return Math.min(this.view.steps.length, Math.max(1, this.step || firstStep)) - 1;
  }

  private load(): Promise<Models> {
    const loading =
      this.models ??
      this.hold
        .restarted()
        .then(loadModels)
        .then((models) => {
          this.emit('s2s-ready', this.state);
          return models;
        })
        .catch((error) => {
          if (this.models === loading) this.models = null;
          throw error;
        });
    this.models = loading;
    return loading;
  }

  /** Reads the sentence anew where it is another one, and mixes with the p_gen that is wished. */
  private async refresh(): Promise<void> {
    this.asked += 1;
    const turn = this.asked;
    const { sentence, hand } = this;
    this.busy = this.found?.sentence !== sentence;
    try {
      const { on, off } = await this.load();
      const engine = await this.hold.shared();
      if (this.found?.sentence !== sentence) {
        const found = { sentence, decode: await decode(on, sentence) };
        const [with_, without] = [await on.translate(sentence), await off.translate(sentence)];
        if (turn !== this.asked) return;
        this.found = found;
        [this.on, this.off] = [with_.tokens, without.tokens];
        this.say(this.strings.copy.said.written(this.on.join(' '), this.off.join(' ')));
      }
      const view = await mixed(engine, this.found.decode, hand);
      if (turn !== this.asked) return;
      [this.view, this.drawn] = [view, true];
      [this.failure, this.sentenceError, this.busy] = [null, '', false];
      this.emit('s2s-decoded', this.state);
    } catch (error) {
      if (turn === this.asked) this.fail(toFailure(error));
    }
  }

  private fail(failure: Failure): void {
    this.busy = false;
    if (isOver(failure)) return;
    this.emit('s2s-error', failure);
    if (['invalid_data', 'invalid_value', 'invalid_token'].includes(failure.code))
      this.sentenceError = standing(failure.message);
    else this.failure = failure;
  }

  // ---- Acts -------------------------------------------------------------------------------------------------------

  private pick(step: number): void {
    this.step = Math.min(this.view.steps.length, Math.max(1, step));
    this.looked = null;
    const shown = this.view.steps[this.picked]!;
    this.say(this.strings.copy.said.step(this.step, shown.word, fixed(shown.gate, 2), fixed(shown.words[0]!.final, 3)));
  }

  private key(event: KeyboardEvent): void {
    if (this.isLocked || isForControl(event)) return;
    const gate = this.view.steps[this.picked]?.gate ?? 0;
    const moved = (by: number) => () => {
      this.gate = Math.min(1, Math.max(0, Math.round(100 * (gate + by)) / 100));
    };
    const acts: Record<string, () => void> = {
      '[': moved(-0.05),
      ']': moved(0.05),
      m: () => {
        this.gate = undefined;
      },
    };
    const act = acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  // ---- Pictures ---------------------------------------------------------------------------------------------------

  override render() {
    const words = this.strings.copy;
    const panel: PanelView = {
      view: this.view,
      on: this.on,
      off: this.off,
      picked: this.picked,
      hand: this.hand,
      looked: this.looked,
      busy: this.busy,
      strings: this.strings,
      pick: (step) => this.pick(step + 1),
      setHand: (gate) => {
        this.gate = gate ?? undefined;
      },
      look: (row) => {
        this.looked = row;
      },
    };
    return html`<div class="root">
      <div class="frame" role="group" aria-label=${words.name} aria-busy=${this.busy} @keydown=${this.key}>
        ${this.hasControl('sentence') ? this.sentenceForm() : nothing} ${this.trouble()}
        ${this.drawn ? this.pictures(panel) : this.undrawn()}
        <div class="last">${this.hasControl('pointer') ? pointerFigure(panel) : nothing} ${proposals(this.strings)}</div>
        <div class="foot">${this.keyList(words.keys, words.keyList)} ${this.hasControl('export') ? this.exports() : nothing}</div>
      </div>
      ${this.liveRegion}
    </div>`;
  }

  private pictures(panel: PanelView) {
    return html`<div class="strips ${this.busy ? 'busy' : ''}">${sourceStrip(panel)} ${writtenStrip(panel)} ${attentionTable(panel)}</div>
      ${this.hasControl('gate') ? gateBar(panel) : nothing} ${mixtureTable(panel)}
      ${this.hasControl('sides') ? sideBySide(panel) : nothing}`;
  }

  private undrawn() {
    const words = this.strings.copy;
    return html`<p class="undrawn">
      <button type="button" class="write primary" aria-disabled=${this.busy} @click=${() => !this.busy && void this.refresh()}>
        ${words.write}
      </button>
    </p>`;
  }

  private sentenceForm() {
    const words = this.strings.copy;
    return html`<div class="ask">
      <form @submit=${(event: Event) => event.preventDefault()}>
        <s2s-part-field
          class="sentence"
          .label=${words.sentence}
          .value=${this.sentence}
          .error=${this.sentenceError}
          .size=${40}
          .onCommit=${(text: string) => {
            this.sentence = text;
          }}
        ></s2s-part-field>
      </form>
      <p class="examples">
        <span class="soft">${words.examples}:</span>
        ${sentences.map(
          (sentence) =>
            html`<button type="button" class="quiet example" aria-pressed=${sentence === this.sentence} @click=${() => {
              this.sentence = sentence;
            }}><bdi>${sentence}</bdi></button>`,
        )}
      </p>
      <p class="loading soft" role="status">${this.busy ? `${words.loading} …` : nothing}</p>
    </div>`;
  }

  private trouble() {
    if (!this.failure) return nothing;
    const label = this.failure.code === 'worker_lost' ? this.strings.startEngine : this.strings.tryAgain;
    return html`<div class="trouble">
      ${errorPanel(this.failure, [{ label, act: () => void this.refresh() }], this.strings)}
    </div>`;
  }

  private exports() {
    const words = this.strings.copy;
    const find = (selector: string) => () => this.renderRoot.querySelector(selector);
    const step = this.view.steps[this.picked];
    return html`<s2s-part-export-menu
      .name=${words.name}
      .file=${'copy'}
      .strings=${this.strings}
      .pictures=${[
        { title: words.finalColumn, element: find('.mixture') },
        { title: words.sourceTable, element: find('.strips') },
      ]}
      .tables=${[
        {
          title: words.finalColumn,
          table: () => ({
            columns: [words.wordColumn, words.gate, words.vocabularySymbol, words.copiedSymbol, words.finalSymbol],
            rows: (step?.words ?? []).map((word) => [
              word.word,
              step!.gate,
              word.vocabulary ?? '',
              word.copied,
              word.final,
            ]),
          }),
        },
        {
          title: words.sourceTable,
          table: () => ({
            columns: ['', words.gate, ...this.view.source.map(({ word }) => word)],
            rows: this.view.steps.map((one) => [one.word, one.gate, ...one.alpha]),
          }),
        },
      ]}
      .tag=${() => this.tag}
    ></s2s-part-export-menu>`;
  }

  private get tag(): string {
    return tagWith('s2s-copy', { sentence: this.sentence, step: this.step || firstStep, gate: this.hand });
  }

  static override styles = [tokens, base, controls, errorPanelStyles, S2sElement.shared, copyStyles, mixtureStyles];
}

define('s2s-copy', Copy);
