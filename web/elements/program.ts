// <s2s-program>: the lesson's full program. Trains the toy live; losses, the attention matrix of every epoch behind a
// scrubber, the decodes of the current weights, beside the PyTorch text with what this run prints.
//
// Attributes: seed, epochs, learning-rate, forcing (teacher | scheduled | free), src (a file of pairs to train on), model
// (a model file to begin from), stage (forward | loss | backward | update: the next step taken apart, up to there), weight
// (followed through the update: dec.fc.bias[4]), rules (the build rules are measured), notation (lesson | paper | pytorch:
// the symbols of text and numbers), autostart, controls (train step reset pace settings listing stages rules notation
// export), theme, lang. Methods: ready, train(), pause(), reset(), translate(text), evaluate(what), exportModel(options),
// importModel(bytes), tag, state. Events: s2s-ready, s2s-epoch, s2s-trained, s2s-decoded, s2s-error; they bubble and are
// composed.
import { html, nothing, type PropertyValues } from 'lit';
import type {
  Evaluated,
  EvaluationReport,
  FileBytes,
  SessionState,
  TrainingProgress,
  Translation,
} from '../../wasm/client';
import { presence } from '../lib/attributes';
import { define } from '../lib/define';
import { asError } from '../lib/failure';
import { typed } from '../lib/format';
import { tagWith } from '../lib/markup';
import { prefersReducedMotion } from '../lib/media';
import { errorPanelStyles } from '../parts/error-panel';
import { base, controls, tokens } from '../parts/styles';
import { defaults, type Regime, regimes, type Settings } from '../program/configuration';
import { corpusNote } from '../program/corpus-note';
import { lanesFigure, lossFigure, matrixFigure, programText, weightsFigure } from '../program/figures';
import { firstPicture, nothingYet } from '../program/first-picture';
import { type Line, listing, type Section } from '../program/listing-text';
import { Narrator } from '../program/narrator';
import { type Phase, Run } from '../program/run';
import { SettingsForm, textSettings } from '../program/settings-form';
import { programStyles } from '../program/styles';
import { takeAlong } from '../program/take-along';
import { openers, settingsBar, toolbar } from '../program/toolbar';
import { trouble } from '../program/trouble';
import type { ProgramView } from '../program/view';
import { isForControl, S2sElement } from './element';

// Milliseconds.
const calmEvery = 600; // under reduced motion the figures are redrawn this often while training
const reach = 300; // from seeing a button to having pressed it: no one reads Pause and acts on it faster

export class Program extends S2sElement {
  static override properties = {
    ...S2sElement.properties,
    seed: { type: String },
    epochs: { type: String },
    learningRate: { type: String, attribute: 'learning-rate' },
    forcing: { type: String },
    src: { type: String },
    model: { type: String },
    stage: { type: String },
    weight: { type: String },
    rules: { type: Boolean, converter: presence },
    notation: { type: String },
    within: { state: true },
    looking: { state: true },
    lit: { state: true },
  };

  seed = defaults.seed;
  epochs = String(defaults.epochs);
  learningRate = typed(defaults.learningRate);
  forcing: string = defaults.regime;
  /** Addresses of a file of pairs and of a model file; without either it is the lesson's toy. */
  src = '';
  model = '';
  /** What is open of the step taken apart; values that there are not are as good as none. */
  stage = '';
  weight = '';
  rules = false;
  notation = '';

  /** What shows a step from within: fetched when it is asked for. */
  private within: typeof import('../program/within') | null = null;
  /** The epoch looked back at; null follows the newest. */
  private looking: number | null = null;
  private lit: Line['about'] | null = null;
  private drawnAt = 0;
  /** When training began without a press, and whether it is about to. */
  private begunAt = Number.NEGATIVE_INFINITY;
  private beginning = false;
  private calmTimer: ReturnType<typeof setTimeout> | undefined;

