// <s2s-part-inside>: below the program's pictures, what is asked for: the next training step in its stages, the build
// rules measured, the symbols to read both in. Fetched when it is asked for.
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import type { Engine, EngineSession, SessionState } from '../../wasm/client';
import { define } from '../lib/define';
import { type Failure, standing, toFailure } from '../lib/failure';
import { grouped } from '../lib/format';
import '../parts/export-menu';
import { weightNamed, weightText } from '../lib/place';
import type { Numbers, Picture } from '../parts/export-menu';
import { segments } from '../parts/segments';
import { base, controls, tokens } from '../parts/styles';
import { tokenStyles } from '../parts/token-styles';
import type { Strings } from '../strings/en';
import { en } from '../strings/en';
import { insideWords, loadInsideWords } from '../strings/inside';
import { insideStyles } from './inside-styles';
import { rulesTable, shapesTable, stepsTable, tensorsTable, weightTable } from './inside-tables';
import { hint, type Notation, notations, type Sizes } from './notation';
import { measureRules, type Rules } from './rules';
import { rulesBody, summary } from './rules-view';
import type { Phase, Run } from './run';
import { saidOf } from './said';
import { stageStyles } from './stage-styles';
import { type ShownStep, type Stage, type StageView, shownStep, stages } from './stage-view';
import { stageBody } from './stages';

export interface InsideState {
  stage: Stage | '';
  rules: boolean;
  notation: Notation;
  weight: string;
}

/** What belongs to one position of a run: of that session, and of nothing that was set since. */
interface Asked {
  session: EngineSession;
  state: SessionState;
}
interface Step extends Asked {
  weight: string;
  next: ShownStep;
}

export class Inside extends LitElement {
  static override properties = {
    run: { attribute: false },
    runState: { attribute: false },
    phase: { attribute: false },
    strings: { attribute: false },
    shows: { attribute: false },
    stage: { attribute: false },
    rules: { attribute: false },
    notation: { attribute: false },
    weight: { attribute: false },
    step: { state: true },
    measured: { state: true },
    pair: { state: true },
    badPlace: { state: true },
    note: { state: true },
  };

  run!: Run;
  /** The run's, handed over so that a change of it is a change here. */
  runState: SessionState | null = null;
  phase: Phase = 'idle';
  strings: Strings = en;
  shows: { stages: boolean; rules: boolean; notation: boolean } = { stages: true, rules: true, notation: true };
  stage: Stage | '' = '';
  rules = false;
  notation: Notation = 'lesson';
  weight = '';
  onChange: (change: Partial<InsideState>) => void = () => {};
  onSay: (text: string) => void = () => {};
  /** The page's engine, for as long as the element is in it. */
  engine!: () => Promise<Engine>;

  private step: Step | null = null;
  private measured: (Asked & { rules: Rules }) | null = null;
  private pair = 0;
  private badPlace = '';
  private note = '';
  /** Where the note's step has led. */
  private noted: SessionState | null = null;
  /** What one pass of this session's model makes: asked once a session. */
  private pass: { session: EngineSession; tensors: string[]; sizes: Sizes } | null = null;
  private asking: Asked | null = null;
  /** What could not be answered: the same question is not asked again. */
  private readonly failed: Partial<Record<'step' | 'rules', Asked & { weight: string; failure: Failure }>> = {};
  private taking = false;
  /** Said when its numbers are there. */
  private toSay: 'stage' | 'rules' | null = null;

  private get words() {
    return insideWords(this.strings.lang);
  }

  /** The next stage; from the last one the step is taken. Back from the first one closes. */
  forward(): void {
    if (!this.shows.stages) return;
    const at = this.stage === '' ? -1 : stages.indexOf(this.stage);
    if (at === stages.length - 1) void this.take();
    else this.go(stages[at + 1]!);
  }
  backward(): void {
    if (!this.shows.stages || this.stage === '') return;
    const at = stages.indexOf(this.stage);
    this.go(at === 0 ? '' : stages[at - 1]!);
    if (at === 0) void this.focusOpener();
  }

  /** The panel that had the focus is gone. */
  private async focusOpener(): Promise<void> {
    if (!this.renderRoot.querySelector('.stages-panel :focus')) return;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.open-stages')?.focus();
  }

  toggleRules(): void {
    this.toSay = this.rules ? null : 'rules';
    this.onChange({ rules: !this.rules });
  }

  private go(stage: Stage | ''): void {
    this.note = '';
    this.toSay = stage === '' ? null : 'stage';
    this.onChange({ stage });
  }

