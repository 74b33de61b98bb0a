// A choice of one among few, all of them in sight. Its look is in styles.ts.
import { html } from 'lit';

export function segments<Choice extends string>(
  name: string,
  title: string,
  choices: readonly Choice[],
  labels: Record<Choice, string>,
  chosen: Choice,
  choose: (choice: Choice) => void,
) {
  return html`<fieldset class=${name}>
    <legend>${title}</legend>
    <div class="segments">
      ${choices.map(
        (choice) => html`<label
          ><input type="radio" name=${name} value=${choice} .checked=${choice === chosen} @change=${() => choose(choice)} />${
            labels[choice]
          }</label
        >`,
      )}
    </div>
  </fieldset>`;
}
