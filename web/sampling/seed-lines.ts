// Each seed as a line from its loss with teacher forcing to its loss free-running: where most lines rise, forcing was
// ahead. The means stand beside them.
import { extent } from 'd3-array';
import { html, nothing, svg } from 'lit';
import type { ForcingComparison } from '../../wasm/client';
import { fixed } from '../lib/format';
import { scaleLinear } from '../lib/linear-scale';
import type { Strings } from '../strings/en';

const [width, height] = [340, 240];
const [left, right] = [92, 248];
const margin = { top: 28, bottom: 12 };

export function seedLines(runs: readonly ForcingComparison[], means: ForcingComparison | null, strings: Strings) {
  const words = strings.sampling;
  const [, most = 1] = extent(runs.flatMap(({ teacherLoss, freeLoss }) => [teacherLoss, freeLoss]));
  const y = scaleLinear([0, most || 1], [height - margin.bottom, margin.top]).nice(4);
  const name = means
    ? words.seedLine(words.table.mean, fixed(means.teacherLoss, 2), fixed(means.freeLoss, 2))
    : words.seedsNone;
  return html`<svg class="seeds" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${name}>
    ${y.ticks(4).map(
      (tick) => svg`<line class="grid" x1="40" x2=${width - 40} y1=${y(tick)} y2=${y(tick)}></line>
        <text class="tick" x="32" y=${y(tick) + 4} text-anchor="end">${tick}</text>`,
    )}
    <text class="side" x=${left} y="14" text-anchor="middle">${words.table.forcing}</text>
    <text class="side" x=${right} y="14" text-anchor="middle">${words.table.free}</text>
    ${runs.map(
      ({ firstSeed, teacherLoss, freeLoss }) => svg`<g class="seed">
        <title>${words.seedLine(firstSeed, fixed(teacherLoss), fixed(freeLoss))}</title>
        <line x1=${left} x2=${right} y1=${y(teacherLoss)} y2=${y(freeLoss)}></line>
        <circle class="filled" cx=${left} cy=${y(teacherLoss)} r="3.5"></circle>
        <circle cx=${right} cy=${y(freeLoss)} r="3.5"></circle>
      </g>`,
    )}
    ${
      means
        ? svg`<g class="mean">
            <line x1=${left - 8} x2=${right + 8} y1=${y(means.teacherLoss)} y2=${y(means.freeLoss)}></line>
            <text x=${left - 12} y=${y(means.teacherLoss) + 4} text-anchor="end">${fixed(means.teacherLoss, 2)}</text>
            <text x=${right + 12} y=${y(means.freeLoss) + 4}>${fixed(means.freeLoss, 2)}</text>
          </g>`
        : nothing
    }
    ${runs.length === 0 ? svg`<text class="tick" x=${width / 2} y=${height / 2} text-anchor="middle">${words.seedsNone}</text>` : nothing}
  </svg>`;
}
