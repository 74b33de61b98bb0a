// The parts of <s2s-sampling>, from the schedules down to the seeds.
import { html, nothing } from 'lit';
import { fixed, grouped } from '../lib/format';
import '../parts/curves';
import type { Curve } from '../parts/curves';
import { errorPanel } from '../parts/error-panel';
import type { Point } from '../parts/line-chart';
import '../parts/field';
import { segments } from '../parts/segments';
import { tableView } from '../parts/table-view';
import type { Strings } from '../strings/en';
import { coinStrip } from './coin-strips';
import { type Comparison, lengths, type Regime, regimes, type Task, tasks } from './comparison';
import type { Draws, LessonTable } from './draws';
import { seedLines } from './seed-lines';
import type { SeedRuns } from './seeds';
import { type FieldName, type Kind, kinds, type Settings, words as wordsOf } from './settings';
import { coinTable, curveTable, lossTable, seedTable } from './tables';

export interface SamplingView {
  settings: Settings;
  draws: Draws;
  lesson: LessonTable;
  comparison: Comparison;
  task: Task;
  seeds: SeedRuns;
  texts: Record<FieldName | 'firstSeed' | 'seedCount', string>;
  errors: Partial<Record<FieldName | 'firstSeed' | 'seedCount', string>>;
  strings: Strings;
  lang: string;
  /** There is nothing to change. */
  locked: boolean;

  type: (name: FieldName | 'firstSeed' | 'seedCount', text: string) => void;
  choose: (kind: Kind) => void;
  mark: (epoch: number) => void;
  setTask: (task: Task) => void;
  train: () => void;
  stop: () => void;
  runSeeds: () => void;
  stopSeeds: () => void;
}

const look: Record<Kind, Pick<Curve, 'quantity' | 'dashes'>> = {
  linear: { quantity: 'h', dashes: '' },
  exponential: { quantity: 's', dashes: '9 5' },
  inverse_sigmoid: { quantity: 'c', dashes: '2 5' },
};
const regimeLook: Record<Regime, Pick<Curve, 'quantity' | 'dashes'>> = {
  teacher: { quantity: 'h', dashes: '' },
  scheduled: { quantity: 'alpha', dashes: '9 5' },
  free: { quantity: 's', dashes: '2 5' },
};

const field = (view: SamplingView, name: FieldName | 'firstSeed' | 'seedCount', label: string, size = 7) =>
  html`<s2s-part-field
    class="${name} ${view.errors[name] ? 'refused' : ''}"
    .label=${label}
    .value=${view.texts[name]}
    .error=${view.errors[name] ?? ''}
    .mode=${['seed', 'target', 'firstSeed'].includes(name) ? 'text' : 'decimal'}
    .size=${size}
    .onCommit=${(text: string) => view.type(name, text)}
  ></s2s-part-field>`;

// ---- Schedules ------------------------------------------------------------------------------------------------------

export function schedules(view: SamplingView) {
  const { settings, draws, strings, lang, locked } = view;
  const words = strings.sampling;
  const epoch = grouped(settings.epoch, lang);
  const epsilon = fixed(draws.epsilon[settings.kind], 3);
  const slider = html`<label class="label" for="marker">${words.marker}</label>
    <input
      id="marker"
      type="range"
      min="0"
      max=${settings.epochs}
      step="1"
      .value=${String(settings.epoch)}
      aria-valuetext=${words.markerValue(epoch, epsilon)}
      @input=${(event: Event) => view.mark(Number((event.target as HTMLInputElement).value))}
    />`;
  return html`<section class="section schedules">
    ${locked ? nothing : constants(view)}
    <div class="title">
      <h3>${words.curvesTitle}</h3>
      <p class="formula">${words.formulas[settings.kind]}</p>
    </div>
    <s2s-part-curves
      class="epsilon"
      .curves=${kinds.map((kind) => ({
        name: words.kinds[kind],
        points: curvePoints(view, kind),
        quiet: kind !== settings.kind,
        ...look[kind],
      }))}
      .end=${settings.epochs}
      .top=${1}
      .mark=${settings.epoch}
      .digits=${3}
      .name=${words.curvesTitle}
      .axis=${words.epoch}
      .strings=${strings}
      .onPick=${locked ? () => {} : view.mark}
    ></s2s-part-curves>
    <div class="marker">
      ${locked ? nothing : slider}
      <output class="number" for="marker">${words.reading(epoch, words.kinds[settings.kind], epsilon)}</output>
    </div>
    ${tableView(strings.asTable, words.captions.curves, curveTable(draws, strings), lang)}
  </section>`;
}

