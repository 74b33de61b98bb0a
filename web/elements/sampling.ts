// <s2s-sampling>: scheduled sampling. The three schedules with their constants and a mark at epoch k; the coins that a
// run of this seed throws there, a coin a token against a coin a target; the lesson's table with the draws that it
// leaves out; three regimes trained from the same weights and batches; and the claim about speed over many seeds.
//
// Attributes: schedule (linear, exponential, inverse_sigmoid), linear-steps, exponential-base, sigmoid-scale, floor,
// epochs, epoch, seed, target, task (lesson, reverse), autostart (off: the engine loads with the first change), controls
// (schedule coins lesson compare seeds export), theme, lang.
// Methods: ready, train(), pause(), reset(), state. Events: s2s-ready, s2s-trained, s2s-error.
import { html, nothing, type PropertyValues } from 'lit';
import { define } from '../lib/define';
import { toFailure } from '../lib/failure';
import { fixed } from '../lib/format';
import { tagWith } from '../lib/markup';
import { errorPanelStyles } from '../parts/error-panel';
import '../parts/export-menu';
import { base, controls, tokens } from '../parts/styles';
import { Comparison, regimes, type Task, tasks } from '../sampling/comparison';
import { type Draws, draw } from '../sampling/draws';
import { firstPicture } from '../sampling/first-picture';
import { coins, comparisonPanel, lessonPanel, type SamplingView, schedules, seedsPanel } from '../sampling/panels';
import { SeedRuns } from '../sampling/seeds';
import {
  attributes,
  defaults,
  type FieldName,
  fields,
  type Kind,
  kinds,
  longestRun,
  longestTarget,
  type Settings,
  words as wordsOf,
} from '../sampling/settings';
import { samplingStyles } from '../sampling/styles';
import { coinTable, curveTable, lossTable, seedTable } from '../sampling/tables';
import { AskingElement } from './asking-element';
import { isForControl, S2sElement } from './element';

/** The engine names fields of its configuration; people see these. */
const engineNames: Partial<Record<string, FieldName>> = {
  linear_steps: 'linearSteps',
  exponential_base: 'exponentialBase',
  sigmoid_scale: 'sigmoidScale',
  floor: 'floor',
  seed: 'seed',
};
const isWhole = (text: string) => /^[-+]?\d+$/.test(text.trim());

export class Sampling extends AskingElement {
  static override properties = {
    ...AskingElement.properties,
    schedule: { type: String },
    ...Object.fromEntries(fields.map((name) => [name, { type: String, attribute: attributes[name] }])),
    epoch: { type: String },
    task: { type: String },
    settings: { state: true },
    draws: { state: true },
    texts: { state: true },
    errors: { state: true },
  };

  schedule: string = defaults.kind;
  linearSteps = String(defaults.linearSteps);
  exponentialBase = String(defaults.exponentialBase);
  sigmoidScale = String(defaults.sigmoidScale);
  floor = String(defaults.floor);
  epochs = String(defaults.epochs);
  epoch = String(defaults.epoch);
  seed = defaults.seed;
  target = defaults.target;
  task: string = 'lesson';

  private settings: Settings = defaults;
  /** The newest settings; the engine may still be at work on them. A second change before the answer builds on them. */
  private wanted: Settings = defaults;
  private draws: Draws = firstPicture.draws;
  private drawn: Promise<void> = Promise.resolve();
  private texts: SamplingView['texts'] = { ...asTexts(defaults), firstSeed: '95', seedCount: '20' };
  private errors: SamplingView['errors'] = {};
  private readonly comparison = new Comparison(() => this.comparisonChanged(), this.hold);
  private readonly seeds = new SeedRuns(() => this.seedsChanged(), this.hold);
  private saidPhase = '';

  // ---- The element's contract -------------------------------------------------------------------------------------

  get state() {
    const { phase, task, results } = this.comparison;
    const { runs, means } = this.seeds;
    return { settings: this.settings, draws: this.draws, comparison: { phase, task, results }, seeds: { runs, means } };
  }
  /** The three regimes; resolves when they have ended or are stopped. */
  train(): Promise<void> {
    return this.comparison.run(this.chosenTask, this.drawnSettings());
  }
  async pause(): Promise<void> {
    this.comparison.cancel();
    this.seeds.cancel();
  }
  /** Back to the lesson's schedule. */
  async reset(): Promise<void> {
    this.texts = { ...this.texts, ...asTexts(defaults) };
    this.errors = {};
    await this.set(defaults);
  }

  protected override seen(): void {
    super.seen();
    if (this.startsItself && this.showsRegimes) void this.train();
  }
  protected override left(): void {
    super.left();
    this.comparison.cancel();
    this.seeds.giveUp();
  }

  override willUpdate(changed: PropertyValues): void {
    const settings = { ...this.wanted };
    if (changed.has('schedule') && kinds.includes(this.schedule as Kind)) settings.kind = this.schedule as Kind;
    if (changed.has('epoch') && isWhole(this.epoch)) settings.epoch = Number(this.epoch);
    for (const name of fields) {
      if (!changed.has(name) || this[name] === this.texts[name]) continue;
      this.texts = { ...this.texts, [name]: this[name] };
      this.read(name, this[name], settings);
    }
    if (!same(settings, this.wanted)) void this.set(settings);
  }

