// The coins under the target: a grid of what is fed, row by row, thrown for each token and for whole targets.
import { html } from 'lit';
import type { Strings } from '../strings/en';

interface Strip {
  coin: 'token' | 'sequence';
  /** By row and step, true where the model's own word is fed. */
  thrown: readonly (readonly boolean[])[];
  /** The target's words, EOS the last. What is fed at step t is the word before it. */
  target: readonly string[];
  /** Marked as the one that the reader has chosen. */
  strings: Strings;
}

export function coinStrip({ coin, thrown, target, strings }: Strip) {
  const words = strings.sampling;
  const fed = [words.bos, ...target.slice(0, -1)];
  const flat = thrown.flatMap((row) => row.slice(1));
  const kept = flat.filter((own) => !own).length;
  return html`<div class="strip" data-coin=${coin}>
    <h4>${words.coins[coin]}</h4>
    <div class="scroll" tabindex="0" role="group" aria-label="${words.coins[coin]}: ${words.tally(kept, flat.length)}">
      <table class="coins">
        <thead>
          <tr>
            <td></td>
            ${fed.map((word, step) => html`<th scope="col" title=${words.step(step)}><bdi>${word}</bdi></th>`)}
          </tr>
        </thead>
        <tbody>
          ${thrown.map(
            (row, index) => html`<tr>
              <th scope="row"><span class="hidden">${words.row(index + 1)}</span><span aria-hidden="true">${index + 1}</span></th>
              ${row.map((own, step) =>
                step === 0
                  ? html`<td><span class="coin first" aria-hidden="true">·</span><span class="hidden">${words.bos}</span></td>`
                  : html`<td>
                      <span class="coin ${own ? 'own' : 'true'}" aria-hidden="true">${own ? '○' : '●'}</span
                      ><span class="hidden">${own ? words.fedOwn : words.fedTrue}</span>
                    </td>`,
              )}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="tally number">${words.tally(kept, flat.length)}</p>
    <p class="soft">${words.coinsSaid[coin]}</p>
  </div>`;
}
