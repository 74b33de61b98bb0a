// What stands around the lanes of <s2s-forcing>: which weights, the settings, the pair, what each lane thinks at a step,
// accuracy by position over held-out pairs, and the ways back from trouble.
import { html, nothing } from 'lit';
import { isEngineFailure } from '../lib/failure';
import { fixed, grouped } from '../lib/format';
import { errorPanel } from '../parts/error-panel';
import '../parts/field';
import '../parts/position-chart';
import { percentText } from '../parts/position-chart';
import { segments } from '../parts/segments';
import type { Strings } from '../strings/en';
import { type Checkpoints, parts } from './checkpoints';
import { type AttentionKind, attentions, type Regime, regimes, type Task, tasks } from './configuration';
import { changed, type Lane, type LanesView, laneNames, type PutIn, stopStep, written } from './lanes';
import type { Accuracy } from './reader';
import type { TextSetting } from './setting-texts';

export interface ForcingView {
  run: Checkpoints;
  strings: Strings;
  view: LanesView;
  pair: { source: string; target: string };
  pairErrors: Record<'source' | 'target', string>;
  /** What of each text the model reads as UNK. */
  unknown: Record<'source' | 'target', readonly string[]>;
  putIns: readonly PutIn[];
  picked: number;
  hovered: number | null;
  stop: boolean;
  /** The kept weights on show; null: the newest. */
  shown: number | null;
  accuracy: Accuracy | null;
  texts: Record<TextSetting, string>;
  errors: Record<TextSetting, string>;
  has: (control: string) => boolean;
  /** There is nothing to change; looking goes on. */
  locked: boolean;

  toggle: () => void;
  reset: () => void;
  lookAt: (index: number) => void;
  setTask: (task: Task) => void;
  setAttention: (kind: AttentionKind) => void;
  setRegime: (regime: Regime) => void;
  commit: (name: TextSetting, text: string) => void;
  setPair: (name: 'source' | 'target', text: string) => void;
  nextPair: (onlyWrong: boolean) => void;
  setStop: (stop: boolean) => void;
  takeBack: () => void;
}

/** Where the weights on show stand in the training, in words. */
export function whereText({ run, strings, shown }: Pick<ForcingView, 'run' | 'strings' | 'shown'>): string {
  const { task, length } = run.settings;
  const done = shown === null ? run.done : run.at(shown);
  return strings.forcing.after(
    grouped(done, strings.lang),
    grouped(length, strings.lang),
    task === 'lesson' ? 'epochs' : 'steps',
  );
}

export function weightsBar(view: ForcingView) {
  const { run, strings, shown, has } = view;
  const words = strings.forcing;
  const running = run.phase === 'running' || run.phase === 'queued';
  const begun = run.done > 0;
  const label = running ? words.pause : run.phase === 'finished' ? words.more : begun ? words.resume : words.train;
  const at = shown ?? Math.max(0, run.count - 1);
  return html`<div class="weights">
    <div class="buttons">
      ${
        has('train')
          ? html`<button type="button" class="primary play" aria-keyshortcuts="P" aria-disabled=${run.phase === 'failed'} @click=${view.toggle}>
              ${label}
            </button>`
          : nothing
      }
      ${has('reset') ? html`<button type="button" class="reset" @click=${view.reset}>${strings.reset}</button>` : nothing}
    </div>
    <div class="slider">
      <label class="label" for="weights">${words.model}</label>
      <input
        id="weights"
        type="range"
        min="0"
        max=${parts}
        step="1"
        .style=${`--reached: ${(100 * Math.min(1, run.done / Math.max(1, run.settings.length))).toFixed(2)}%`}
        .value=${String(at)}
        aria-valuetext=${whereText(view)}
        aria-describedby="weights-hint"
        @input=${(event: Event) => view.lookAt(Number((event.target as HTMLInputElement).value))}
      />
      <p class="ends" aria-hidden="true"><span>${words.untrained}</span><span>${words.half}</span><span>${words.trained}</span></p>
    </div>
    <p class="where">
      <span class="place">${whereText(view)}</span>
      <span class="badge ${run.phase}">${words.phase[run.phase]}</span>
    </p>
    <p id="weights-hint" class="hidden">${words.modelHint}</p>
  </div>`;
}

export function settingsBar(view: ForcingView) {
  const { run, strings, texts, errors } = view;
  const words = strings.forcing;
  const { settings } = run;
  const field = (name: TextSetting, title: string, mode: string, size: number) =>
    html`<s2s-part-field
      class=${name}
      .label=${title}
      .value=${texts[name]}
      .error=${errors[name]}
      .mode=${mode}
      .size=${size}
      .onCommit=${(text: string) => view.commit(name, text)}
    ></s2s-part-field>`;
  return html`<div class="settings">
    ${segments('task', words.task, tasks, words.tasks, settings.task, view.setTask)}
    ${
      settings.task === 'lesson'
        ? nothing
        : segments('attention', words.attention, attentions, words.attentions, settings.attention, view.setAttention)
    }
    ${segments('regime', words.regime, regimes, words.regimes, settings.regime, view.setRegime)}
    ${field('seed', words.seed, 'text', 10)}
    ${field('length', settings.task === 'lesson' ? words.epochs : words.steps, 'numeric', 6)}
    ${field('learningRate', words.learningRate, 'decimal', 8)}
  </div>`;
}