  /** A locked figure shows them too: it trains them by itself, or a script does. */
  private get showsRegimes(): boolean {
    return this.isLocked || this.hasControl('compare');
  }
  private get chosenTask(): Task {
    return tasks.find((task) => task === this.task) ?? 'lesson';
  }

  // ---- Settings ---------------------------------------------------------------------------------------------------

  /** Reads a text into `settings`; what is none of its kind is named in its field and changes nothing. */
  private read(name: FieldName, text: string, settings: Settings): void {
    const words = this.strings.sampling;
    const value = Number(text.trim());
    let range = '';
    if (name === 'target') {
      const count = wordsOf({ target: text }).length;
      if (count < 1 || count > longestTarget) range = words.ranges.target(longestTarget);
      else settings.target = text;
    } else if (name === 'seed') {
      if (isWhole(text)) settings.seed = text.trim();
      else range = words.ranges.seed;
    } else if (name === 'epochs') {
      if (isWhole(text) && value >= 1 && value <= longestRun) settings.epochs = value;
      else range = words.ranges.epochs;
    } else if (text.trim() === '' || !Number.isFinite(value)) {
      range = words.ranges.number;
    } else {
      settings[name] = value;
    }
    this.errors = { ...this.errors, [name]: range === '' ? '' : words.refused(words.fields[name], text, range) };
  }

  private type(name: keyof SamplingView['texts'], text: string): void {
    this.texts = { ...this.texts, [name]: text };
    if (name === 'firstSeed' || name === 'seedCount') {
      this.errors = { ...this.errors, [name]: '' };
      return;
    }
    const settings = { ...this.wanted };
    this.read(name, text, settings);
    void this.set(settings);
  }

  private set(wanted: Settings): Promise<void> {
    this.drawn = this.draw(wanted);
    return this.drawn;
  }

  /** What is on screen when all that was changed so far is drawn, or refused. */
  private async drawnSettings(): Promise<Settings> {
    await this.updateComplete;
    for (let drawn: unknown; drawn !== this.drawn; ) {
      drawn = this.drawn;
      await drawn;
    }
    return this.settings;
  }

  private async draw(wanted: Settings): Promise<void> {
    const settings = { ...wanted, epoch: Math.min(wanted.epochs, Math.max(0, wanted.epoch)) };
    this.wanted = settings;
    if (same(settings, this.settings)) {
      this.dropAsked();
      return;
    }
    await this.ask(
      (engine) => draw(engine, settings),
      (draws) => {
        const moved = settings.epoch !== this.settings.epoch || settings.kind !== this.settings.kind;
        [this.settings, this.draws] = [settings, draws];
        this.reflect();
        const words = this.strings.sampling;
        const epsilon = fixed(draws.epsilon[settings.kind], 3);
        if (!moved) this.say(words.reading(String(settings.epoch), words.kinds[settings.kind], epsilon));
      },
      (error) => this.refuse(error, settings),
    );
  }

  /** The engine's sentence about one field belongs to that field; the other changes stand. */
  private refuse(error: unknown, settings: Settings): void {
    const failure = toFailure(error);
    const [, found, range] = /(\w+) is .*; allowed: (.*)$/.exec(failure.message) ?? [];
    const name = engineNames[found ?? ''];
    if (failure.code !== 'invalid_value' || !name) {
      this.fail(error, () => void this.set(settings));
      return;
    }
    const words = this.strings.sampling;
    this.errors = { ...this.errors, [name]: words.refused(words.fields[name], this.texts[name], range ?? '') };
    this.emit('s2s-error', failure);
    void this.set({ ...settings, [name]: this.settings[name] });
  }

  /** The properties say what is on screen, so that they reproduce it. */
  private reflect(): void {
    this.schedule = this.settings.kind;
    this.epoch = String(this.settings.epoch);
    for (const name of fields) if (!this.errors[name]) this[name] = String(this.settings[name]);
  }

  /** HTML that brings back what is on screen. */
  get tag(): string {
    const { kind, epoch } = this.settings;
    const typed = fields.map((name) => [attributes[name], this.settings[name]]);
    return tagWith('s2s-sampling', { schedule: kind, epoch, task: this.chosenTask, ...Object.fromEntries(typed) });
  }

  // ---- Runs -------------------------------------------------------------------------------------------------------

  private comparisonChanged(): void {
    this.requestUpdate();
    const { phase, results, failure } = this.comparison;
    if (phase === this.saidPhase) return;
    this.saidPhase = phase;
    const words = this.strings.sampling;
    if (phase === 'finished') {
      const last = (way: 'forced' | 'free') =>
        regimes.map((regime) => `${words.regimes[regime]} ${fixed(results[regime][way].at(-1)?.y ?? Number.NaN, 2)}`);
      this.say(words.finishedSaid(last('forced').join(', '), last('free').join(', ')));
      this.emit('s2s-trained', { task: this.comparison.task, results });
    } else {
      this.say(words.phases[phase]);
      if (failure) this.emit('s2s-error', failure);
    }
  }