  private get still(): boolean {
    return this.phase === 'ready' || this.phase === 'paused';
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('weight')) this.badPlace = '';
    if (changed.has('strings')) {
      void loadInsideWords(this.strings.lang).then((fresh) => fresh && this.requestUpdate());
    }
  }

  protected override updated(): void {
    void this.ask();
    if (this.toSay === 'stage' && this.current?.weight === this.weight && this.stage !== '') {
      this.toSay = null;
      this.onSay(
        [this.noteNow, saidOf(this.current.next, this.stage, this.pair, this.words, this.strings.lang)]
          .filter((text) => text !== '')
          .join(' '),
      );
    } else if (this.toSay === 'rules' && this.measured && this.rules) {
      this.toSay = null;
      this.onSay(this.words.rulesSaid(summary(this.measured.rules, this.words)));
    }
  }

  private get noteNow(): string {
    return this.noted === this.run.state ? this.note : '';
  }
  /** The step that belongs to where the run stands; an older one is not shown. */
  private get current(): Step | null {
    const { step } = this;
    return step && step.session === this.run.current && step.state === this.run.state ? step : null;
  }
  private failureOf(question: 'step' | 'rules'): Failure | null {
    const failed = this.failed[question];
    const same = failed && failed.session === this.run.current && failed.state === this.run.state;
    return same && (question === 'rules' || failed.weight === this.weight) ? failed.failure : null;
  }
  private get rulesNow(): Rules | null {
    const { measured } = this;
    return measured && measured.session === this.run.current && measured.state === this.run.state
      ? measured.rules
      : null;
  }

  // ---- Asking the engine --------------------------------------------------------------------------------------------

  /** One question after the other; what has changed meanwhile is asked for by the update that its answer makes. */
  private async ask(): Promise<void> {
    const { current: session, state } = this.run;
    if (!session || !state || this.asking || this.taking) return;
    const isStale = !(this.current && this.current.weight === this.weight);
    const wantsStep = this.stage !== '' && this.still && isStale && this.shows.stages && !this.failureOf('step');
    const standing = this.still || this.phase === 'finished';
    const wantsRules = this.rules && standing && this.rulesNow === null && this.shows.rules && !this.failureOf('rules');
    if (!wantsStep && !wantsRules) return;
    const asked = { session, state };
    this.asking = asked;
    try {
      if (wantsStep) this.step = { ...asked, weight: this.weight, next: await this.nextStep(session, state) };
      else
        this.measured = {
          ...asked,
          rules: await measureRules(await this.engine(), session, state, this.isRepeatable),
        };
    } catch (error) {
      this.failed[wantsStep ? 'step' : 'rules'] = { ...asked, weight: this.weight, failure: toFailure(error) };
    } finally {
      this.asking = null;
      this.requestUpdate();
    }
  }

  private async nextStep(session: EngineSession, state: SessionState): Promise<ShownStep> {
    const next = shownStep(await session.nextStep());
    await this.knowPass(session, state);
    this.pair = Math.min(this.pair, next.rows.length - 1);
    const named = weightNamed(this.weight, next.tensors);
    return named ? shownStep(await session.nextStep(named)) : next;
  }

  private async knowPass(session: EngineSession, state: SessionState): Promise<void> {
    if (this.pass?.session === session) return;
    const [trace, labels] = [await session.trace('teacher'), await session.labels()];
    const model = state.configuration.model as Record<string, number | string>;
    const V = labels.length;
    const X = model.copy === 'off' ? V : Math.max(V, ...trace.source.map((id) => id + 1));
    this.pass = {
      session,
      tensors: [...new Set(trace.tensors.map(({ name }) => name))],
      sizes: { B: 1, S: trace.source.length, E: Number(model.embedding_size), H: Number(model.hidden_size), V, X },
    };
  }

  // A learning rate or a schedule that was changed on the way is not in the configuration that a new run begins with.
  private get isRepeatable(): boolean {
    const { material, changedAfter, settings, state } = this.run;
    const within = (state?.epoch ?? 0) <= settings.epochs; // fewer epochs than were trained end a new run before
    return material.isToy && changedAfter === null && settings.regime !== 'scheduled' && within;
  }

  private async take(): Promise<void> {
    const { current } = this;
    if (!current || this.taking || !this.still) return;
    this.taking = true;
    try {
      await this.run.step();
    } finally {
      this.taking = false;
    }
    const { state } = this.run;
    const { report, digest } = current.next;
    if (state?.step !== report.step + 1) return; // refused, and told by the run
    this.badPlace = '';
    this.noted = state;
    this.note = this.words.taken(grouped(state.step, this.strings.lang), state.digest, state.digest === digest);
    this.toSay = 'stage';
    if (state.finished) this.onSay(this.note);
    this.onChange({ stage: 'forward' });
    this.requestUpdate();
  }

  // ---- Pictures -----------------------------------------------------------------------------------------------------

  override render() {
    const { words, shows } = this;
    const open = (shows.stages && this.stage !== '') || (shows.rules && this.rules);
    return html`<div class="root">
      <div class="inside" role="group" aria-label=${words.name}>
        <div class="head">
          <div class="openers">
            ${shows.stages ? this.opener('open-stages', this.strings.program.openStages, this.stage !== '', () => this.go(this.stage === '' ? 'forward' : '')) : nothing}
            ${
              shows.rules
                ? this.opener('open-rules', this.strings.program.openRules, this.rules, () => this.toggleRules())
                : nothing
            }
          </div>
          ${shows.notation ? segments('notation', words.notation, notations, words.notations, this.notation, (notation) => this.onChange({ notation })) : nothing}
          ${open ? this.menu() : nothing}
        </div>
        ${open || shows.notation ? html`<p class="hint">${hint(words.notationHint[this.notation])}</p>` : nothing}
        ${shows.stages && this.stage !== '' ? this.stagesPanel(this.stage) : nothing}
        ${shows.rules && this.rules ? this.rulesPanel() : nothing}
      </div>
    </div>`;
  }

  private opener(name: string, label: string, open: boolean, act: () => void) {
    return html`<button type="button" class=${name} aria-expanded=${open} @click=${act}>
      <span aria-hidden="true">${open ? '▾' : '▸'}</span>${label}
    </button>`;
  }

  private stagesPanel(stage: Stage) {
    const { words, current } = this;
    const at = stages.indexOf(stage);
    const last = at === stages.length - 1;
    const blocked = last && !current;
    return html`<div class="panel stages-panel" data-stage=${stage} data-step=${current?.next.report.step ?? nothing}>
      <div class="walk">
        <ol aria-label=${words.stageList}>
          ${stages.map(
            (one, index) => html`<li>
              <button type="button" class="stage" aria-current=${one === stage ? 'step' : nothing} @click=${() => this.go(one)}>
                <span class="count">${index + 1}</span>${words.stages[one]}
              </button>
            </li>`,
          )}
        </ol>
        <div class="moves">
          <button type="button" class="back" aria-keyshortcuts="B" @click=${() => this.backward()}>${words.back}</button>
          <button type="button" class="primary next" aria-keyshortcuts="N" aria-disabled=${blocked} @click=${() => this.forward()}>
            ${last ? words.take : words.next}
          </button>
          <span class="key-hint"><kbd>N</kbd> ${words.keyNext} <kbd>B</kbd> ${words.keyBack}</span>
        </div>
      </div>
      ${this.noteNow === '' ? nothing : html`<p class="note">${this.noteNow}</p>`}
      ${current ? this.stageView(stage, current) : this.waiting()}
    </div>`;
  }

  private stageView(stage: Stage, { next, state }: Step) {
    const { words, strings } = this;
    if (!this.pass) return nothing;
    const view: StageView = {
      next,
      state,
      pair: this.pair,
      tensors: this.pass.tensors,
      sizes: this.pass.sizes,
      notation: this.notation,
      words,
      lang: strings.lang,
      badPlace: this.badPlace,
      lookAt: (pair) => {
        this.pair = pair;
      },
      follow: (tensor, index, text) => {
        this.badPlace = Number.isNaN(index) ? text : '';
        if (Number.isNaN(index)) return;
        const shape = next.tensors.find(({ name }) => name === tensor)?.shape ?? [];
        this.toSay = 'stage';
        this.onChange({ weight: tensor === null ? '' : weightText(tensor, shape, index) });
      },
    };
    return html`<p class="which">${words.which(grouped(next.report.step + 1, strings.lang), grouped(next.report.epoch, strings.lang), next.rows.length)}</p>
      <div class="body">${stageBody(stage, view)}</div>`;
  }

  private waiting() {
    const { words, phase } = this;
    const failure = this.failureOf('step');
    const text = phase === 'finished' ? words.finished : failure ? `${words.failed} ${failure.message}` : this.holdUp;
    return html`<p class="waiting ${text ? 'told' : ''}">${text ?? words.loading}</p>`;
  }

  /** Why nothing can be asked now. */
  private get holdUp(): string | null {
    const { words, phase } = this;
    if (phase === 'running' || phase === 'queued') return words.running;
    if (phase === 'failed') return words.stopped;
    return phase === 'idle' ? words.notBegun : null;
  }

  private rulesPanel() {
    const { words, rulesNow } = this;
    const failure = this.failureOf('rules');
    const wait = failure ? standing(failure.message) : (this.holdUp ?? words.measuring);
    return html`<div class="panel rules-panel">
      ${rulesNow ? rulesBody(rulesNow, this.notation, words, this.strings.lang) : html`<p class="waiting">${wait}</p>`}
    </div>`;
  }

  private menu() {
    const { words, strings, current, rulesNow } = this;
    const { tables } = words;
    const numbers: Numbers[] = [];
    const pictures: Picture[] = [];
    if (current && this.stage !== '') {
      pictures.push({ title: words.stages[this.stage], element: () => this.renderRoot.querySelector('.body') });
      numbers.push(
        { title: tables.steps, table: () => stepsTable(current.next) },
        { title: tables.tensors, table: () => tensorsTable(current.next) },
        { title: tables.weight, table: () => weightTable(current.next, current.state, words) },
      );
    }
    if (rulesNow && this.rules) {
      pictures.push({ title: tables.rules, element: () => this.renderRoot.querySelector('.rules-panel') });
      numbers.push(
        { title: tables.rules, table: () => rulesTable(rulesNow) },
        { title: tables.shapes, table: () => shapesTable(rulesNow) },
      );
    }
    return html`<s2s-part-export-menu
      .name=${words.name}
      .file=${'step'}
      .strings=${strings}
      .pictures=${pictures}
      .tables=${numbers}
    ></s2s-part-export-menu>`;
  }

  static override styles = [tokens, base, controls, tokenStyles, insideStyles, stageStyles];
}

define('s2s-part-inside', Inside);