const constants = (view: SamplingView) => {
  const { settings, strings } = view;
  const words = strings.sampling;
  return html`<div class="settings">
    ${segments('schedule', words.schedule, kinds, words.kinds, settings.kind, view.choose)}
    ${(['linearSteps', 'exponentialBase', 'sigmoidScale', 'floor', 'epochs'] as const).map((name) =>
      field(view, name, words.fields[name]),
    )}
  </div>`;
};

/** The marked epoch is among the points, so that what is read there is exact. */
function curvePoints({ settings, draws }: SamplingView, kind: Kind): Point[] {
  const points = draws.at.map((x, index) => ({ x, y: draws.curves[kind][index]! }));
  const mark = { x: settings.epoch, y: draws.epsilon[kind] };
  return [...points.filter(({ x }) => x < mark.x), mark, ...points.filter(({ x }) => x > mark.x)];
}

// ---- Coins ----------------------------------------------------------------------------------------------------------

export function coins(view: SamplingView) {
  const { settings, draws, strings, lang } = view;
  const words = strings.sampling;
  const target = [...wordsOf(settings), words.eos];
  return html`<section class="section throws">
    <div class="title">
      <h3>${words.coinsTitle(grouped(settings.epoch, lang))}</h3>
      <p class="soft">${words.coinsText}</p>
    </div>
    ${
      view.locked
        ? nothing
        : html`<div class="settings">${field(view, 'target', words.fields.target, 30)} ${field(view, 'seed', words.fields.seed, 10)}</div>`
    }
    <div class="strips">
      ${(['token', 'sequence'] as const).map((coin) => coinStrip({ coin, thrown: draws[coin], target, strings }))}
    </div>
    ${tableView(strings.asTable, words.captions.coins, coinTable(draws, wordsOf(settings), strings), lang)}
  </section>`;
}

// ---- The lesson's table ---------------------------------------------------------------------------------------------

