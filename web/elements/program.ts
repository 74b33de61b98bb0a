// <s2s-program>: the lesson's full program. Trains the toy live; losses, the attention matrix of every epoch behind a
// scrubber, the decodes of the current weights, beside the PyTorch text with what this run prints.
//
// Attributes: seed, epochs, learning-rate, forcing (teacher | scheduled | free), autostart, controls (train step reset
// pace settings listing), theme, lang. Methods: ready, train(), pause(), reset(), translate(text), state.
// Events: s2s-ready, s2s-epoch, s2s-trained, s2s-decoded, s2s-error; they bubble and are composed.
import { html, nothing, type PropertyValues } from 'lit';
import type { Field, SessionState, Snapshot, TrainingProgress, Translation } from '../../wasm/client';
import { define } from '../lib/define';
import { sharedEngine } from '../lib/engine';
import { type Failure, isEngineFailure, toFailure } from '../lib/failure';
import { fixed, grouped, typed } from '../lib/format';
import { prefersReducedMotion } from '../lib/media';
import { errorPanel, errorPanelStyles, type WayBack } from '../parts/error-panel';
import '../parts/field';
import '../parts/heatmap';
import '../parts/line-chart';
import type { Point } from '../parts/line-chart';
import '../parts/listing';
import { base, controls, tokens } from '../parts/styles';
import '../parts/token-lanes';
import '../parts/weight-lines';
import type { Regime, Settings } from '../program/configuration';
import { firstPicture } from '../program/first-picture';
import { asIds, type Line, listing } from '../program/listing-text';
import { type Pace, type Phase, Run } from '../program/run';
import { programStyles } from '../program/styles';
import { isForControl, S2sElement } from './element';

type TextSetting = 'seed' | 'epochs' | 'learningRate';
const fieldNames: Record<TextSetting | 'regime', string> = {
  seed: 'training.seed',
  epochs: 'training.epochs',
  learningRate: 'training.learning_rate',
  regime: 'training.forcing.schedule',
};
const defaults: Settings = { seed: '99', epochs: 200, learningRate: 0.001, regime: 'teacher' };
const regimes: readonly Regime[] = ['teacher', 'scheduled', 'free'];
const paces: readonly Pace[] = ['slow', 'steady', 'fast', 'full'];
// A screen reader hears of progress at quarters of the run, never more often than this.
const spokenEvery = 6000;
// Under reduced motion the figures are redrawn this often while training.
const calmEvery = 600;

export class Program extends S2sElement {
  static override properties = {
    ...S2sElement.properties,
    seed: { type: String },
    epochs: { type: String },
    learningRate: { type: String, attribute: 'learning-rate' },
    forcing: { type: String },
    texts: { state: true },
    errors: { state: true },
    looking: { state: true },
    lit: { state: true },
  };

  seed = defaults.seed;
  epochs = String(defaults.epochs);
  learningRate = typed(defaults.learningRate);
  forcing: string = defaults.regime;

  /** What stands in the fields, valid or not, and what is wrong with it. */
  private texts: Record<TextSetting, string> = { seed: '', epochs: '', learningRate: '' };
  private errors: Partial<Record<TextSetting, string>> = {};
  /** The epoch looked back at; null follows the newest. */
  private looking: number | null = null;
  private lit: Line['about'] | null = null;
  private fields: Field[] = [];
  private spokenAt = 0;
  private spokenQuarter = 0;
  private drawnAt = 0;
  private calmTimer: ReturnType<typeof setTimeout> | undefined;

  private readonly run = new Run(
    { ...defaults },
    {
      changed: () => this.redraw(),
      progressed: (progress) => this.progressed(progress),
      said: (phase) => this.phaseChanged(phase),
      failed: (failure) => this.runFailed(failure),
    },
  );

  // ---- The element's contract -------------------------------------------------------------------------------------

