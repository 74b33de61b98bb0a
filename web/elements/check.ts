// <s2s-check moment="alpha-largest">: one question, answered before looking. The engine draws its numbers, knows the
// answer from them, and shows what ran; a wrong answer is answered with the reason.
//
// Attributes: moment (its name), seed (varies the numbers), tokens (own words, for the moments about words), autostart
// (visible and click: asks when seen; off: on request), controls (numbers show export), theme, lang. Methods: ready,
// reset(), state, tag. Events: s2s-ready, s2s-answer, s2s-error. Where the host has given it no id it takes `moment-` and the name.
import { html, nothing, type PropertyValues } from 'lit';
import { Dice, seedAfter } from '../check/dice';
import { figureStyles, figures, isNarrow } from '../check/figures';
import { type Draft, kitOf } from '../check/forms';
import type { Answer, Instance, Moment } from '../check/moment';
import { momentNamed, moments } from '../check/moments';
import { progress } from '../check/progress';
import { plain, rich } from '../check/rich';
import { checkStyles } from '../check/styles';
import { takeAlong } from '../check/take-along';
import { loadWords, type Strings, wordsFor } from '../check/words';
import { define } from '../lib/define';
import { asError, type Failure, isEngineFailure, isOver, toFailure } from '../lib/failure';
import { tagWith } from '../lib/markup';
import { errorPanel, errorPanelStyles } from '../parts/error-panel';
import { base, controls, tokens } from '../parts/styles';
import { S2sElement } from './element';

type Phase = 'waiting' | 'loading' | 'failed' | 'asking' | 'wrong' | 'comparing' | 'right' | 'shown';

/** Seeds between two instances; moments look at some of them for numbers that suit. */
const stride = 101;

export class Check extends S2sElement {
  static override properties = {
    ...S2sElement.properties,
    moment: { type: String },
    seed: { type: String },
    tokens: { type: String },
    phase: { state: true },
    instance: { state: true },
    draft: { state: true },
    missing: { state: true },
    failure: { state: true },
  };

  moment = '';
  seed = '0';
  tokens = '';

  private phase: Phase = 'waiting';
  private instance: Instance | null = null;
  private current = '0';
  private draft: Draft = null;
  private answer: Answer | null = null;
  /** What was said aloud, while its points are ticked. */
  private spokenAnswer = '';
  private missing = '';
  private failure: Failure | null = null;
  private inView = false;
  private wantsFocus = false;
  private readonly group = `answer-${Math.random().toString(36).slice(2)}`;
  /** Only the newest question counts: the engine may answer older ones later. */
  private asked = 0;

  // ---- The element's contract -------------------------------------------------------------------------------------

  /** Resolves when a question is on screen; rejects where none could be made. */
  get ready(): Promise<void> {
    return this.askedOrFailed();
  }
  get state() {
    const { instance } = this;
    const known = ['right', 'shown', 'wrong', 'comparing'].includes(this.phase);
    return {
      moment: this.moment,
      seed: this.current,
      phase: this.phase,
      form: instance?.form ?? null,
      answer: this.answer,
      // Not before an answer was given.
      right: known ? (instance?.right ?? null) : null,
    };
  }
  /** The tag that asks the same question with the same numbers, unanswered. */
  get tag(): string {
    return tagWith('s2s-check', { moment: this.moment, seed: this.current, tokens: this.tokens });
  }
  /** The first numbers again, unanswered. */
  async reset(): Promise<void> {
    await this.ask(this.seed);
  }

  protected override get strings(): Strings {
    return wordsFor(this.lang);
  }
  protected override loadWords(): Promise<unknown> {
    return loadWords(this.lang);
  }