export function lessonPanel({ lesson, strings }: SamplingView) {
  const words = strings.sampling;
  return html`<section class="section lesson">
    <h3>${words.tableTitle}</h3>
    <p class="soft">${words.tableText}</p>
    <div class="scroll" tabindex="0" role="group" aria-label=${words.tableTitle}>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">${words.table.epoch}</th>
            <th scope="col">${words.table.epsilon}</th>
            <th scope="col">${words.table.label}</th>
            <th scope="col">${words.table.draws}</th>
          </tr>
        </thead>
        <tbody>
          ${lesson.epochs.map((epoch, index) => {
            const kept = lesson.trueTokens[index] ?? 0;
            return html`<tr>
              <th scope="row">${epoch}</th>
              <td>${fixed(lesson.epsilon[index] ?? Number.NaN, 2)}</td>
              <td class="words">${lesson.labels[index]}</td>
              <td class="draws">
                <span>${kept}</span>
                <svg width="104" height="10" viewBox="0 0 104 10" aria-hidden="true">
                  <rect class="rail" x="0.5" y="0.5" width="103" height="9" rx="2"></rect>
                  <rect class="kept" x="2" y="2" width=${kept} height="6" rx="1"></rect>
                </svg>
              </td>
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
  </section>`;
}

// ---- Three regimes --------------------------------------------------------------------------------------------------

export function comparisonPanel(view: SamplingView, retry: () => void) {
  const { comparison, task, settings, strings, lang } = view;
  const words = strings.sampling;
  const { phase, results } = comparison;
  // The results stay of the task they were made with until the next run.
  const shown = phase === 'idle' ? task : comparison.task;
  const chart = (way: 'forced' | 'free', title: string) => html`<div class="chart">
    <h4>${title}</h4>
    <s2s-part-curves
      class=${way}
      .curves=${regimes.map((regime) => ({ name: words.regimes[regime], points: results[regime][way], ...regimeLook[regime] }))}
      .end=${lengths[shown].epochs}
      .digits=${4}
      .name=${title}
      .axis=${words.epoch}
      .empty=${words.notRun}
      .strings=${strings}
    ></s2s-part-curves>
  </div>`;
  return html`<section class="section compare" data-phase=${phase}>
    <div class="title">
      <h3>${words.compareTitle}</h3>
      <p class="soft">${words.compareText}</p>
    </div>
    <div class="settings">
      ${
        view.locked
          ? nothing
          : html`${segments('task', words.task, tasks, words.tasks, task, view.setTask)}
              <button type="button" class="primary train" @click=${() => (comparison.busy ? view.stop() : view.train())}>
                ${comparison.busy ? words.cancel : phase === 'idle' ? words.run : words.again}
              </button>`
      }
      <div class="status">
        <span class="phase">${words.phases[phase]}</span>
        ${
          phase === 'idle'
            ? nothing
            : html`<progress max=${comparison.total} .value=${comparison.done} aria-label=${words.compareTitle}></progress>
                <span class="number">${words.progress(grouped(comparison.done, lang), grouped(comparison.total, lang))}</span>`
        }
      </div>
    </div>
    ${
      comparison.failure
        ? html`<div class="trouble">${errorPanel(comparison.failure, [{ label: strings.tryAgain, act: retry }], strings)}</div>`
        : nothing
    }
    <p class="soft note">
      ${words.taskTexts[shown]} ${words.scheduledAs[comparison.kind ?? settings.kind]}
      ${results.teacher.digest === '' ? nothing : words.sameStart(results.teacher.digest)}
      ${comparison.isEarlier(settings) ? words.earlier : nothing}
    </p>
    <div class="charts">${chart('forced', words.forcedTitle)} ${chart('free', words.freeTitle)}</div>
    ${
      results.teacher.forced.length > 0
        ? tableView(strings.asTable, words.captions.losses, lossTable(results, strings), lang)
        : nothing
    }
  </section>`;
}

// ---- Seeds ----------------------------------------------------------------------------------------------------------

export function seedsPanel(view: SamplingView, retry: () => void) {
  const { seeds, strings, lang } = view;
  const words = strings.sampling;
  const { means } = seeds;
  return html`<section class="section claim" data-phase=${seeds.phase}>
    <div>
      <h3>${words.seedsTitle}</h3>
      <p class="soft">${words.seedsText}</p>
      <div class="settings">
        ${field(view, 'firstSeed', words.firstSeed)} ${field(view, 'seedCount', words.seedCount, 4)}
        <button type="button" class="run-seeds" @click=${() => (seeds.busy ? view.stopSeeds() : view.runSeeds())}>
          ${seeds.busy ? words.cancel : words.seedsRun}
        </button>
      </div>
      ${
        seeds.failure
          ? errorPanel(seeds.failure, [{ label: strings.tryAgain, act: retry }], strings)
          : seeds.phase === 'idle'
            ? nothing
            : html`<div class="status">
                <progress max=${seeds.wanted} .value=${seeds.runs.length} aria-label=${words.seedsTitle}></progress>
                <span class="number">${words.seedsDone(grouped(seeds.runs.length, lang), grouped(seeds.wanted, lang))}</span>
                ${seeds.phase === 'queued' ? html`<span class="phase">${words.phases.queued}</span>` : nothing}
              </div>`
      }
      ${
        means
          ? html`<p class="verdict">
                ${words.seedsMeans(
                  words.seedWord(grouped(means.seeds, lang)),
                  fixed(means.teacherLoss, 2),
                  fixed(means.freeLoss, 2),
                  fixed(means.teacherEpochs, 1),
                  fixed(means.freeEpochs, 1),
                )}
              </p>
              <p class="verdict">
                ${words.seedsRight(grouped(means.right, lang), grouped(means.runs, lang))}
                ${means.teacherEpochs < means.freeEpochs ? words.seedsSooner : words.seedsNotSooner}
              </p>`
          : nothing
      }
      ${seeds.runs.length > 0 ? tableView(strings.asTable, words.captions.seeds, seedTable(seeds, strings), lang) : nothing}
    </div>
    ${seedLines(seeds.runs, means, strings)}
  </section>`;
}