  /** Resolves when the engine has loaded and the model is drawn; rejects with the engine's error. */
  get ready(): Promise<SessionState> {
    return this.run.open().then((open) => {
      if (!open || !this.run.state) throw this.failureAsError();
      return this.run.state;
    });
  }
  /** Trains to the configured end. Resolves when training ends or is paused. */
  async train(): Promise<SessionState> {
    await this.run.play();
    if (this.run.failure || !this.run.state) throw this.failureAsError();
    return this.run.state;
  }
  pause(): Promise<void> {
    return this.run.pause();
  }
  async reset(): Promise<void> {
    this.looking = null;
    await this.run.reset();
  }
  /** Also called `translate`, which HTMLElement has as a yes-or-no property of another meaning. */
  async translateText(text: string): Promise<Translation> {
    await this.ready;
    const translation = await this.run.current!.translate(text);
    this.emit('s2s-decoded', translation);
    return translation;
  }
  get state(): SessionState | null {
    return this.run.state;
  }

  private failureAsError(): Error {
    const { code, message } = this.run.failure ?? { code: 'invalid_state', message: 'The model is not ready.' };
    return Object.assign(new Error(message), { name: 'EngineError', code });
  }

  // ---- Life -------------------------------------------------------------------------------------------------------

  protected seen(): void {
    if (this.autostart === 'off') return;
    // Moving pictures start by themselves only where the reader has nothing against it.
    if (this.autostart === 'visible' && !prefersReducedMotion()) void this.run.play();
    else void this.run.open();
  }
  protected override left(): void {
    void this.run.dispose();
  }
  protected engineLost(error: Error): void {
    this.run.lost(error);
  }

  override willUpdate(changed: PropertyValues): void {
    for (const name of ['seed', 'epochs', 'learningRate'] as const) {
      if (!changed.has(name)) continue;
      this.texts = { ...this.texts, [name]: this[name] };
      void this.commit(name, this[name]);
    }
    if (changed.has('forcing') && regimes.includes(this.forcing as Regime)) {
      void this.setRegime(this.forcing as Regime);
    }
  }

  // Many epochs a second arrive; Lit draws once a frame. Under reduced motion the figures change twice a second.
  private redraw(): void {
    const wait = this.drawnAt + calmEvery - performance.now();
    if (this.run.phase === 'running' && prefersReducedMotion() && wait > 0) {
      this.calmTimer ??= setTimeout(() => {
        this.calmTimer = undefined;
        this.redraw();
      }, wait);
      return;
    }
    this.drawnAt = performance.now();
    this.requestUpdate();
  }

  private progressed(progress: TrainingProgress): void {
    for (const report of progress.steps) {
      if (!report.epochEnds) continue;
      this.emit('s2s-epoch', { epoch: report.epoch, loss: report.epochLoss, epsilon: report.epsilon });
    }
    this.redraw();
    const quarter = Math.floor((4 * progress.state.epoch) / Math.max(1, this.run.settings.epochs));
    const now = performance.now();
    const loss = this.run.history.losses.at(-1);
    if (!loss || quarter === this.spokenQuarter || now - this.spokenAt < spokenEvery || progress.state.finished) return;
    this.spokenQuarter = quarter;
    this.spokenAt = now;
    this.say(this.strings.program.said.progress(loss.x, fixed(loss.y)));
  }

  private phaseChanged(phase: Phase): void {
    const { said } = this.strings.program;
    const { history, state, settings } = this.run;
    const loss = fixed(history.losses.at(-1)?.y ?? history.newest?.loss ?? Number.NaN);
    if (phase === 'ready') {
      this.looking = null;
      this.say(said.ready(loss));
      this.emit('s2s-ready', state);
      void this.loadFields();
    } else if (phase === 'running') {
      this.spokenAt = performance.now();
      this.spokenQuarter = 0;
      this.say(said.running);
    } else if (phase === 'paused') {
      this.say(said.paused(state?.epoch ?? 0, loss));
    } else if (phase === 'finished') {
      const decoded = history.newest?.decoded ?? [];
      this.say(said.finished(settings.epochs, loss, decoded.join(' ') || said.nothing));
      this.emit('s2s-trained', { epoch: state?.epoch, loss: history.losses.at(-1)?.y, digest: state?.digest });
    }
  }