  private readonly narrator = new Narrator();
  private readonly run = new Run(
    { ...defaults },
    {
      changed: () => this.redraw(),
      progressed: (progress) => this.progressed(progress),
      entered: (phase) => this.entered(phase),
      failed: (failure) => this.emit('s2s-error', failure),
    },
    this.hold,
  );
  private readonly form = new SettingsForm(this.run, {
    strings: () => this.strings,
    changed: () => this.requestUpdate(),
    refused: (failure) => this.emit('s2s-error', failure),
  });

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
  /** On a part of the pairs, or on a file of others; by default the first part there is: test, validation, train. */
  async evaluate(what?: Evaluated): Promise<EvaluationReport> {
    await this.ready;
    const session = this.run.current!;
    for (const part of ['test', 'validation'] as const) {
      if (what === undefined && (await session.partSize(part)) > 0) return session.evaluate(part);
    }
    return session.evaluate(what ?? 'train');
  }
  /** The model as one .safetensors file; resumable: with the optimiser's state, so that the run can go on elsewhere. */
  async exportModel(options: { resumable?: boolean } = {}): Promise<Uint8Array<ArrayBuffer>> {
    await this.ready;
    return this.run.current!.exportModel(options);
  }
  /** A model file's model in place of this one. Rejects with the engine's error where it is none; nothing changes. */
  async importModel(bytes: FileBytes): Promise<SessionState> {
    this.looking = null;
    await this.run.importModel(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes);
    return this.run.state!;
  }
  get state(): SessionState | null {
    return this.run.state;
  }
  /** HTML that brings back what is on screen. */
  get tag(): string {
    const { seed, epochs, learningRate, regime } = this.run.settings;
    const { src, model, stage, weight, rules, notation } = this;
    const run = { seed, epochs, 'learning-rate': learningRate, forcing: regime, src, model };
    return tagWith('s2s-program', { ...run, ...this.within?.shown({ stage, weight, rules, notation }) });
  }

  private failureAsError(): Error {
    return asError(this.run.failure ?? { code: 'invalid_state', message: 'The model is not ready.' });
  }

  // ---- Life -------------------------------------------------------------------------------------------------------

  protected seen(): void {
    if (this.autostart === 'off') return;
    this.beginning = this.startsItself;
    if (this.beginning && prefersReducedMotion()) this.run.setPace('full'); // to its end, not through every epoch
    if (this.beginning) void this.run.play();
    else void this.run.open();
  }
  protected override left(): void {
    void this.run.dispose();
  }
  protected engineLost(error: Error): void {
    this.run.lost(error);
  }

  override willUpdate(changed: PropertyValues): void {
    for (const name of textSettings) if (changed.has(name)) void this.form.commit(name, this[name]);
    if (changed.has('forcing') && regimes.includes(this.forcing as Regime)) {
      void this.form.setRegime(this.forcing as Regime);
    }
    if (this.stage || this.rules || this.notation) void this.fetchWithin();
    if (changed.has('src') || changed.has('model')) this.materialChanged();
  }

  private materialChanged(): void {
    const { material } = this.run;
    const [pairs, model] = [this.src, this.model];
    if (material.pairsAddress === pairs && material.modelAddress === model) return;
    material.pairsAddress = pairs;
    material.modelAddress = model;
    material.given = null;
    void this.run.reopen();
  }

  // A loaded model has brought its run's settings along.
  private adoptSettings(): void {
    const { seed, epochs, learningRate, regime } = this.run.settings;
    this.seed = seed;
    if (epochs > 0) this.epochs = String(epochs);
    this.learningRate = typed(learningRate);
    this.forcing = regime;
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
    this.say(this.narrator.progressed(progress, this.run, this.strings));
    this.redraw();
  }

  private entered(phase: Phase): void {
    this.say(this.narrator.entered(phase, this.run, this.strings));
    const { state, history } = this.run;
    if (phase === 'ready') {
      this.looking = null;
      if (!this.run.material.isToy) this.adoptSettings();
      this.emit('s2s-ready', state);
    } else if (phase === 'running' && this.beginning) {
      this.beginning = false;
      this.begunAt = performance.now();
    } else if (phase === 'finished') {
      this.emit('s2s-trained', {
        epoch: state?.epoch,
        loss: history.losses.last?.y ?? history.newest?.loss,
        digest: state?.digest,
      });
    }
  }

  private async fetchWithin(): Promise<void> {
    this.within ??= await import('../program/within').catch(() => null);
  }

  /** The part comes first, and takes the focus of the button that asked for it. False where it cannot be fetched. */
  private async ask(act: 'forward' | 'toggleRules'): Promise<boolean> {
    const byButton = this.renderRoot.querySelector('.openers :focus') !== null;
    await this.fetchWithin();
    await this.updateComplete;
    await this.within?.ask(this, act, byButton);
    return this.within !== null;
  }

  // ---- Acts -------------------------------------------------------------------------------------------------------