export function pairBar(view: ForcingView) {
  const { strings, pair, pairErrors, unknown, run, accuracy } = view;
  const words = strings.forcing;
  const wrongs = accuracy?.texts.some((text) => !text.exact) ?? false;
  const known = view.view.vocabulary
    .filter((token) => token.length === 1)
    .sort()
    .join(' ');
  const field = (name: 'source' | 'target') =>
    html`<s2s-part-field
      class=${name}
      .label=${words[name]}
      .value=${pair[name]}
      .error=${pairErrors[name]}
      .hint=${unknown[name].length > 0 ? words.unknown(unknown[name], known) : ''}
      .size=${14}
      .onCommit=${(text: string) => view.setPair(name, text)}
    ></s2s-part-field>`;
  return html`<div class="pair" role="group" aria-label=${words.pair}>
    ${field('source')} <span class="to" aria-hidden="true">→</span> ${field('target')}
    ${
      run.settings.task === 'lesson'
        ? nothing
        : html`<span class="drawn">
            <button type="button" class="another" aria-disabled=${!accuracy} @click=${() => view.nextPair(false)}>${words.another}</button>
            <button type="button" class="goes-wrong" aria-disabled=${!wrongs} title=${accuracy && !wrongs ? words.noneWrong : ''}
              @click=${() => view.nextPair(true)}>${words.wrongOne}</button>
          </span>`
    }
  </div>`;
}

export function outcome({ view, putIns, stop, locked, strings, setStop, takeBack }: ForcingView) {
  const words = strings.forcing;
  const end = stopStep(view);
  const tokens = written(view);
  const text =
    tokens.length > 0
      ? tokens.map((token) => html`<bdi class="token own small">${token}</bdi> `)
      : html`<strong>${words.writesNothing}</strong>`;
  const rule = html`<label class="switch"
    ><input type="checkbox" role="switch" name="stop" .checked=${stop}
      @change=${(event: Event) => setStop((event.target as HTMLInputElement).checked)} /><span>${words.stop}</span></label
  >`;
  const hint = locked ? nothing : html`<span class="soft">${words.hint}</span>`;
  return html`<div class="outcome">
    ${locked ? nothing : rule}
    <p class="writes">${end < 0 ? words.cut : html`${stop ? words.writes : words.goesOn} <span class="decoded">${text}</span>`}</p>
    <p class="cascade" role="status">
      ${putIns.length === 0 ? hint : putIns.map((one) => cascade(view, one, strings))}
    </p>
    ${putIns.length > 0 && !locked ? html`<button type="button" class="take-back" aria-keyshortcuts="U" @click=${takeBack}>${words.takeBack}</button>` : nothing}
  </div>`;
}

const cascade = (view: LanesView, { lane, step, token }: PutIn, { forcing: words }: Strings) =>
  html`${words.cascade(words[lane], step + 1, token, changed(view, lane, step), view[lane].length - step)} `;

/** The likeliest tokens of both lanes at one step. */
export function thoughts({ view, picked, hovered, strings }: ForcingView) {
  const words = strings.forcing;
  const step = hovered ?? picked;
  return html`<div class="thoughts" role="group" aria-label=${words.thinks(step + 1)}>
    <h3>${words.thinks(step + 1)}</h3>
    <div class="both">${laneNames.map((lane) => likely(view, lane, step, strings))}</div>
  </div>`;
}

const likely = (view: LanesView, lane: Lane, step: number, { forcing: words }: Strings) =>
  html`<table class="likely ${lane}">
    <caption>${words[lane]}</caption>
    <thead class="hidden"><tr><th scope="col">${words.predicts}</th><th scope="col">${words.probability}</th></tr></thead>
    <tbody>
      ${(view[lane][step]?.top ?? []).map(
        ({ token, probability }, rank) => html`<tr class=${rank === 0 ? 'first' : ''}>
          <th scope="row"><bdi>${token}</bdi>${token === view.target[step] ? html`<span class="is-target" title=${words.targetRow}>●</span><span class="hidden"> (${words.targetRow})</span>` : nothing}</th>
          <td>
            <svg class="share" preserveAspectRatio="none" viewBox="0 0 100 8" aria-hidden="true"><rect width=${100 * probability} height="8"></rect></svg>
            <span class="number">${fixed(probability, 3)}</span>
          </td>
        </tr>`,
      )}
    </tbody>
  </table>`;

export function accuracyFigure({ run, accuracy, strings, locked, setTask }: ForcingView) {
  const words = strings.forcing;
  if (locked && run.settings.task === 'lesson') return nothing; // it would only say where to go
  const body = () => {
    if (run.settings.task === 'lesson') {
      return html`<p class="soft">${words.accuracyNone}</p>
        <p><button type="button" class="to-reverse" @click=${() => setTask('reverse')}>${words.tasks.reverse}</button></p>`;
    }
    if (!accuracy) return html`<p class="soft wait">${words.accuracyWait}</p>`;
    return html`<p class="overall">${words.accuracyOverall(percentText(accuracy.forced), percentText(accuracy.free))}
        <span class="soft">${words.accuracyOf(grouped(accuracy.pairs, strings.lang))}</span></p>
      <s2s-part-position-chart .shares=${accuracy.shares} .strings=${strings}></s2s-part-position-chart>`;
  };
  return html`<div class="accuracy" role="group" aria-label=${words.accuracy}><h3>${words.accuracy}</h3>${body()}</div>`;
}

export function trouble({ run, strings, reset }: ForcingView) {
  const { failure } = run;
  if (!failure) return nothing;
  const label = failure.code === 'worker_lost' ? strings.startEngine : strings.tryAgain;
  const way = isEngineFailure(failure)
    ? { label, act: () => void run.restart() }
    : { label: strings.reset, act: () => reset() };
  return html`<div class="trouble">${errorPanel(failure, [way], strings)}</div>`;
}
