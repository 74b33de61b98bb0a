// The two lanes step under step, the gap between their states drawn where it opens: between them.
import { html, nothing, svg } from 'lit';
import { fixed } from '../lib/format';
import type { Strings } from '../strings/en';
import { type Lane, type LanesView, type PutIn, parting, stopStep } from './lanes';

/** So many steps fit beside what the lanes think. */
export const shortLanes = 5;

export interface TableView {
  view: LanesView;
  putIns: readonly PutIn[];
  /** The step whose probabilities are shown, and the one pointed at. */
  picked: number;
  hovered: number | null;
  stop: boolean;
  /** There is nothing to change: no token can be put in. */
  locked: boolean;
  strings: Strings;
  pick: (step: number) => void;
  hover: (step: number | null) => void;
  /** null takes back what was put in there. */
  putIn: (lane: Lane, step: number, token: string | null) => void;
}

export function lanesTable(table: TableView) {
  const { view, strings, hover } = table;
  const words = strings.forcing;
  const parts = parting(view);
  const looked = table.hovered ?? table.picked;
  const end = table.stop ? stopStep(view) : -1;
  const mark = (step: number) => `${step === parts ? 'parting' : ''} ${step === looked ? 'looked' : ''}`;
  /** A step that the free run does not come to under the stop rule. */
  const unreached = (step: number) => (end >= 0 && step > end ? 'after' : '');
  const cells = (content: (step: number) => unknown, lane = '') =>
    view.target.map(
      (_, step) =>
        html`<td class="${mark(step)} ${lane === 'free' ? unreached(step) : ''}" @pointerenter=${() => hover(step)}>
          ${content(step)}${lane === 'free' && unreached(step) ? html`<span class="hidden">, ${words.afterStop}</span>` : nothing}
        </td>`,
    );
  return html`<div class="scroll lanes" tabindex="0" role="group" aria-label=${words.lanesCaption} @pointerleave=${() => hover(null)}>
    <table class="two-lanes">
      <caption class="hidden">${words.lanesCaption}</caption>
      <thead>
        <tr>
          <td></td>
          ${view.target.map((_, step) => stepHead(table, step, step === parts, mark(step)))}
        </tr>
      </thead>
      <tbody>
        <tr class="target">
          <th scope="row">${words.targetRow}</th>
          ${cells((step) => html`<bdi class="token true">${view.target[step]}</bdi>`)}
        </tr>
        <tr class="forced fed">
          <th scope="row"><span class="row-head"><b>${words.forced}</b> <span>${words.fed}</span></span></th>
          ${cells((step) => html`${step > 0 ? wire('down', isPutIn(table, 'forced', step)) : nothing}${fed(table, 'forced', step)}`)}
        </tr>
        <tr class="forced predicted">
          <th scope="row"><span class="hidden">${words.forced}</span> <span>${words.predicts}</span></th>
          ${cells((step) => predicted(table, 'forced', step))}
        </tr>
        <tr class="apart">
          <th scope="row">${words.apart} <var class="s">${words.apartSymbol}</var></th>
          ${cells((step) => bar(view.distances[step] ?? 0, Math.max(...view.distances)), 'free')}
        </tr>
        <tr class="free fed">
          <th scope="row"><span class="row-head"><b>${words.free}</b> <span>${words.fed}</span></span></th>
          ${cells((step) => html`${step > 0 ? wire('up', isPutIn(table, 'free', step)) : nothing}${fed(table, 'free', step)}`, 'free')}
        </tr>
        <tr class="free predicted">
          <th scope="row"><span class="hidden">${words.free}</span> <span>${words.predicts}</span></th>
          ${cells((step) => predicted(table, 'free', step), 'free')}
        </tr>
      </tbody>
    </table>
  </div>`;
}

const isPutIn = ({ putIns }: TableView, lane: Lane, step: number) =>
  putIns.some((one) => one.lane === lane && one.step === step);

