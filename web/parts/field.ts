// A labelled text field that keeps what was typed, and says in place what is wrong with it.
import { css, html, LitElement, nothing } from 'lit';
import { define } from '../lib/define';
import { base, controls, tokens } from './styles';

export class Field extends LitElement {
  static override properties = {
    label: { attribute: false },
    value: { attribute: false },
    error: { attribute: false },
    hint: { attribute: false },
    mode: { attribute: false },
    size: { attribute: false },
  };
  static override shadowRootOptions = { ...LitElement.shadowRootOptions, delegatesFocus: true };

  label = '';
  /** The text shown; what the reader typed stays even where it is refused. */
  value = '';
  error = '';
  hint = '';
  mode: 'numeric' | 'decimal' | 'text' = 'text';
  size = 8;
  /** Called when the reader is done with the field (Enter, or leaving it changed). */
  onCommit: (text: string) => void = () => {};

  override render() {
    const notes = [this.error ? 'error' : '', this.hint ? 'hint' : ''].filter(Boolean).join(' ');
    return html`<div class="root">
      <label class="label" for="input">${this.label}</label>
      <input
        id="input"
        type="text"
        inputmode=${this.mode}
        size=${this.size}
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        .value=${this.value}
        aria-invalid=${this.error ? 'true' : nothing}
        aria-describedby=${notes || nothing}
        @change=${(event: Event) => this.onCommit((event.target as HTMLInputElement).value)}
      />
      ${this.error ? html`<p id="error" class="error" role="alert"><span aria-hidden="true">! </span>${this.error}</p>` : nothing}
      ${this.hint ? html`<p id="hint" class="hint" role="status">${this.hint}</p>` : nothing}
    </div>`;
  }

  static override styles = [
    tokens,
    base,
    controls,
    css`
      input {
        display: block;
        width: 100%;
        min-width: 0;
        height: 36px;
        margin-top: 4px;
        padding: 0 10px;
        border: 1px solid var(--s2s-line-strong);
        border-radius: 8px;
        background: var(--s2s-surface);
        color: var(--s2s-ink);
        font: 400 14px / 20px var(--s2s-mono);
        font-variant-numeric: tabular-nums;
      }
      @media (pointer: coarse) {
        input {
          height: 44px;
          font-size: 16px;
        }
      }
      input:hover {
        border-color: var(--s2s-ink);
      }
      input[aria-invalid] {
        border-color: var(--s2s-wrong);
        background: var(--s2s-wrong-wash);
      }
      .error,
      .hint {
        margin-top: 4px;
        font: 400 12px / 16px var(--s2s-sans);
      }
      .error {
        color: var(--s2s-wrong);
        overflow-wrap: anywhere;
      }
      .hint {
        color: var(--s2s-ink-soft);
      }
    `,
  ];
}

define('s2s-part-field', Field);
