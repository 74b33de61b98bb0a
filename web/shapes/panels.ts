// Around the picture of <s2s-shapes>: what is followed, the parameters module by module with the claim to check, and
// what a training step costs.
import { html, nothing } from 'lit';
import type { ForwardCost, ForwardSizes, ParameterCounts, TensorSize } from '../../wasm/client';
import { bytes, compact, grouped, shapeText } from '../lib/format';
import { lowered } from '../parts/lowered';
import type { Strings } from '../strings/en';
import { type Box, boxes, type Item, type Tensor } from './graph';
import { claimedWidths, isClaimed, letters } from './sizes';
import { memoryKinds } from './tables';

export interface ShapesView {
  sizes: ForwardSizes;
  cost: ForwardCost;
  counts: ParameterCounts;
  followed: Item | null;
  strings: Strings;
  lang: string;
}

// ---- What is followed -----------------------------------------------------------------------------------------------

export function inspector(view: ShapesView) {
  const { followed, strings } = view;
  const words = strings.shapes;
  if (followed === null) {
    return html`<div class="inspector idle">
      <p>${words.mapHint}</p>
      <p>${words.legend}</p>
      <ul class="axes">
        ${letters.map((letter) => html`<li><span class="number">${letter}</span> ${words.axes[letter]}</li>`)}
      </ul>
    </div>`;
  }
  return html`<div class="inspector">
    ${followed.kind === 'tensor' ? tensorText(followed, view) : boxText(followed, view)}
  </div>`;
}

const madeOnce = new Set<string>(['source', 'enc.emb', 'enc.out', 'enc.hidden', 'dec.Wh_h', 'loss']);

function tensorText(tensor: Tensor, { cost, sizes, strings, lang }: ShapesView) {
  const words = strings.shapes;
  const size = cost.tensors.find(({ name }) => name === tensor.key);
  if (!size) return nothing;
  const { name, text } = words.tensors[tensor.key];
  const names = (found: readonly Box[], none: string) =>
    found.length === 0 ? none : found.map((box) => box.module ?? box.torch).join(', ');
  const made = madeOnce.has(tensor.key) ? words.once : words.eachStep(grouped(sizes.T, lang));
  return html`<h3><span class="symbol ${tensor.quantity}">${lowered(tensor.symbol)}</span> ${name}</h3>
    <p class="soft">${text}</p>
    <p class="equation number">
      <span>${shapeText(tensor.axes)}</span><span>= ${shapeText(size.shape.map((n) => grouped(n, lang)))}</span>
    </p>
    <ul class="axes">
      ${tensor.axes.map((axis) => html`<li><span class="number">${axis}</span> ${words.axes[axis]}</li>`)}
    </ul>
    <dl>
      ${term(
        words.madeBy,
        names(
          boxes.filter(({ makes }) => makes.includes(tensor.key)),
          words.given,
        ),
      )}
      ${term(
        words.readBy,
        names(
          boxes.filter(({ reads }) => reads.includes(tensor.key)),
          words.nobody,
        ),
      )}
      ${term(words.made, html`${made}; ${words.memory(bytes(size.bytes, lang))}`)}
    </dl>`;
}

function boxText(box: Box, { cost, strings, lang }: ShapesView) {
  const words = strings.shapes;
  const { call, text } = words.boxes[box.key];
  const weights = cost.parameters.filter(({ name }) => box.module !== null && name.startsWith(`${box.module}.`));
  const product = cost.multiplyAdds.find(({ name }) => name === (box.key === 'mix' ? 'dec.context' : box.module));
  return html`<h3>${box.torch} ${box.module ? html`<span class="soft number">${box.module}</span>` : nothing}</h3>
    <p class="equation number">${call}</p>
    <p class="soft">${text}</p>
    <dl>
      ${
        weights.length > 0
          ? term(words.weights, html`${weights.map((weight) => weightLine(weight, box.module ?? '', lang))}`)
          : term(words.weights, words.noWeights)
      }
      ${product ? term(words.multiplies, grouped(product.count, lang)) : nothing}
    </dl>`;
}

const weightLine = ({ name, shape }: TensorSize, module: string, lang: string) =>
  html`<span class="number weight"
    ><span>${name.slice(module.length + 1)}</span> <span>${shapeText(shape.map((n) => grouped(n, lang)))}</span></span
  >`;