  private toggle(): void {
    if (this.run.phase === 'running' || this.run.phase === 'queued') {
      // The button said Train when the reader reached for it, and turned into Pause under the finger.
      if (performance.now() - this.begunAt < reach) return;
      void this.pause();
      return;
    }
    this.looking = null;
    void this.run.play();
  }
  private step(): void {
    if (!this.canStep) return;
    this.looking = null;
    void this.run.step();
  }
  private get canStep(): boolean {
    return !['queued', 'running', 'finished', 'failed'].includes(this.run.phase);
  }
  private lookAt(epoch: number): void {
    const newest = this.run.history.newest?.epoch ?? 0;
    this.looking = epoch >= newest ? null : Math.max(0, epoch);
  }

  private key(event: KeyboardEvent): void {
    if (this.isLocked || isForControl(event)) return;
    const { history } = this.run;
    const at = this.view.shown.epoch;
    const acts: Record<string, () => void> = {
      p: () => this.toggle(),
      s: () => this.step(),
      r: () => void this.reset(),
      ',': () => this.lookAt(history.neighbour(at, -1)?.epoch ?? 0),
      '.': () => this.lookAt(history.neighbour(at, 1)?.epoch ?? at),
      n: () => void this.ask('forward'),
      b: () => this.within?.insideOf(this)?.backward(),
    };
    const act = acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    // A key held down goes on stepping and looking, but does not flicker between training and pause.
    if (event.repeat && ['p', 'r'].includes(event.key.toLowerCase())) return;
    act();
  }

  // ---- Pictures ---------------------------------------------------------------------------------------------------

  private get view(): ProgramView {
    const { history } = this.run;
    return {
      run: this.run,
      form: this.form,
      strings: this.strings,
      shown: (this.looking === null ? history.newest : history.at(this.looking)) ?? this.first,
      lookingBack: this.looking !== null,
      lit: this.lit,
      has: (control) => this.hasControl(control),
      canStep: this.canStep,
      toggle: () => this.toggle(),
      step: () => this.step(),
      reset: () => void this.reset(),
      lookAt: (epoch) => this.lookAt(epoch),
      follow: () => {
        this.looking = null;
      },
      light: (lines) => {
        this.lit = lines;
      },
    };
  }

  // Before the session is there the toy's picture stands for the toy alone.
  private get first(): ProgramView['shown'] {
    return this.run.material.isToy ? firstPicture : nothingYet;
  }

  // The same array while the settings are the same, so that the text is not drawn anew with every epoch.
  private listed: { settings: Settings; sections: Section[] } | undefined;
  private get sections(): Section[] {
    const { settings } = this.run;
    if (this.listed?.settings !== settings) this.listed = { settings, sections: listing(settings) };
    return this.listed.sections;
  }

  // The text beside the figures is the lesson's program; of another model it would say what is not so.
  private get isLesson(): boolean {
    const { state, material } = this.run;
    return state ? state.configuration.task?.kind === 'lesson' && material.given === null : material.isToy;
  }

  override render() {
    const { view } = this;
    const words = this.strings.program;
    const withText = view.has('listing') && this.isLesson;
    return html`<div class="root">
      <div class="frame" role="group" aria-label=${words.name} @keydown=${this.key} data-phase=${this.run.phase}>
        ${toolbar(view)} ${view.has('settings') ? settingsBar(view) : nothing}
        ${corpusNote(this.run.ownPairs, this.strings)} ${trouble(view)}
        <div class="columns ${withText ? '' : 'alone'}">
          <div class="figures">${this.figures(view)}</div>
          ${withText ? programText(view, this.sections, this.within?.annotateFor(this)) : nothing}
        </div>
        ${this.within ? this.within.inside(this, view, (text) => this.say(text), this.hold.shared) : openers(view, (act) => this.ask(act))}
        <div class="foot">${this.keyList(words.keys, words.keyList)} ${view.has('export') ? takeAlong(this.renderRoot, view, () => this.tag) : nothing}</div>
      </div>
      ${this.liveRegion}
    </div>`;
  }

  private figures(view: ProgramView) {
    if (view.shown === nothingYet) return lossFigure(view); // nothing is known of what the model writes
    return [lossFigure(view), matrixFigure(view), weightsFigure(view), lanesFigure(view)];
  }

  static override styles = [tokens, base, controls, errorPanelStyles, S2sElement.shared, programStyles];
}

Object.defineProperty(Program.prototype, 'translate', { value: Program.prototype.translateText });
define('s2s-program', Program);
