// One target and two lanes of predictions, step under step: teacher-forced and free-running. True tokens are filled,
// predicted ones outlined; a prediction that is not the target carries the sign ≠.
import { css, html, LitElement, nothing } from 'lit';
import { define } from '../lib/define';
import { en, type Strings } from '../strings/en';
import { base, tokens } from './styles';
import { tokenStyles } from './token-styles';

/** Untrained weights may write up to the limit; a line of it is enough. */
const most = 12;

export interface Lanes {
  target: readonly string[];
  forcedInputs: readonly string[];
  forcedPredictions: readonly string[];
  freeInputs: readonly string[];
  freePredictions: readonly string[];
  /** The free run with the stop rule, EOS not shown. */
  decoded: readonly string[];
}

export class TokenLanes extends LitElement {
  static override properties = { lanes: { attribute: false }, strings: { attribute: false } };

  lanes: Lanes | null = null;
  strings: Strings = en;

  override render() {
    const { lanes } = this;
    if (!lanes) return nothing;
    const words = this.strings.lanes;
    const parting = lanes.freeInputs.findIndex((token, step) => token !== lanes.forcedInputs[step]);
    return html`<div class="root">
      <div class="scroll" tabindex="0" role="group" aria-label=${words.name}>
        <table>
          <caption class="hidden">${words.name}</caption>
          <thead>
            <tr>
              <td></td>
              ${lanes.target.map((_, step) => html`<th scope="col">${words.step(step + 1)}</th>`)}
            </tr>
          </thead>
          <tbody>
            <tr class="target">
              <th scope="row">${words.target}</th>
              ${lanes.target.map((token) => html`<td><bdi class="token true">${token}</bdi></td>`)}
            </tr>
            ${this.lane('forced', words.forced, lanes.forcedInputs, lanes.forcedPredictions, -1)}
            ${this.lane('free', words.free, lanes.freeInputs, lanes.freePredictions, parting)}
          </tbody>
        </table>
      </div>
      <p class="output">
        ${words.output}
        ${
          lanes.decoded.length > 0
            ? html`<span class="decoded">${lanes.decoded.slice(0, most).map((token) => html`<bdi class="token own">${token}</bdi> `)}</span
                >${lanes.decoded.length > most ? words.more(lanes.decoded.length - most) : nothing}`
            : html`<strong class="decoded">${words.outputEmpty}</strong>.`
        }
      </p>
      <p class="key">${words.key}</p>
    </div>`;
  }

  private lane(kind: string, name: string, inputs: readonly string[], predictions: readonly string[], parting: number) {
    const words = this.strings.lanes;
    const target = this.lanes!.target;
    return html`<tr class=${kind}>
      <th scope="row">${name}</th>
      ${predictions.map((token, step) => {
        const own = step > 0 && kind === 'free';
        const wrong = token !== target[step];
        return html`<td class=${step === parting ? 'parting' : ''}>
          ${step === parting ? html`<span class="flag">${words.parts}</span>` : nothing}
          <span class="step">
            <span class="fed"
              ><span class="hidden">${own ? words.fedOwn : words.fedTrue} </span
              ><bdi class="token small ${own ? 'own' : 'true'}">${inputs[step]}</bdi></span
            >
            <span class="arrow" aria-hidden="true">→</span><span class="hidden">${words.predicts}</span>
            <span class="predicted"
              ><bdi class="token own ${wrong ? 'wrong' : ''}">${token}</bdi
              >${wrong ? html`<span class="sign" aria-hidden="true">≠</span><span class="hidden"> ${words.wrong}</span>` : nothing}</span
            >
          </span>
        </td>`;
      })}
    </tr>`;
  }

  static override styles = [
    tokens,
    base,
    tokenStyles,
    css`
      :host {
        container-type: inline-size;
      }
      .scroll {
        position: relative; /* else hidden words in it would widen the page */
        overflow-x: auto;
      }
      table {
        border-collapse: collapse;
        font: 400 13px / 16px var(--s2s-sans);
      }
      th {
        padding: 4px 16px 4px 0;
        color: var(--s2s-ink-soft);
        font-weight: 500;
        text-align: start;
        white-space: nowrap;
      }
      th[scope='row'] {
        color: var(--s2s-ink);
      }
      th[scope='col'],
      td {
        min-width: 108px;
        padding: 4px 12px;
        text-align: start;
      }
      tbody td {
        height: 40px;
      }
      :is(thead, .target) :is(td, th) {
        vertical-align: middle;
      }
      :is(.forced, .free) :is(td, th) {
        vertical-align: bottom;
      }
      :is(.forced, .free) th {
        padding-bottom: 9px;
      }
      td.parting {
        border-inline-start: 2px dashed var(--s2s-wrong);
      }
      .flag {
        display: block;
        padding-bottom: 4px;
        color: var(--s2s-wrong);
        font-size: 12px;
      }
      .step {
        white-space: nowrap;
        display: inline-flex;
        align-items: center;
        gap: 6px;
      }
      .arrow {
        color: var(--s2s-ink-soft);
      }
      .token.small {
        min-width: 22px;
        padding: 1px 5px;
        border-width: 1px;
        border-radius: 4px;
        font-size: 12px;
        line-height: 14px;
      }
      .token.wrong {
        border-color: var(--s2s-wrong);
        border-bottom-style: double;
        border-bottom-width: 4px;
        color: var(--s2s-wrong);
      }
      .sign {
        margin-inline-start: 4px;
      }
      .output {
        margin-top: 12px;
      }
      .output .token {
        margin-block: 2px;
      }
      .key {
        margin-top: 4px;
        color: var(--s2s-ink-soft);
        font-size: 12px;
        line-height: 16px;
      }
      @container (max-width: 480px) {
        th[scope='col'],
        td {
          min-width: 0;
          padding-inline: 3px;
        }
        th[scope='row'] {
          padding-inline-end: 4px;
          font-size: 12px;
          white-space: normal;
        }
        .step {
          gap: 3px;
        }
        .arrow {
          display: none;
        }
      }
    `,
  ];
}

define('s2s-part-token-lanes', TokenLanes);
