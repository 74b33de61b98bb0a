// The four stages of one training step, each as it is drawn. All numbers are the engine's.
import { html, nothing } from 'lit';
import { fixed, grouped, shapeText, typed } from '../lib/format';
import type { InsideWords } from '../strings/inside';
import { axesOf, expectedShape, quantityOf, type Sizes, shownSymbol } from './notation';
import { oneWeight } from './one-weight';
import { type FedStep, type Stage, type StageView, scientific, type TensorMove, trainingOf } from './stage-view';

export function stageBody(stage: Stage, view: StageView) {
  return { forward, loss, backward, update }[stage](view);
}

// ---- Forward --------------------------------------------------------------------------------------------------------

const token = (label: string, own: boolean) => html`<bdi class="token ${own ? 'own' : 'true'}">${label}</bdi>`;

function pairs({ next, pair, words, lookAt }: StageView) {
  const count = next.rows.length;
  return html`<div class="pair">
    ${
      count > 1
        ? html`<span class="choose">
            <button type="button" class="quiet" aria-disabled=${pair === 0} aria-label=${words.pairBefore} @click=${() => lookAt(Math.max(0, pair - 1))}>←</button>
            <span class="where">${words.pair(pair + 1, count)}</span>
            <button type="button" class="quiet" aria-disabled=${pair === count - 1} aria-label=${words.pairAfter} @click=${() => lookAt(Math.min(count - 1, pair + 1))}>→</button>
          </span>`
        : nothing
    }
    <span class="soft">${words.reads}</span>
    <span class="tokens">${next.rows[pair]?.source.map((label) => html`${token(label, false)} `)}</span>
  </div>`;
}

/** A column's name; numbers stand at its end. */
const head = (name: string) => html`<th scope="col">${name}</th>`;
const numberHead = (name: string) => html`<th scope="col" class="end">${name}</th>`;

/** Scrolls in a box of its own. The last column is of bars and has no name. */
function table(kind: string, caption: string, heads: unknown, barHead: 'spare' | '', rows: unknown) {
  return html`<div class="scroll" tabindex="0" role="group" aria-label=${caption}>
    <table class=${kind}>
      <caption class="hidden">${caption}</caption>
      <thead>
        <tr>${heads}<td class=${barHead}></td></tr>
      </thead>
      <tbody>${rows}</tbody>
    </table>
  </div>`;
}

function fedAs(step: FedStep, at: number, words: InsideWords): string {
  if (step.own) return words.fedOwn;
  return at === 0 ? words.fedStart : words.fedTrue;
}

function forward(view: StageView) {
  const { next, words, pair } = view;
  const steps = next.rows[pair]?.steps ?? [];
  const spoken = steps.some(({ prediction }) => prediction !== undefined);
  return html`<p class="text">${words.forwardText(fixed(next.report.epsilon, 2))}</p>
    ${pairs(view)}
    ${table(
      'steps',
      words.forwardCaption,
      html`${head(words.step)}${head(words.fed)}${head(words.truth)}
        ${spoken ? html`${head(words.prediction)}${numberHead(words.logit)}` : nothing}${numberHead(words.probability)}`,
      'spare',
      steps.map(
        (step, at) => html`<tr>
          <th scope="row" class="number">${at + 1}</th>
          <td><span class="fed">${token(step.input, step.own)} <small>${fedAs(step, at, words)}</small></span></td>
          <td>${token(step.truth, false)}</td>
          ${
            spoken
              ? html`<td>${
                  step.prediction === undefined
                    ? '–'
                    : html`${token(step.prediction, true)}${step.prediction === step.truth ? nothing : html` <span class="sign">≠</span>`}`
                }</td>
                <td class="number end">${step.logit === undefined ? '–' : fixed(step.logit)}</td>`
              : nothing
          }
          <td class="number end">${fixed(step.probability)}</td>
          <td class="wide spare">${bar(step.probability, 'alpha')}</td>
        </tr>`,
      ),
    )}
    ${shapes(view)}`;
}

function shapes({ next, tensors, sizes, notation, words, lang }: StageView) {
  const batch: Sizes = { ...sizes, B: next.rows.length, S: next.sourceLength };
  const count = (value: number) => grouped(value, lang);
  return html`<h4>${words.shapesTitle} <small>${words.sizes(count(batch.B), count(batch.S), count(next.targetLength))}</small></h4>
    <ul class="shapes">
      ${tensors.map(
        (name) => html`<li>
          <span class="symbol ${quantityOf(name)}">${shownSymbol(name, notation)}</span>
          <span class="number letters">${shapeText(axesOf(name, sizes))}</span>
          <span class="number">${shapeText(expectedShape(name, batch).map(count))}</span>
          ${name.startsWith('dec.') && !['dec.Wh_h', 'dec.Wa_h'].includes(name) ? html`<small>${words.eachStep}</small>` : html`<small></small>`}
        </li>`,
      )}
    </ul>`;
}