  private seedsChanged(): void {
    this.requestUpdate();
    const { phase, runs, wanted, failure } = this.seeds;
    if (phase === 'queued') this.say(this.strings.sampling.phases.queued);
    if (phase === 'finished' || phase === 'cancelled') {
      this.say(this.strings.sampling.seedsDone(String(runs.length), String(wanted)));
    }
    if (failure) this.emit('s2s-error', failure);
  }

  private runSeeds(): void {
    const words = this.strings.sampling;
    const { firstSeed, seedCount } = this.texts;
    const count = Number(seedCount);
    const errors = {
      firstSeed: isWhole(firstSeed) ? '' : words.refused(words.firstSeed, firstSeed, words.ranges.seed),
      seedCount:
        isWhole(seedCount) && count >= 1 && count <= 100
          ? ''
          : words.refused(words.seedCount, seedCount, words.seedCountRange),
    };
    this.errors = { ...this.errors, ...errors };
    if (errors.firstSeed === '' && errors.seedCount === '') void this.seeds.run(firstSeed.trim(), count);
  }

  private key(event: KeyboardEvent): void {
    if (this.isLocked || isForControl(event)) return;
    const { epoch } = this.wanted;
    const acts: Record<string, () => void> = {
      ',': () => void this.set({ ...this.wanted, epoch: epoch - 1 }),
      '.': () => void this.set({ ...this.wanted, epoch: epoch + 1 }),
      r: () => void this.reset(),
    };
    const act = acts[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  // ---- Pictures ---------------------------------------------------------------------------------------------------

  private get view(): SamplingView {
    return {
      settings: this.settings,
      draws: this.draws,
      lesson: firstPicture.lesson,
      comparison: this.comparison,
      task: this.chosenTask,
      seeds: this.seeds,
      texts: this.texts,
      errors: this.errors,
      strings: this.strings,
      lang: this.lang,
      locked: this.isLocked,
      type: (name, text) => this.type(name, text),
      choose: (kind) => void this.set({ ...this.wanted, kind }),
      mark: (epoch) => void this.set({ ...this.wanted, epoch }),
      setTask: (task) => {
        this.task = task;
      },
      train: () => void this.train(),
      stop: () => this.comparison.cancel(),
      runSeeds: () => this.runSeeds(),
      stopSeeds: () => this.seeds.cancel(),
    };
  }

  override render() {
    const words = this.strings.sampling;
    const { view } = this;
    // What needs no press stays in a locked figure.
    const shows = (part: string) => this.isLocked || this.hasControl(part);
    return html`<div class="root">
      <div class="frame" role="group" aria-label=${words.name} @keydown=${this.key}>
        ${this.trouble()}
        ${shows('schedule') ? schedules(view) : nothing} ${shows('coins') ? coins(view) : nothing}
        ${shows('lesson') ? lessonPanel(view) : nothing}
        ${this.showsRegimes ? comparisonPanel(view, () => void this.train()) : nothing}
        ${this.hasControl('seeds') ? seedsPanel(view, () => this.runSeeds()) : nothing}
        <div class="foot">${this.keyList(words.keys, words.keyList)} ${this.hasControl('export') ? this.menu() : nothing}</div>
      </div>
      ${this.liveRegion}
    </div>`;
  }

  private menu() {
    const words = this.strings.sampling;
    const part = (selector: string) => () => this.renderRoot.querySelector(selector);
    const trained = this.comparison.results.teacher.forced.length > 0;
    return html`<s2s-part-export-menu
        .name=${words.name}
        .file=${'sampling'}
        .pictures=${[
          { title: words.schedule, element: part('.epsilon') },
          { title: words.table.coin, element: part('.strips') },
          ...(trained ? [{ title: words.table.loss, element: part('.charts') }] : []),
          ...(this.seeds.runs.length > 0 ? [{ title: words.seedCount, element: part('.seeds') }] : []),
        ]}
        .tables=${[
          { title: words.schedule, table: () => curveTable(this.draws, this.strings) },
          { title: words.table.coin, table: () => coinTable(this.draws, wordsOf(this.settings), this.strings) },
          { title: words.table.loss, table: () => lossTable(this.comparison.results, this.strings) },
          { title: words.seedCount, table: () => seedTable(this.seeds, this.strings) },
        ]}
        .tag=${() => this.tag}
        .strings=${this.strings}
      ></s2s-part-export-menu>`;
  }

  static override styles = [tokens, base, controls, errorPanelStyles, S2sElement.shared, samplingStyles];
}

const asTexts = (settings: Settings) =>
  Object.fromEntries(fields.map((name) => [name, String(settings[name])])) as Record<FieldName, string>;

const same = (a: Settings, b: Settings) => (Object.keys(a) as (keyof Settings)[]).every((key) => a[key] === b[key]);

define('s2s-sampling', Sampling);
