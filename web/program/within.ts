// How <s2s-program> shows a step from within: the part below its pictures, and the symbols beside its text. Fetched when
// it is asked for.
import { html, nothing } from 'lit';
import type { Engine } from '../../wasm/client';
import type { AttributeValue } from '../lib/markup';
import type { Annotate } from './figures';
import type { Inside, InsideState } from './inside';
import './inside';
import { annotate, type Notation, notations } from './notation';
import { type Stage, stages } from './stage-view';
import type { ProgramView } from './view';

/** The element's attributes, as a page or a link has set them: any text, or none. */
interface Attributes {
  stage: string | null;
  weight: string | null;
  rules: boolean;
  notation: string | null;
}
interface Host extends HTMLElement, Attributes {
  renderRoot: ParentNode;
}

const stageOf = ({ stage }: Attributes): Stage | '' => stages.find((one) => one === stage) ?? '';
const notationOf = ({ notation }: Attributes): Notation => notations.find((one) => one === notation) ?? 'lesson';

/** As attributes of the element's tag: what is not as it is by itself. */
export const shown = (attributes: Attributes): Record<string, AttributeValue> => ({
  stage: stageOf(attributes),
  weight: stageOf(attributes) === '' || !/^[\w.]+\[[\d, ]+\]$/.test(attributes.weight ?? '') ? '' : attributes.weight,
  rules: attributes.rules,
  notation: notationOf(attributes) === 'lesson' ? '' : notationOf(attributes),
});

export const insideOf = (host: Host) => host.renderRoot.querySelector<Inside>('s2s-part-inside');

/** Does it, once the part is drawn. `focus`: it takes over that of the button that stood in its place. */
export async function ask(host: Host, act: 'forward' | 'toggleRules', focus: boolean): Promise<void> {
  const part = insideOf(host);
  if (!part) return;
  await part.updateComplete;
  const name = act === 'forward' ? '.open-stages' : '.open-rules';
  if (focus) part.renderRoot.querySelector<HTMLElement>(name)?.focus();
  part[act]();
}

const annotations = new Map<Notation, Annotate>();

/** The same function for the same symbols, so that the text is not drawn anew. */
export function annotateFor(host: Host): Annotate {
  const notation = notationOf(host);
  const found = annotations.get(notation) ?? annotate(notation);
  annotations.set(notation, found);
  return found;
}

export function inside(
  host: Host,
  { run, strings, has }: ProgramView,
  say: (text: string) => void,
  engine: () => Promise<Engine>,
) {
  const shows = { stages: has('stages'), rules: has('rules'), notation: has('notation') };
  if (!Object.values(shows).includes(true)) return nothing;
  return html`<s2s-part-inside
    .run=${run}
    .runState=${run.state}
    .phase=${run.phase}
    .strings=${strings}
    .shows=${shows}
    .stage=${stageOf(host)}
    .rules=${host.rules}
    .notation=${notationOf(host)}
    .weight=${host.weight ?? ''}
    .onChange=${(change: Partial<InsideState>) => Object.assign(host, change)}
    .onSay=${say}
    .engine=${engine}
  ></s2s-part-inside>`;
}