// ---- Loss -----------------------------------------------------------------------------------------------------------

function loss(view: StageView) {
  const { next, state, words, lang } = view;
  const { report } = next;
  const isMean = trainingOf(state).loss === 'mean';
  const steps = next.rows[view.pair]?.steps ?? [];
  const losses = next.rows.flatMap((row) => row.steps.map((step) => step.loss));
  const most = losses.reduce((one, other) => Math.max(one, other), 0); // a batch may have more than a call takes
  const tokens = grouped(report.tokens, lang);
  return html`<p class="text">${words.lossText}</p>
    ${pairs(view)}
    ${table(
      'losses',
      words.lossCaption,
      html`${head(words.step)}${head(words.truth)}${numberHead(words.probability)}${numberHead(words.tokenLoss)}`,
      '',
      steps.map(
        (step, at) => html`<tr>
          <th scope="row" class="number">${at + 1}</th>
          <td>${token(step.truth, false)}</td>
          <td class="number end">${fixed(step.probability)}</td>
          <td class="number end">${fixed(step.loss)}</td>
          <td class="wide">${bar(step.loss / most, 'v')}</td>
        </tr>`,
      ),
    )}
    <dl class="totals">
      <div><dt>${words.batchSum(tokens)}</dt><dd class="number">${fixed(report.lossSum)}</dd></div>
      ${isMean ? html`<div><dt>${words.batchMean(fixed(report.lossSum), tokens)}</dt><dd class="number">${fixed(report.loss)}</dd></div>` : nothing}
    </dl>
    <p class="text">${isMean ? words.isMean : words.isSum}</p>`;
}

// ---- Backward -------------------------------------------------------------------------------------------------------

function tensorTable(
  view: StageView,
  caption: string,
  columns: { title: string; of: (tensor: TensorMove) => number }[],
) {
  const { next, notation, words, lang } = view;
  const last = columns.at(-1)!;
  const most = Math.max(...next.tensors.map(last.of));
  return table(
    'tensors',
    caption,
    html`${head(words.weightName)}${head(words.shape)}${columns.map(({ title }) => numberHead(title))}`,
    'spare',
    next.tensors.map(
      (tensor) => html`<tr>
        <th scope="row">
          <span class="named"><span class="number">${tensor.name}</span>${notation === 'pytorch' ? nothing : shownSymbol(tensor.name, notation)}</span>
        </th>
        <td class="number soft">${shapeText(tensor.shape.map((size) => grouped(size, lang)))}</td>
        ${columns.map(({ of }) => html`<td class="number end">${scientific(of(tensor))}</td>`)}
        <td class="wide spare">${bar(last.of(tensor) / most, tensor.name.startsWith('enc') ? 'h' : tensor.name.startsWith('dec.attn') ? 'alpha' : 's')}</td>
      </tr>`,
    ),
  );
}

function backward(view: StageView) {
  const { next, state, words } = view;
  const limit = trainingOf(state).clip_norm;
  return html`<p class="text">${words.backwardText}</p>
    ${tensorTable(view, words.backwardCaption, [{ title: words.gradientNorm, of: ({ gradient }) => gradient }])}
    <dl class="totals">
      <div><dt>${words.totalNorm}</dt><dd class="number">${scientific(next.report.gradientNorm)}</dd></div>
    </dl>
    <p class="text clipping">
      ${
        limit === 0
          ? words.notClipped
          : next.clipFactor === 1
            ? words.clipsNothing(typed(limit))
            : words.clips(typed(limit), scientific(next.clipFactor), scientific(next.clippedNorm))
      }
    </p>`;
}

// ---- Update ---------------------------------------------------------------------------------------------------------

function update(view: StageView) {
  const { next, state, words } = view;
  const training = trainingOf(state);
  const [rate, beta, t] = [typed(training.learning_rate), typed(training.beta1), String(next.update)];
  return html`<p class="text">${words.updateText[training.optimizer]}</p>
    <p class="text number rate">
      ${
        training.optimizer === 'sgd'
          ? words.stepSize.sgd(rate)
          : html`${words.stepSize.adam(rate, beta, t, scientific(next.stepSize))}<br />${words.correction(typed(training.beta2), t, scientific(next.correction))}`
      }
    </p>
    ${oneWeight(view)}
    ${tensorTable(view, words.updateCaption, [
      { title: words.weightNorm, of: ({ weight }) => weight },
      { title: words.change, of: ({ change }) => change },
    ])}
    <dl class="totals">
      <div><dt>${words.digest}</dt><dd class="number digest">${next.digest}</dd></div>
    </dl>`;
}

// Drawn, not styled: a strict policy of the host forbids style attributes.
export const bar = (share: number, kind: string) =>
  html`<svg class="track ${kind}" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect class="fill" width=${(100 * Math.max(0, Math.min(1, share || 0))).toFixed(2)} height="6"></rect>
  </svg>`;