  private runFailed(failure: Failure): void {
    this.emit('s2s-error', failure);
    if (failure.code !== 'invalid_value') return;
    const name = (['seed', 'epochs', 'learningRate'] as const).find((key) => failure.message.includes(fieldNames[key]));
    if (name) this.errors = { ...this.errors, [name]: this.inWords(name, failure.message) };
  }

  private async loadFields(): Promise<void> {
    if (this.fields.length === 0) this.fields = await (await sharedEngine()).fields().catch(() => []);
  }

  // ---- Settings ---------------------------------------------------------------------------------------------------

  /** What the table allows for a field, in words. */
  private range(name: TextSetting): string {
    const { range } = this.strings.program;
    const field = this.fields.find((row) => row.name === fieldNames[name]);
    const kind = field?.type === 'number' || name === 'learningRate' ? range.number : range.whole;
    const minimum = field?.minimum ?? (name === 'seed' ? undefined : 0);
    const lower =
      minimum === undefined
        ? ''
        : (field?.minimumExclusive ?? name === 'learningRate')
          ? range.above(typed(minimum))
          : range.from(typed(minimum));
    const upper = field?.maximum === undefined ? '' : range.to(typed(field.maximum));
    return [kind, lower, upper].filter(Boolean).join(' ');
  }

  private async commit(name: TextSetting, text: string): Promise<void> {
    this.texts = { ...this.texts, [name]: text };
    const label = this.strings.program[name];
    const clean = text.trim();
    const value = name === 'seed' ? clean : clean === '' ? Number.NaN : Number(clean);
    if (value === '' || (typeof value === 'number' && !Number.isFinite(value))) {
      this.refuse(name, this.strings.program.notNumber(label, text, this.range(name)));
      return;
    }
    if (this.run.settings[name] === value && !this.errors[name]) return;
    try {
      await this.run.apply({ [name]: value });
      this.refuse(name, undefined);
    } catch (error) {
      this.refuse(name, this.inWords(name, toFailure(error).message));
    }
  }

  /** The engine names the field as its table does; people see the label. */
  private inWords(name: TextSetting, message: string): string {
    return message.replace(fieldNames[name], this.strings.program[name]);
  }

  private refuse(name: TextSetting, message: string | undefined): void {
    this.errors = { ...this.errors, [name]: message };
    if (message) this.emit('s2s-error', { code: 'invalid_value', message });
  }

  private async setRegime(regime: Regime): Promise<void> {
    if (this.run.settings.regime === regime) return;
    await this.run.apply({ regime }).catch((error) => this.emit('s2s-error', toFailure(error)));
  }

  // ---- Acts -------------------------------------------------------------------------------------------------------

  private toggle(): void {
    if (this.run.phase === 'running') void this.pause();
    else {
      this.looking = null;
      void this.run.play();
    }
  }
  private step(): void {
    if (!this.canStep) return;
    this.looking = null;
    void this.run.step();
  }
  private get canStep(): boolean {
    return !['running', 'finished', 'failed'].includes(this.run.phase);
  }
  private lookAt(epoch: number): void {
    const newest = this.run.history.newest?.epoch ?? 0;
    this.looking = epoch >= newest ? null : Math.max(0, epoch);
  }

