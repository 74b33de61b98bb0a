// The pictures of <s2s-program>: the losses with their scrubber, the attention matrix, how its rows moved, the decodes,
// and the program text with what this run prints.
import { html } from 'lit';
import { fixed } from '../lib/format';
import '../parts/heatmap';
import '../parts/line-chart';
import '../parts/listing';
import '../parts/token-lanes';
import '../parts/weight-lines';
import { firstPicture } from './first-picture';
import { asIds, type Section } from './listing-text';
import type { ProgramView } from './view';

// More than the small charts have columns of pixels.
const modelsDrawn = 240;

export function lossFigure({ run, strings, shown, lookingBack, lookAt, follow, light }: ProgramView) {
  const words = strings.program;
  const { history, settings, ghost } = run;
  const { losses } = history;
  const newest = history.newest?.epoch ?? 0;
  return html`<div class="figure" role="group" aria-label=${words.lossTitle}>
    <h3>${words.lossTitle}</h3>
    <s2s-part-line-chart
      .points=${losses.points}
      .ghost=${ghost}
      .end=${Math.max(1, settings.epochs - 1, losses.last?.x ?? 0)}
      .mark=${lookingBack ? (losses.at(shown.epoch) ?? null) : null}
      .strings=${strings}
      .onPick=${lookAt}
      .onLook=${(looking: boolean) => light(looking ? 'loss' : null)}
    ></s2s-part-line-chart>
    <div class="scrubber">
      <label class="label" for="scrub">${words.scrub}</label>
      <input
        id="scrub"
        type="range"
        min="0"
        max=${Math.max(newest, 1)}
        step="1"
        .value=${String(shown.epoch)}
        ?disabled=${newest === 0}
        aria-valuetext=${words.scrubValue(shown.epoch, fixed(shown.loss))}
        @input=${(event: Event) => lookAt(Number((event.target as HTMLInputElement).value))}
      />
      <button type="button" class="quiet latest" aria-disabled=${!lookingBack} @click=${follow}>${words.latest}</button>
    </div>
  </div>`;
}

export function matrixFigure({ strings, shown, light }: ProgramView) {
  const words = strings.program;
  const title = words.matrixTitle(shown.epoch);
  return html`<div class="figure" role="group" aria-label=${title}>
    <h3>${title} <var class="alpha">α</var></h3>
    <s2s-part-heatmap
      .rows=${shown.target}
      .columns=${shown.source}
      .values=${shown.alpha}
      .name=${title}
      .rowAxis=${words.rowAxis}
      .columnAxis=${words.columnAxis}
      .symbol=${'α'}
      .strings=${strings}
      .onLook=${(cell: unknown) => light(cell ? 'alpha' : null)}
    ></s2s-part-heatmap>
  </div>`;
}

export function weightsFigure({ run, strings, shown, lookingBack }: ProgramView) {
  const words = strings.program;
  const models = run.history.sample(modelsDrawn);
  return html`<div class="figure" role="group" aria-label=${words.weightsTitle}>
    <h3>${words.weightsTitle}</h3>
    <s2s-part-weight-lines
      .rows=${shown.target}
      .columns=${shown.source}
      .history=${models.length > 0 ? models : [shown]}
      .end=${Math.max(run.settings.epochs, run.history.newest?.epoch ?? 0)}
      .mark=${lookingBack ? shown.epoch : null}
      .strings=${strings}
    ></s2s-part-weight-lines>
  </div>`;
}

export function lanesFigure({ strings, shown, light }: ProgramView) {
  const title = strings.program.lanesTitle(shown.epoch);
  return html`<div class="figure" role="group" aria-label=${title}>
    <h3>${title}</h3>
    <s2s-part-token-lanes
      .lanes=${shown}
      .strings=${strings}
      @pointerenter=${() => light('feed')}
      @pointerleave=${() => light(null)}
    ></s2s-part-token-lanes>
  </div>`;
}

export type Annotate = (section: string, text: string) => unknown;

export function programText({ run, strings, lit }: ProgramView, sections: readonly Section[], annotate?: Annotate) {
  const words = strings.listing;
  const { history, state, changedAfter } = run;
  const finished = run.phase === 'finished';
  const { last } = history.losses;
  return html`<div class="program">
    <s2s-part-listing
      .sections=${sections}
      .prints=${{
        count: [String(state?.parameterCount ?? firstPicture.parameterCount)],
        losses: history.printed.map((point) => `${point.x} ${fixed(point.y)}`),
        final: finished && last ? [`final loss ${fixed(last.y)}`] : [],
        words: finished && history.newest ? [`[${asIds(history.newest.freePredictions).join(', ')}]`] : [],
      }}
      .lit=${lit}
      .annotate=${annotate}
      .note=${changedAfter === null ? words.note : words.noteChanged(changedAfter)}
      .strings=${strings}
    ></s2s-part-listing>
  </div>`;
}
