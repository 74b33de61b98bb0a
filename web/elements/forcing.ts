// <s2s-forcing>: one source decoded in two lanes by the same weights, teacher-forced and free-running. The weights train
// in place behind a slider; the reader puts a wrong token into either lane and sees what becomes of it; over held-out
// pairs, forced and free accuracy by position.
//
// Attributes: task (lesson | reverse), attention (bahdanau | none), seed, epochs (lesson) or steps, learning-rate,
// forcing (teacher | scheduled | free), checkpoint (0 to 8: which weights), source, target, wrong ("free 2 7": token 7
// fed to the free lane at step 2), stop-rule, autostart, controls (train reset settings pair export), theme, lang.
// Methods: ready, train(), pause(), reset(), evaluate(), state. Events: s2s-ready, s2s-trained, s2s-decoded, s2s-error.
import { html, nothing, type PropertyValues } from 'lit';
import { Checkpoints, type Phase, parts } from '../forcing/checkpoints';
import { defaults, pairFor, type Settings, type Task } from '../forcing/configuration';
import { type Lane, parsePutIns, parting, writePutIns } from '../forcing/lanes';
import { lanesStyles } from '../forcing/lanes-styles';
import { bringInSight, lanesTable, shortLanes } from '../forcing/lanes-table';
import {
  accuracyFigure,
  type ForcingView,
  outcome,
  pairBar,
  settingsBar,
  thoughts,
  trouble,
  weightsBar,
  whereText,
} from '../forcing/panels';
import { type Accuracy, Reader } from '../forcing/reader';
import { fromAttributes, noErrors, readTexts, settingIn, type TextSetting, textsOf } from '../forcing/setting-texts';
import { forcingStyles } from '../forcing/styles';
import { exportMenu, tagOf } from '../forcing/take-along';
import { presence } from '../lib/attributes';
import { define } from '../lib/define';
import { asError, isEngineFailure, isOver, standing, toFailure } from '../lib/failure';
import { errorPanelStyles } from '../parts/error-panel';
import { base, controls, tokens } from '../parts/styles';
import { isForControl, S2sElement } from './element';

export class Forcing extends S2sElement {
  static override properties = {
    ...S2sElement.properties,
    task: { type: String },
    attention: { type: String },
    seed: { type: String },
    epochs: { type: String },
    steps: { type: String },
    learningRate: { type: String, attribute: 'learning-rate' },
    forcing: { type: String },
    checkpoint: { type: Number },
    source: { type: String },
    target: { type: String },
    wrong: { type: String },
    stopRule: { type: Boolean, attribute: 'stop-rule', converter: presence },
    picked: { state: true },
    hovered: { state: true },
    errors: { state: true },
  };

  task: Task = 'lesson';
  attention: string | undefined = undefined;
  seed: string | undefined = undefined;
  epochs: string | undefined = undefined;
  steps: string | undefined = undefined;
  learningRate: string | undefined = undefined;
  forcing: string | undefined = undefined;
  checkpoint: number | undefined = undefined;
  source: string | undefined = undefined;
  target: string | undefined = undefined;
  wrong = '';
  stopRule = false;

  /** null: where the lanes part. */
  private picked: number | null = null;
  private hovered: number | null = null;
  private inSight = 0;
  private errors = noErrors;
  private texts: Record<TextSetting, string> = { seed: '', length: '', learningRate: '' };
  /** The newest settings; the engine may still be at work on them. A second change before the answer builds on them. */
  private wanted: Settings = { ...defaults.lesson };
  private wantsPair = false;

  private readonly run = new Checkpoints(
    { ...defaults.lesson },
    {
      changed: () => this.requestUpdate(),
      entered: (phase) => this.entered(phase),
      failed: (failure) => this.emit('s2s-error', failure),
      moved: () => (this.reader.shown === null ? this.reader.refresh() : Promise.resolve()),
    },
    this.hold,
  );
  private readonly reader = new Reader(this.run, {
    changed: () => this.requestUpdate(),
    read: (view) => {
      if ((this.picked ?? 0) >= view.target.length) this.picked = null;
      this.emit('s2s-decoded', view);
    },
    refused: (failure) => this.emit('s2s-error', failure),
  });

  // ---- The element's contract -------------------------------------------------------------------------------------

  get ready() {
    return this.run.open().then((open) => {
      if (!open) throw this.failureAsError();
      return this.state;
    });
  }
  async train() {
    this.reader.shown = null;
    await this.run.trainTo(parts);
    if (this.run.failure) throw this.failureAsError();
    return this.state;
  }
  pause(): Promise<void> {
    return this.run.pause();
  }
  async reset(): Promise<void> {
    this.reader.forget();
    this.reader.putIns = [];
    const { failure, isOpen, settings } = this.run;
    // Settings that no model could be made with have left none to begin anew.
    if (failure && !isEngineFailure(failure) && !isOpen) await this.setTask(settings.task);
    else await this.run.reset();
  }
  /** Accuracy of the weights on show over the held-out pairs; null where the task has none. */
  async evaluate(): Promise<Accuracy | null> {
    await this.ready;
    await this.reader.measure();
    return this.reader.accuracy;
  }
  /** Everything an address needs to show this again, and what is shown. */
  get state() {
    const { task, attention, seed, length, learningRate, regime } = this.run.settings;
    return {
      task,
      attention,
      seed,
      [task === 'lesson' ? 'epochs' : 'steps']: length,
      learningRate,
      forcing: regime,
      checkpoint: this.reader.shown ?? Math.max(0, this.run.count - 1),
      ...this.reader.pair,
      wrong: writePutIns(this.reader.putIns),
      stopRule: this.stopRule,
      lanes: this.reader.view,
    };
  }