  private key(event: KeyboardEvent): void {
    if (isForControl(event)) return;
    const at = this.shown.epoch;
    const acts: Record<string, () => void> = {
      p: () => this.toggle(),
      s: () => this.step(),
      r: () => void this.reset(),
      ',': () => this.lookAt(this.run.history.neighbour(at, -1)?.epoch ?? 0),
      '.': () => this.lookAt(this.run.history.neighbour(at, 1)?.epoch ?? at),
    };
    const act = acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  // ---- Pictures ---------------------------------------------------------------------------------------------------

  /** The model on show: the epoch looked back at, the newest, or what was drawn at build time. */
  private get shown(): Snapshot {
    const { history } = this.run;
    return (this.looking === null ? history.newest : history.at(this.looking)) ?? firstPicture;
  }

  override render() {
    const words = this.strings.program;
    const { run } = this;
    return html`<div class="root">
      <div class="frame" role="group" aria-label=${words.name} @keydown=${this.key} data-phase=${run.phase}>
        ${this.toolbar()} ${this.hasControl('settings') ? this.settingsBar() : nothing} ${this.trouble()}
        <div class="columns">
          <div class="figures">${this.lossFigure()} ${this.matrixFigure()} ${this.linesFigure()} ${this.lanesFigure()}</div>
          ${this.hasControl('listing') ? this.program() : nothing}
        </div>
        <p class="keys">
          <span>${words.keys}</span>
          ${words.keyList.map(([key, act]) => html`<span>${key.split(' ').map((one) => html`<kbd>${one}</kbd> `)}${act}</span>`)}
        </p>
      </div>
      ${this.liveRegion}
    </div>`;
  }

  private toolbar() {
    const words = this.strings.program;
    const { phase, history, settings, state } = this.run;
    const running = phase === 'running';
    const label = running
      ? words.pause
      : phase === 'finished'
        ? words.more
        : (state?.epoch ?? 0) > 0
          ? words.resume
          : words.train;
    const blocked = phase === 'failed';
    const loss = history.losses.at(-1)?.y ?? history.newest?.loss ?? firstPicture.loss;
    return html`<div class="toolbar">
      <div class="buttons">
        ${
          this.hasControl('train')
            ? html`<button
                type="button"
                class="primary play"
                aria-keyshortcuts="P"
                aria-disabled=${blocked}
                @click=${() => !blocked && this.toggle()}
              >
                ${running ? icons.pause : icons.play}<span>${label}</span>
              </button>`
            : nothing
        }
        ${
          this.hasControl('step')
            ? html`<button type="button" class="step" aria-keyshortcuts="S" aria-disabled=${!this.canStep} @click=${this.step}>
                ${icons.step}<span>${words.step}</span>
              </button>`
            : nothing
        }
        ${
          this.hasControl('reset')
            ? html`<button
                type="button"
                class="reset"
                aria-keyshortcuts="R"
                aria-disabled=${blocked && this.run.current === null}
                @click=${this.reset}
              >
                ${icons.reset}<span>${this.strings.reset}</span>
              </button>`
            : nothing
        }
      </div>
      <dl class="readings">
        <div>
          <dt>${words.epoch}</dt>
          <dd><span class="number epoch">${grouped(state?.epoch ?? 0)}</span> <small>${words.of(grouped(settings.epochs))}</small></dd>
        </div>
        <div>
          <dt>${words.loss}</dt>
          <dd class="number loss">${fixed(loss)}</dd>
        </div>
        <div class="phase">
          <dt class="hidden">${words.phase[phase]}</dt>
          <dd><span class="badge ${phase}">${words.phase[phase]}</span></dd>
        </div>
      </dl>
      ${this.hasControl('pace') ? this.paces() : nothing}
    </div>`;
  }

  private paces() {
    const words = this.strings.program;
    return html`<fieldset class="pace">
      <legend>${words.pace}</legend>
      <div class="segments">
        ${paces.map(
          (pace) => html`<label
            ><input
              type="radio"
              name="pace"
              value=${pace}
              .checked=${this.run.pace === pace}
              @change=${() => this.run.setPace(pace)}
            />${words.paces[pace]}</label
          >`,
        )}
      </div>
    </fieldset>`;
  }

  private settingsBar() {
    const words = this.strings.program;
    const { settings, history } = this.run;
    const field = (name: TextSetting, mode: string, size: number, hint = '') =>
      html`<s2s-part-field
        class=${name}
        .label=${words[name]}
        .value=${this.texts[name]}
        .error=${this.errors[name] ?? ''}
        .hint=${hint}
        .mode=${mode}
        .size=${size}
        .onCommit=${(text: string) => void this.commit(name, text)}
      ></s2s-part-field>`;
    return html`<div class="settings">
      ${field('seed', 'text', 12)} ${field('epochs', 'numeric', 6)} ${field('learningRate', 'decimal', 8)}
      <fieldset class="regime">
        <legend>${words.regime}</legend>
        <div class="segments">
          ${regimes.map(
            (regime) => html`<label
              ><input
                type="radio"
                name="regime"
                value=${regime}
                .checked=${settings.regime === regime}
                @change=${() => void this.setRegime(regime)}
              />${words.regimes[regime]}</label
            >`,
          )}
        </div>
      </fieldset>
      <p class="explain">
        ${words.regimeLong[settings.regime]}
        ${
          settings.regime === 'scheduled'
            ? html`${words.epsilon} = <span class="number">${fixed(history.epsilon, 2)}</span>.`
            : nothing
        }
        <span class="soft">${words.fresh} ${words.seedHint}</span>
      </p>
    </div>`;
  }

  private trouble() {
    const { failure } = this.run;
    if (!failure || (failure.code === 'invalid_value' && Object.values(this.errors).some(Boolean))) return nothing;
    const words = this.strings;
    const ways: WayBack[] =
      failure.code === 'not_finite'
        ? [
            { label: words.backToGood, act: () => void this.run.backToGood() },
            { label: words.reset, act: () => void this.reset() },
          ]
        : isEngineFailure(failure) || !this.run.current
          ? [
              {
                label: failure.code === 'worker_lost' ? words.startEngine : words.tryAgain,
                act: () => void this.run.restart(),
              },
            ]
          : [{ label: words.reset, act: () => void this.reset() }];
    return html`<div class="trouble">${errorPanel(failure, ways, words)}</div>`;
  }

  private lossFigure() {
    const words = this.strings.program;
    const { history, settings, ghost } = this.run;
    const newest = history.newest?.epoch ?? 0;
    const at = this.shown.epoch;
    const losses = history.losses;
    // The model after k epochs has the loss that epoch k prints; the newest has none printed yet.
    const mark: Point | null = this.looking === null ? null : (losses[at] ?? null);
    return html`<div class="figure" role="group" aria-label=${words.lossTitle}>
      <h3>${words.lossTitle}</h3>
      <s2s-part-line-chart
        .points=${[...losses]}
        .ghost=${ghost}
        .end=${Math.max(1, settings.epochs - 1, losses.at(-1)?.x ?? 0)}
        .mark=${mark}
        .strings=${this.strings}
        .onPick=${(epoch: number) => this.lookAt(epoch)}
        .onLook=${(looking: boolean) => {
          this.lit = looking ? 'loss' : null;
        }}
      ></s2s-part-line-chart>
      <div class="scrubber">
        <label class="label" for="scrub">${words.scrub}</label>
        <input
          id="scrub"
          type="range"
          min="0"
          max=${Math.max(newest, 1)}
          step="1"
          .value=${String(at)}
          ?disabled=${newest === 0}
          aria-valuetext=${words.scrubValue(at, fixed(this.shown.loss))}
          @input=${(event: Event) => this.lookAt(Number((event.target as HTMLInputElement).value))}
        />
        <button
          type="button"
          class="quiet latest"
          aria-disabled=${this.looking === null}
          @click=${() => {
            this.looking = null;
          }}
        >
          ${words.latest}
        </button>
      </div>
    </div>`;
  }

  private matrixFigure() {
    const words = this.strings.program;
    const { shown } = this;
    return html`<div class="figure" role="group" aria-label=${words.matrixTitle(shown.epoch)}>
      <h3>${words.matrixTitle(shown.epoch)} <var class="alpha">α</var></h3>
      <s2s-part-heatmap
        .rows=${shown.target}
        .columns=${shown.source}
        .values=${shown.alpha}
        .name=${words.matrixTitle(shown.epoch)}
        .rowAxis=${words.rowAxis}
        .columnAxis=${words.columnAxis}
        .symbol=${'α'}
        .strings=${this.strings}
        .onLook=${(cell: unknown) => {
          this.lit = cell ? 'alpha' : null;
        }}
      ></s2s-part-heatmap>
    </div>`;
  }

  private linesFigure() {
    const words = this.strings.program;
    const { shown } = this;
    const { history, settings } = this.run;
    const models = history.sample(240);
    return html`<div class="figure" role="group" aria-label=${words.linesTitle}>
      <h3>${words.linesTitle}</h3>
      <s2s-part-weight-lines
        .rows=${shown.target}
        .columns=${shown.source}
        .history=${models.length > 0 ? models : [firstPicture]}
        .end=${Math.max(settings.epochs, history.newest?.epoch ?? 0)}
        .mark=${this.looking === null ? null : shown.epoch}
        .strings=${this.strings}
      ></s2s-part-weight-lines>
    </div>`;
  }

  private lanesFigure() {
    const words = this.strings.program;
    const { shown } = this;
    return html`<div class="figure" role="group" aria-label=${words.lanesTitle(shown.epoch)}>
      <h3>${words.lanesTitle(shown.epoch)}</h3>
      <s2s-part-token-lanes
        .lanes=${shown}
        .strings=${this.strings}
        @pointerenter=${() => {
          this.lit = 'feed';
        }}
        @pointerleave=${() => {
          this.lit = null;
        }}
      ></s2s-part-token-lanes>
    </div>`;
  }

  private program() {
    const { settings, history, state } = this.run;
    const { losses } = history;
    const printed = losses
      .filter((point) => point.x < 3 || point.x % 50 === 49)
      .map((point) => `${point.x} ${fixed(point.y)}`);
    const done = this.run.phase === 'finished';
    const last = losses.at(-1);
    const words = this.strings.listing;
    return html`<div class="program">
      <s2s-part-listing
        .sections=${listing(settings)}
        .prints=${{
          count: [String(state?.parameterCount ?? firstPicture.parameterCount)],
          losses: printed.slice(0, 40),
          final: done && last ? [`final loss ${fixed(last.y)}`] : [],
          words: done && history.newest ? [`[${asIds(history.newest.freePredictions).join(', ')}]`] : [],
        }}
        .lit=${this.lit}
        .note=${this.run.changedAfter === null ? words.note : words.noteChanged(this.run.changedAfter)}
        .strings=${this.strings}
      ></s2s-part-listing>
    </div>`;
  }

  static override styles = [tokens, base, controls, errorPanelStyles, S2sElement.shared, programStyles];
}

const icon = (path: string) => html`<svg viewBox="0 0 16 16" aria-hidden="true"><path d=${path}></path></svg>`;
const icons = {
  play: icon('M3 1.5v13l11-6.5z'),
  pause: icon('M3 2h3.5v12H3zM9.5 2H13v12H9.5z'),
  step: icon('M2 1.5v13l8.5-6.5zM11.5 2H14v12h-2.5z'),
  reset: icon('M8 2.5a5.5 5.5 0 1 1-5.3 4h1.9A3.7 3.7 0 1 0 8 4.3v2.2L3.8 3.3 8 0z'),
};

Object.defineProperty(Program.prototype, 'translate', { value: Program.prototype.translateText });
define('s2s-program', Program);