const term = (name: unknown, text: unknown) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`;

// ---- Counts ---------------------------------------------------------------------------------------------------------

/** How each count comes about, in letters. */
const formulas: Record<string, string> = {
  'enc.emb': 'V·E',
  'enc.gru': '3H(E + H) + 6H',
  'dec.emb': 'V·E',
  'dec.attn': '2H² + H',
  'dec.gru': '3H(E + 2H) + 6H',
  'dec.fc': 'V(2H + 1)',
};

export function parameterPanel({ sizes, counts, strings, lang }: ShapesView, set: (E: number) => void) {
  const words = strings.shapes;
  const head = counts.modules.find(({ name }) => name === 'dec.fc')?.count ?? 0;
  return html`<section class="panel parameters">
    <h3>${words.parameters}</h3>
    <p class="total"><span class="number">${grouped(counts.total, lang)}</span></p>
    <div class="bars">
      ${counts.modules.map(({ name, count }) =>
        bar({
          name: html`<span class="number">${name}</span> <span class="formula">${formulas[name]}</span>`,
          value: grouped(count, lang),
          share: count / counts.total,
          kind: name.startsWith('enc') ? 'h' : name === 'dec.attn' ? 'alpha' : name === 'dec.fc' ? 'v' : 's',
        }),
      )}
    </div>
    <p class="soft halves">
      ${words.encoder} <span class="number">${grouped(counts.encoder, lang)}</span>, ${words.decoder}
      <span class="number">${grouped(counts.decoder, lang)}</span>
    </p>
    <div class="claim">
      <h4>${words.claimTitle}</h4>
      <p>${words.claim}</p>
      <div class="buttons">
        ${claimedWidths.map(
          (
            E,
          ) => html`<button type="button" class="claim-${E}" aria-pressed=${isClaimed(sizes) && sizes.E === E} @click=${() => set(E)}>
            ${words.claimButton(String(E))}
          </button>`,
        )}
      </div>
      <p class="verdict">
        ${
          isClaimed(sizes)
            ? html`<strong aria-hidden="true">✗</strong> ${words.claimFalse(grouped(counts.total, lang), grouped(head, lang))}`
            : html`<span class="soft">${words.claimOpen}</span>`
        }
      </p>
    </div>
  </section>`;
}

export function costPanel({ cost, strings, lang }: ShapesView) {
  const words = strings.shapes;
  return html`<section class="panel cost">
    <h3>${words.step}</h3>
    <h4>${words.memoryTitle}</h4>
    <p class="total"><span class="number">${bytes(cost.totalBytes, lang)}</span></p>
    <div class="bars">
      ${memoryKinds.map((kind) =>
        bar({
          name: words.memoryKinds[kind],
          value: bytes(cost[kind], lang),
          share: cost[kind] / cost.totalBytes,
          kind: kind === 'activationBytes' ? 'c' : 'v',
        }),
      )}
    </div>
    <h4>${words.workTitle}</h4>
    <p class="total"><span class="number">${compact(cost.forward, lang)}</span></p>
    <div class="bars">
      ${cost.multiplyAdds.map(({ name, count }) =>
        bar({
          name: lowered(words.products[name] ?? name),
          value: compact(count, lang),
          share: count / cost.forward,
          kind: name.startsWith('enc')
            ? 'h'
            : name.startsWith('dec.attn')
              ? 'alpha'
              : name === 'dec.context'
                ? 'c'
                : name === 'dec.fc'
                  ? 'v'
                  : 's',
        }),
      )}
    </div>
    <p class="soft">${words.workStep(compact(cost.trainingStep, lang))}</p>
    ${cost.repeatedKeys > 0 ? html`<p class="soft">${lowered(words.repeated(compact(cost.repeatedKeys, lang)))}</p>` : nothing}
  </section>`;
}

interface Bar {
  name: unknown;
  value: string;
  share: number;
  kind: string;
}

// Drawn, not styled: a strict policy of the host forbids style attributes.
const bar = ({ name, value, share, kind }: Bar) =>
  html`<div class="bar">
    <span class="bar-name">${name}</span><span class="bar-value number">${value}</span>
    <svg class="track ${kind}" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect class="fill" width=${Math.max(0.3, share * 100).toFixed(2)} height="6"></rect>
    </svg>
  </div>`;