  private failureAsError(): Error {
    return asError(this.run.failure ?? { code: 'invalid_state', message: 'The model is not ready.' });
  }

  // ---- Life -------------------------------------------------------------------------------------------------------

  protected seen(): void {
    if (this.autostart === 'off') return;
    if (this.checkpoint !== undefined) void this.lookAt(this.checkpoint);
    else if (this.startsItself) void this.train().catch(() => {});
    else void this.run.open();
  }
  protected override left(): void {
    void this.run.dispose();
  }
  protected engineLost(error: Error): void {
    this.run.lost(error);
  }

  private readonly settingNames = ['task', 'attention', 'seed', 'epochs', 'steps', 'learningRate', 'forcing'] as const;

  override willUpdate(changed: PropertyValues): void {
    if (!this.hasUpdated || this.settingNames.some((name) => changed.has(name))) this.takeAttributes();
    if (changed.has('wrong') && (this.hasUpdated || this.wrong)) {
      this.reader.putIns = parsePutIns(this.wrong);
      void this.reader.refresh();
    }
    if (this.hasUpdated && (changed.has('source') || changed.has('target'))) {
      this.reader.pair = this.attributePair;
      void this.reader.refresh();
    }
    if (this.hasUpdated && changed.has('checkpoint') && this.checkpoint !== undefined)
      void this.lookAt(this.checkpoint);
  }

  override updated(): void {
    const { picked } = this.panels;
    if (this.hovered !== null || picked === this.inSight) return;
    this.inSight = picked;
    bringInSight(this.renderRoot.querySelector('.lanes'));
  }

  private get attributePair() {
    return pairFor(this.run.settings.task, this.source, this.target);
  }

  private takeAttributes(): void {
    const { settings, texts } = fromAttributes(this);
    this.texts = texts;
    const changedTask = settings.task !== this.run.settings.task || !this.hasUpdated;
    const { seed, length, learningRate } = changedTask ? settings : this.wanted;
    const { values, errors } = readTexts(this.texts, { ...settings, seed, length, learningRate }, this.strings);
    this.errors = errors;
    for (const message of Object.values(errors)) this.refused(message);
    const wanted = { ...settings, ...values };
    // What was drawn at build time is the lesson's own run, untouched.
    const asDrawn = JSON.stringify(wanted) === JSON.stringify(defaults.lesson) && !this.source && !this.target;
    if (!this.hasUpdated && (!asDrawn || this.wrong || this.checkpoint)) this.reader.drawn = false;
    void this.apply(wanted, changedTask);
  }

  private entered(phase: Phase): void {
    const words = this.strings.forcing.said;
    if (phase === 'ready') {
      this.emit('s2s-ready', this.state);
      this.say(words.ready);
    } else if (phase === 'running' || phase === 'queued') this.say(words[phase]);
    else if (phase === 'paused') this.say(words.paused(whereText({ ...this.panels, shown: null })));
    else if (phase === 'finished') {
      this.say(words.finished);
      this.emit('s2s-trained', { step: this.run.done, digest: this.run.state?.digest });
    }
    if (phase !== 'running' && phase !== 'queued' && phase !== 'loading' && phase !== 'failed')
      void this.reader.measure();
  }

  // ---- Settings ---------------------------------------------------------------------------------------------------

  private async change(settings: Partial<Settings>, newPair = false): Promise<void> {
    await this.apply({ ...this.wanted, ...settings }, newPair);
    await this.run.open();
  }

  private async apply(settings: Settings, newPair = false): Promise<void> {
    this.wanted = settings;
    this.wantsPair ||= newPair;
    try {
      await this.run.apply(settings);
      if (settings !== this.wanted) return; // a newer change comes after this one
      this.reader.forget();
      if (this.wantsPair) {
        this.wantsPair = false;
        this.reader.pair = this.attributePair;
        this.reader.putIns = parsePutIns(this.wrong);
        this.picked = null;
      }
      await this.reader.refresh();
      void this.reader.measure();
    } catch (error) {
      const failure = toFailure(error);
      if (isOver(failure)) return;
      this.emit('s2s-error', failure);
      const about = settingIn(failure.message);
      if (about) this.errors = { ...this.errors, [about]: standing(failure.message) };
      if (settings !== this.wanted) return;
      // The other changes stand.
      const rest = about ? { ...settings, [about]: this.run.settings[about] } : this.run.settings;
      this.wanted = rest;
      if (JSON.stringify(rest) !== JSON.stringify(this.run.settings)) await this.apply(rest);
    }
  }

