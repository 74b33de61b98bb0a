// What reading a file of pairs met, told before training: skipped rows, a guessed separator, how the pairs were split.
import { html, nothing } from 'lit';
import type { Strings } from '../strings/en';
import type { OwnPairs } from './reading';

export function corpusNote(pairs: OwnPairs | null, strings: Strings) {
  if (!pairs) return nothing;
  const { split, readAs, skipped, notes } = strings.corpus;
  const met = [
    skipped(pairs.skippedEmpty, pairs.skippedOneColumn, pairs.skippedRows),
    notes.extraColumns(pairs.extraColumns),
    notes.leftOutLong(pairs.leftOutLong),
    notes.repeatedSources(pairs.repeatedSources),
    notes.sharedTargets(pairs.sharedTargets),
    notes.unknown(pairs.heldOutUnknown, pairs.heldOutTokens),
  ].filter((text) => text !== '');
  return html`<div class="corpus">
    <p>${split(pairs.train, pairs.validation, pairs.test)} ${readAs(pairs.encoding, pairs.separator, pairs.hadHeader)}</p>
    ${met.length > 0 ? html`<ul>${met.map((text) => html`<li>${text}</li>`)}</ul>` : nothing}
  </div>`;
}