  private get found(): Moment | undefined {
    return momentNamed(this.moment);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.id === '' && this.found) this.id = `moment-${this.moment}`;
  }

  protected seen(): void {
    this.inView = true;
    // It may have been asked already, by `ready`: then what the reader has begun stays.
    if (this.autostart !== 'off' && !this.instance) void this.ask(this.current);
  }
  protected override relabelled(): void {
    if (this.instance) void this.ask(this.current);
  }
  protected override left(): void {
    this.asked += 1;
  }
  protected engineLost(): void {
    // The question on screen stands; its answer is known. One that was being made fails by itself.
  }
  protected override engineBack(): void {
    if (this.failure && isEngineFailure(this.failure)) void this.ask(this.current);
  }

  override willUpdate(changed: PropertyValues): void {
    if (!changed.has('moment') && !changed.has('seed') && !changed.has('tokens')) return;
    this.current = this.seed;
    if (changed.has('moment') && this.hasUpdated) {
      this.instance = null;
      this.phase = 'waiting';
    }
    if (this.hasUpdated && this.inView && this.autostart !== 'off') void this.ask(this.seed);
  }

  override updated(): void {
    if (!this.wantsFocus) return;
    this.wantsFocus = false;
    const find = (selector: string) => this.renderRoot.querySelector<HTMLElement>(selector);
    (find('.verdict') ?? find('.model'))?.focus();
  }

  // ---- A question -------------------------------------------------------------------------------------------------

  private async askedOrFailed(): Promise<void> {
    await this.updateComplete; // before, the numbers would be the first seed's, whatever the attribute says
    if (!this.instance) await this.ask(this.current);
    if (this.failure) throw asError(this.failure);
  }

  private async ask(seed: string): Promise<void> {
    const { found } = this;
    if (!found) return;
    this.asked += 1;
    const turn = this.asked;
    this.current = seed;
    if (!this.instance) this.phase = 'loading';
    try {
      const engine = await this.hold.restarted();
      const instance = await found.make({
        engine,
        seed,
        nearby: (k) => seedAfter(seed, k),
        dice: await Dice.from(engine, seed),
        words: undefined,
        strings: this.strings,
        tokens: this.tokens.split(/\s+/).filter(Boolean),
      });
      if (turn !== this.asked) return;
      this.failure = null;
      this.instance = instance;
      this.draft = kitOf(instance.form).start(instance.form as never);
      this.answer = null;
      this.spokenAnswer = '';
      this.missing = '';
      this.phase = 'asking';
      this.emit('s2s-ready', this.state);
    } catch (error) {
      if (turn !== this.asked) return;
      const failure = toFailure(error);
      this.instance = null;
      this.failure = isOver(failure) ? null : failure;
      this.phase = this.failure ? 'failed' : 'waiting';
      if (this.failure) this.emit('s2s-error', this.failure);
    }
  }

  private check(event: Event): void {
    event.preventDefault();
    const { instance, found } = this;
    if (!instance || !found || this.closed) return;
    const kit = kitOf(instance.form);
    const read = kit.read(instance.form as never, this.draft, this.strings);
    if ('missing' in read) {
      this.missing = read.missing;
      if (this.phase === 'wrong') this.phase = 'asking'; // what was said of the answer before is not about this one
      this.say(read.missing);
      return;
    }
    this.missing = '';
    this.answer = read.answer;
    if (instance.form.form === 'aloud' && this.phase !== 'comparing') {
      this.spokenAnswer = String(read.answer);
      this.draft = [];
      this.phase = 'comparing';
      this.wantsFocus = true;
      return;
    }
    const { right } = instance;
    const correct = kit.right(instance.form as never, read.answer, right);
    const words = plain(kit.words(instance.form as never, read.answer, this.strings));
    progress.answered(found.name, correct, words, this.current);
    this.emit('s2s-answer', { moment: found.name, kind: found.kind, answer: read.answer, right, correct });
    if (correct || instance.form.form === 'aloud') {
      this.phase = correct ? 'right' : 'shown';
      this.wantsFocus = true;
    } else {
      this.phase = 'wrong';
      this.say(this.strings.check.wrongSaid(plain(instance.reason(read.answer))));
    }
  }

  private reveal(): void {
    if (!this.instance || !this.found) return;
    progress.lookedUp(this.found.name, this.current);
    this.missing = '';
    this.phase = 'shown';
    this.wantsFocus = true;
  }

  private get closed(): boolean {
    return this.phase === 'right' || this.phase === 'shown';
  }

  // ---- Pictures ---------------------------------------------------------------------------------------------------

  override render() {
    const words = this.strings.check;
    const { found, instance } = this;
    if (!found) {
      const allowed = moments.map(({ name }) => name).join(', ');
      return html`<div class="root"><div class="frame"><p>${words.unknown(this.moment, allowed)}</p></div></div>`;
    }
    const { title } = words.moments[found.name];
    return html`<div class="root">
      <section class="frame" data-phase=${this.phase} aria-label=${words.name(words.kinds[found.kind], title)}>
        <p class="kind"><span>${words.kinds[found.kind]}</span><span class="soft">${words.parts[found.part]}</span></p>
        <h3>${title}</h3>
        ${instance ? this.question(instance) : this.beforehand()}
      </section>
      ${this.liveRegion}
    </div>`;
  }

  private beforehand() {
    const words = this.strings.check;
    if (this.failure) {
      const ways = [{ label: this.strings.tryAgain, act: () => void this.ask(this.current) }];
      return errorPanel(this.failure, ways, this.strings);
    }
    if (this.phase === 'loading') return html`<p class="waiting">${words.loading}</p>`;
    return html`<div class="waiting">
      ${
        this.autostart === 'off'
          ? html`<button type="button" class="start primary" @click=${() => void this.ask(this.current)}>${words.start}</button>`
          : words.waiting
      }
    </div>`;
  }

  private question(instance: Instance) {
    const words = this.strings.check;
    const { form } = instance;
    const kit = kitOf(form);
    const comparing = form.form === 'aloud' && this.spokenAnswer !== '';
    return html`<div class="asked ${instance.given.length > 0 && instance.given.every(isNarrow) ? 'beside' : ''}">
      <p class="question">${rich(instance.question)}</p>
      ${figures(instance.given, this.strings)}
      <form @submit=${this.check} novalidate>
        <fieldset>
          <legend class="hidden">${words.answer}</legend>
          ${
            comparing
              ? this.comparison(instance)
              : kit.render(form as never, {
                  draft: this.draft,
                  set: (draft) => {
                    this.draft = draft;
                    this.missing = '';
                  },
                  refused: this.missing !== '',
                  closed: this.closed,
                  group: this.group,
                  strings: this.strings,
                  say: (text) => this.say(text),
                })
          }
        </fieldset>
        ${this.missing ? html`<p class="missing" id="missing"><span aria-hidden="true">! </span>${this.missing}</p>` : nothing}
        ${this.verdict(instance)} ${this.buttons(instance)}
      </form>
    </div>
    ${
      this.closed && instance.ran.length > 0
        ? html`<div class="ran"><p class="ran-title">${words.ran}</p>${figures(instance.ran, this.strings)}</div>`
        : nothing
    }`;
  }

  /** What was said beside a model answer, and its points to be ticked. */
  private comparison({ form }: Instance) {
    const words = this.strings.check;
    if (form.form !== 'aloud') return nothing;
    const ticked = Array.isArray(this.draft) ? (this.draft as number[]) : [];
    return html`<div class="said"><p class="label">${words.yours}</p><bdi>${this.spokenAnswer}</bdi></div>
      <div class="model" tabindex="-1"><p class="label">${words.modelAnswer}</p>${rich(form.model)}</div>
      <div class="points">
        <p class="label">${words.points}</p>
        <div class="options">
          ${form.points.map(
            (point, index) => html`<label class="option"
              ><input
                type="checkbox"
                .checked=${ticked.includes(index)}
                ?disabled=${this.closed}
                @change=${(event: Event) => {
                  const rest = ticked.filter((other) => other !== index);
                  this.draft = (event.target as HTMLInputElement).checked
                    ? [...rest, index].sort((a, b) => a - b)
                    : rest;
                }}
              /><span>${rich(point)}</span></label
            >`,
          )}
        </div>
      </div>`;
  }

  private verdict(instance: Instance) {
    const words = this.strings.check;
    const kit = kitOf(instance.form);
    switch (this.phase) {
      case 'wrong':
        return html`<div class="verdict wrong">
          <p><strong>✗ ${words.wrong}</strong> ${rich(instance.reason(this.answer!))}</p>
          <p class="next">${words.tryAgain}</p>
        </div>`;
      case 'right':
        return html`<div class="verdict right" tabindex="-1">
          <p><strong>✓ ${words.right}</strong> ${rich(instance.because)}</p>
        </div>`;
      case 'shown':
        return html`<div class="verdict" tabindex="-1">
          ${
            instance.form.form === 'aloud'
              ? html`<p>${rich(instance.reason(this.answer!))} ${rich(instance.because)}</p>`
              : html`<p>
                  <strong>${words.shown}</strong> <bdi>${rich(kit.words(instance.form as never, instance.right, this.strings))}</bdi>
                </p>
                <p>${rich(instance.because)}</p>`
          }
        </div>`;
      default:
        return nothing;
    }
  }

  private buttons({ form }: Instance) {
    const words = this.strings.check;
    const label = form.form !== 'aloud' ? words.check : this.phase === 'comparing' ? words.judge : words.compare;
    const again = this.hasControl('numbers')
      ? html`<button type="button" class="again" @click=${() => void this.ask(seedAfter(this.current, stride))}>
          ${words.again}
        </button>`
      : nothing;
    // One template for all phases: the button that was pressed stays, and keeps the focus.
    return html`<div class="buttons" data-leave-out>
      ${this.closed ? nothing : html`<button type="submit" class="check primary">${label}</button>`} ${again}
      ${
        this.answer !== null && (this.phase === 'wrong' || this.phase === 'asking') && this.hasControl('show')
          ? html`<button type="button" class="show quiet" @click=${this.reveal}>${words.show}</button>`
          : nothing
      }
      ${this.exports()}
    </div>`;
  }

  private exports() {
    const { instance, found, closed, strings } = this;
    if (!instance || !found || !this.hasControl('export')) return nothing;
    return takeAlong({
      ...{ instance, closed, strings },
      name: found.name,
      picture: () => this.renderRoot.querySelector('.frame'),
      tag: () => this.tag,
    });
  }

  static override styles = [tokens, base, controls, errorPanelStyles, S2sElement.shared, figureStyles, checkStyles];
}

define('s2s-check', Check);
