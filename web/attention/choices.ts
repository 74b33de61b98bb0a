// The row of <s2s-attention> that sets the score, the temperature and the masked positions.
import { html } from 'lit';
import type { AttentionScore } from '../../wasm/client';
import { typed } from '../lib/format';
import { slid } from '../lib/slid';
import '../parts/field';
import type { Strings } from '../strings/en';
import { kinds, type Settings, temperatures } from './settings';

export interface ChoicesView {
  settings: Settings;
  /** What the reader typed and why it is refused; empty: it is not. */
  temperatureText: string;
  temperatureError: string;
  strings: Strings;
  setKind: (kind: AttentionScore) => void;
  setTemperature: (text: string) => void;
  setMask: (masked: boolean[]) => void;
}

export function choices(view: ChoicesView) {
  const words = view.strings.attention;
  const { kind, temperature, masked } = view.settings;
  const heat = slid(temperatures.indexOf(temperature), (stop) => view.setTemperature(typed(temperatures[stop]!)));
  return html`<div class="choices">
    <fieldset class="kinds">
      <legend>${words.kind}</legend>
      <div class="segments">
        ${kinds.map(
          (one) => html`<label
            ><input type="radio" name="kind" value=${one} .checked=${kind === one} @change=${() => view.setKind(one)} />
            ${words.kinds[one].name}</label
          >`,
        )}
      </div>
    </fieldset>
    <div class="temperature">
      <s2s-part-field
        .label=${words.temperature}
        .value=${view.temperatureError ? view.temperatureText : typed(temperature)}
        .error=${view.temperatureError}
        .mode=${'decimal'}
        .size=${6}
        .onCommit=${view.setTemperature}
      ></s2s-part-field>
      <input
        type="range"
        min="0"
        max=${temperatures.length - 1}
        step="1"
        .value=${String(nearest(temperature))}
        aria-label=${words.temperatureSlider}
        aria-valuetext=${typed(temperature)}
        @input=${heat}
        @click=${heat}
        @keyup=${heat}
      />
    </div>
    <fieldset class="mask">
      <legend>${words.mask}</legend>
      <div class="positions">
        ${masked.map(
          (hidden, index) => html`<label
            ><input
              type="checkbox"
              name="mask"
              value=${index}
              .checked=${hidden}
              @change=${() => view.setMask(masked.map((one, at) => (at === index ? !one : one)))}
            />${words.position(index)}</label
          >`,
        )}
      </div>
    </fieldset>
  </div>`;
}

/** The stop that looks least wrong for a temperature that is none. */
function nearest(temperature: number): number {
  const away = temperatures.map((stop) => Math.abs(Math.log(stop / temperature)));
  return away.indexOf(Math.min(...away));
}