  private commit(name: TextSetting, text: string): void {
    this.texts = { ...this.texts, [name]: text };
    // The others stay as they are in use, whatever is typed in their fields.
    const { values, errors } = readTexts(this.texts, this.wanted, this.strings);
    this.errors = { ...this.errors, [name]: errors[name] };
    if (errors[name] === '') void this.change({ [name]: values[name] });
    else this.refused(errors[name]);
  }

  private refused(message: string): void {
    if (message !== '') this.emit('s2s-error', { code: 'invalid_value', message });
  }

  private setTask(task: Task): Promise<void> {
    const first = defaults[task];
    [this.source, this.target, this.wrong] = [undefined, undefined, ''];
    this.texts = textsOf(first);
    this.errors = noErrors;
    return this.change(first, true);
  }

  // ---- Acts -------------------------------------------------------------------------------------------------------

  private toggle(): void {
    if (this.run.phase === 'running' || this.run.phase === 'queued') {
      void this.run.pause();
      return;
    }
    this.reader.shown = null;
    const again = this.run.phase === 'finished' ? this.reset() : Promise.resolve();
    void again.then(() => this.run.trainTo(parts));
  }

  private async lookAt(index: number): Promise<void> {
    await this.reader.lookAt(index);
    const read = (lane: Lane) => this.reader.view[lane].map((step) => step.prediction).join(' ');
    this.say(this.strings.forcing.said.shown(whereText(this.panels), read('forced'), read('free')));
  }

  private takeBack(): void {
    this.reader.putIns = [];
    void this.reader.refresh();
  }

  private key(event: KeyboardEvent): void {
    if (this.isLocked || isForControl(event) || event.composedPath()[0] instanceof HTMLSelectElement) return;
    const at = this.reader.shown ?? this.run.count - 1;
    const acts: Record<string, () => void> = {
      p: () => this.toggle(),
      '[': () => void this.lookAt(at - 1),
      ']': () => void this.lookAt(at + 1),
      e: () => {
        this.stopRule = !this.stopRule;
      },
      u: () => this.takeBack(),
    };
    const act = acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    if (!event.repeat) act();
  }

  // ---- Pictures ---------------------------------------------------------------------------------------------------

  private get panels(): ForcingView {
    return {
      ...{ run: this.run, strings: this.strings },
      view: this.reader.view,
      pair: this.reader.pair,
      pairErrors: this.reader.errors,
      unknown: this.reader.unknown,
      putIns: this.reader.putIns,
      picked: this.picked ?? Math.max(0, parting(this.reader.view)),
      hovered: this.hovered,
      stop: this.stopRule,
      shown: this.reader.shown,
      accuracy: this.reader.accuracy,
      texts: this.texts,
      errors: this.errors,
      has: (control) => this.hasControl(control),
      locked: this.isLocked,
      toggle: () => this.toggle(),
      reset: () => void this.reset(),
      lookAt: (index) => void this.lookAt(index),
      setTask: (task) => void this.setTask(task),
      setAttention: (attention) => void this.change({ attention }),
      setRegime: (regime) => void this.change({ regime }),
      commit: (name, text) => this.commit(name, text),
      setPair: (name, text) => void this.reader.setPair(name, text),
      nextPair: (onlyWrong) => void this.reader.nextPair(onlyWrong),
      setStop: (stop) => {
        this.stopRule = stop;
      },
      takeBack: () => this.takeBack(),
    };
  }

  override render() {
    const words = this.strings.forcing;
    const { panels } = this;
    return html`<div class="root">
      <div class="frame" role="group" aria-label=${words.name} @keydown=${this.key} data-phase=${this.run.phase}>
        ${weightsBar(panels)} ${panels.has('settings') ? settingsBar(panels) : nothing} ${trouble(panels)}
        ${panels.has('pair') ? pairBar(panels) : nothing}
        ${this.reader.drawn ? this.lanes(panels) : html`<p class="stage loading soft">${words.phase.loading} …</p>`}
        <div class="foot">${this.keyList(words.keys, words.keyList)} ${panels.has('export') ? exportMenu(this.renderRoot, this.reader, tagOf(this.state), this.strings) : nothing}</div>
      </div>
      ${this.liveRegion}
    </div>`;
  }

  private lanes(panels: ForcingView) {
    const table = lanesTable({
      ...panels,
      pick: (step) => {
        this.picked = step;
      },
      hover: (step) => {
        this.hovered = step;
      },
      putIn: (lane, step, token) => {
        this.picked = step;
        void this.reader.putIn(lane, step, token);
      },
    });
    // Short lanes leave room beside them.
    const short = panels.view.target.length <= shortLanes;
    return html`<div class="stage">${table} ${short ? thoughts(panels) : nothing}</div>
      ${outcome(panels)}
      <p class="key">${this.strings.forcing.key}</p>
      <div class="below ${short ? 'one' : ''}">${short ? nothing : thoughts(panels)} ${accuracyFigure(panels)}</div>`;
  }

  static override styles = [tokens, base, controls, errorPanelStyles, S2sElement.shared, forcingStyles, lanesStyles];
}

define('s2s-forcing', Forcing);