function stepHead({ picked, strings, pick, hover }: TableView, step: number, parts: boolean, mark: string) {
  const words = strings.forcing;
  return html`<th scope="col" class=${mark} @pointerenter=${() => hover(step)}>
    <label class="pick"
      ><input type="radio" name="step" value=${step} .checked=${picked === step} @change=${() => pick(step)} /><span
        >${words.step(step + 1)}</span
      ></label
    >
    <span class="flag">${parts ? words.flag : ''}</span>
  </th>`;
}

/** From the token that is fed on to where it is fed: the true one from above, the lane's own from below. */
const wire = (from: 'down' | 'up', cut: boolean) =>
  svg`<svg class="wire ${from} ${cut ? 'cut' : ''}" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
    <path d=${from === 'down' ? 'M0,0C50,0 50,100 100,100' : 'M0,100C50,100 50,0 100,0'}></path>
  </svg>`;

/** The token fed, and over it a list to choose another one from. */
function fed(table: TableView, lane: Lane, step: number) {
  const { view, strings, putIn } = table;
  const words = strings.forcing;
  const one = view[lane][step]!;
  const given = isPutIn(table, lane, step);
  const before = step === 0 ? view.begin : lane === 'forced' ? view.target[step - 1]! : view.free[step - 1]!.prediction;
  const kind = given ? 'given' : lane === 'forced' || step === 0 ? 'true' : 'own';
  const label = step === 0 ? words.begin : lane === 'forced' ? words.byTruth : words.byItself;
  const choice = () =>
    html`<select
      aria-label=${words.feedLabel(words[lane], step + 1)}
      tabindex=${table.picked === step ? 0 : -1}
      data-lane=${lane}
      data-step=${step}
      @change=${(event: Event) => putIn(lane, step, (event.target as HTMLSelectElement).value || null)}
      @focus=${() => table.pick(step)}
    >
      <option value="" .selected=${!given}>${label(before)}</option>
      ${view.vocabulary.map((token) => html`<option value=${token} .selected=${given && token === one.input}>${token}</option>`)}
    </select>`;
  return html`<span class="feed">
    ${step > 0 ? html`<span class="tip" aria-hidden="true"></span>` : nothing}
    <span class="chip">
      <bdi class="token ${kind}" aria-hidden=${!table.locked}>${one.input}</bdi>
      ${table.locked ? nothing : choice()}
    </span>
    ${given ? html`<span class="note">${words.putIn}</span>` : nothing}
  </span>`;
}

function predicted({ view, strings }: TableView, lane: Lane, step: number) {
  const words = strings.forcing;
  const { prediction } = view[lane][step]!;
  const wrong = prediction !== view.target[step];
  const before = view.plain[lane][step];
  return html`<span class="said">
    <bdi class="token own ${wrong ? 'wrong' : ''}">${prediction}</bdi>${
      wrong ? html`<span class="sign" aria-hidden="true">≠</span><span class="hidden">, ${words.wrong}</span>` : nothing
    }
    ${before !== undefined && before !== prediction ? html`<span class="note">${words.was(before)}</span>` : nothing}
  </span>`;
}

function bar(distance: number, largest: number) {
  const share = largest > 0 ? distance / largest : 0;
  return html`<span class="gap"
    ><span class="number">${fixed(distance, 3)}</span
    ><svg width="24" height="32" viewBox="0 0 24 32" aria-hidden="true"><rect y=${32 - 30 * share} width="24" height=${30 * share} rx="2"></rect><path d="M0,31.5H24"></path></svg></span
  >`;
}

const rowHead = 88; // pixels of the rows' names, which stay where they are

/** On a narrow screen the lanes scroll: moves them so that the step looked at is seen. */
export function bringInSight(lanes: Element | null): void {
  const cell = lanes?.querySelector('thead .looked')?.getBoundingClientRect();
  if (!lanes || !cell) return;
  const box = lanes.getBoundingClientRect();
  if (cell.left > box.left + rowHead && cell.right < box.right - rowHead) return;
  lanes.scrollBy({ left: cell.left + cell.width / 2 - (box.left + box.right) / 2 });
}
