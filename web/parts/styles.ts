// Style sheets that every part shares: the tokens, a reset against what leaks in from the host page, and controls.
import { css, unsafeCSS } from 'lit';
import theme from '../theme.css?inline';

export const tokens = unsafeCSS(theme);

/** `.root` wraps every shadow tree: inherited properties of the host page end there, its colour scheme does not. */
export const base = css`
  :host {
    display: block;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  .root {
    all: initial;
    display: block;
    color-scheme: inherit;
    direction: inherit;
    color: var(--s2s-ink);
    font: 400 14px / 20px var(--s2s-sans);
    -webkit-text-size-adjust: 100%;
  }
  .number {
    font-family: var(--s2s-mono);
    font-variant-numeric: tabular-nums;
  }
  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    margin-block: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .soft {
    color: var(--s2s-ink-soft);
  }
  .h {
    color: var(--s2s-h);
  }
  .s {
    color: var(--s2s-s);
  }
  .alpha {
    color: var(--s2s-alpha);
  }
  .c {
    color: var(--s2s-c);
  }
  var {
    font-family: var(--s2s-serif);
    font-style: italic;
  }
  kbd {
    display: inline-block;
    min-width: 20px;
    padding: 0 5px;
    border: 1px solid var(--s2s-line-strong);
    border-radius: 4px;
    font: 500 12px / 18px var(--s2s-mono);
    text-align: center;
  }
  :focus-visible {
    outline: 2px solid var(--s2s-focus);
    outline-offset: 2px;
  }
  h3 {
    margin: 0;
    font: 600 14px / 20px var(--s2s-sans);
    text-wrap: balance;
  }
  p {
    margin: 0;
    text-wrap: pretty;
  }
`;

export const controls = css`
  button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 8px;
    min-height: 36px;
    padding: 0 14px;
    border: 1px solid var(--s2s-line-strong);
    border-radius: 8px;
    background: var(--s2s-surface);
    color: var(--s2s-ink);
    font: 500 14px / 20px var(--s2s-sans);
    white-space: nowrap;
    cursor: pointer;
  }
  button:hover:not([aria-disabled='true']) {
    border-color: var(--s2s-ink);
  }
  button:active:not([aria-disabled='true']) {
    background: var(--s2s-sunken);
  }
  button[aria-disabled='true'] {
    border-color: var(--s2s-line);
    color: var(--s2s-ink-soft);
    cursor: default;
  }
  button.primary {
    border-color: var(--s2s-accent);
    background: var(--s2s-accent);
    color: var(--s2s-on-accent);
  }
  button.primary:hover:not([aria-disabled='true']) {
    border-color: var(--s2s-ink);
  }
  button.primary[aria-disabled='true'] {
    border-color: var(--s2s-line);
    background: var(--s2s-sunken);
    color: var(--s2s-ink-soft);
  }
  button.quiet {
    min-height: 28px;
    padding: 0 8px;
    border-color: transparent;
    background: none;
    color: var(--s2s-ink-soft);
    font-size: 13px;
  }
  button.quiet:hover {
    border-color: var(--s2s-line-strong);
    color: var(--s2s-ink);
  }
  button svg {
    flex: none;
    width: 14px;
    height: 14px;
    fill: currentColor;
  }
  @media (pointer: coarse) {
    button,
    .segments label {
      min-height: 44px;
    }
  }

  fieldset {
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  legend,
  .label {
    display: block;
    padding: 0;
    color: var(--s2s-ink-soft);
    font: 500 12px / 16px var(--s2s-sans);
  }
  .segments {
    display: inline-flex;
    flex-wrap: wrap;
    margin-top: 4px;
    border: 1px solid var(--s2s-line-strong);
    border-radius: 8px;
    overflow: hidden;
  }
  .segments label {
    display: flex;
    align-items: center;
    min-height: 34px;
    padding: 0 12px;
    border-inline-start: 1px solid var(--s2s-line);
    color: var(--s2s-ink);
    font: 500 13px / 16px var(--s2s-sans);
    cursor: pointer;
  }
  .segments label:first-child {
    border-inline-start: 0;
  }
  .segments label:hover {
    background: var(--s2s-sunken);
  }
  .segments label:has(input:checked) {
    background: var(--s2s-accent);
    color: var(--s2s-on-accent);
  }
  .segments label:has(input:focus-visible) {
    outline: 2px solid var(--s2s-focus);
    outline-offset: -4px;
  }
  .segments input {
    position: absolute;
    opacity: 0;
    pointer-events: none;
  }
  @media (forced-colors: active) {
    .segments label:has(input:checked) {
      border-bottom: 4px solid Highlight;
      text-decoration: underline;
    }
  }

  .switch {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-height: 36px;
    font-weight: 500;
    cursor: pointer;
  }
  .switch input {
    position: relative;
    flex: none;
    width: 36px;
    height: 20px;
    margin: 0;
    appearance: none;
    border: 1.5px solid var(--s2s-ink);
    border-radius: 12px;
    background: var(--s2s-surface);
    cursor: pointer;
  }
  .switch input::after {
    content: '';
    position: absolute;
    inset-block: 3px;
    inset-inline-start: 3px;
    width: 11px;
    border-radius: 50%;
    background: var(--s2s-ink);
  }
  .switch input:checked {
    border-color: var(--s2s-accent);
    background: var(--s2s-accent);
  }
  .switch input:checked::after {
    inset-inline: auto 3px;
    background: var(--s2s-on-accent);
  }
  @media (pointer: coarse) {
    .switch {
      min-height: 44px;
    }
  }
  @media (forced-colors: active) {
    .switch input:checked::after {
      background: Highlight;
      forced-color-adjust: none;
    }
  }

  details.table {
    margin-top: 8px;
  }
  details.table > summary {
    display: inline-block;
    padding: 2px 0;
    border-radius: 4px;
    color: var(--s2s-ink-soft);
    font: 400 12px / 20px var(--s2s-sans);
    cursor: pointer;
  }
  details.table > summary::before {
    content: '▸\\00a0';
  }
  details.table[open] > summary::before {
    content: '▾\\00a0';
  }
  details.table > summary:hover {
    color: var(--s2s-ink);
  }
  .scroll {
    position: relative;
    max-width: 100%;
    overflow-x: auto;
  }
  details.table table {
    margin-top: 4px;
    border-collapse: collapse;
    font: 400 13px / 20px var(--s2s-mono);
    font-variant-numeric: tabular-nums;
  }
  details.table caption {
    padding: 0 0 4px;
    color: var(--s2s-ink-soft);
    font: 400 12px / 16px var(--s2s-sans);
    text-align: start;
  }
  details.table :is(th, td) {
    padding: 2px 12px 2px 0;
    border-bottom: 1px solid var(--s2s-line);
    text-align: end;
    white-space: nowrap;
  }
  details.table th {
    font-weight: 600;
  }
  details.table th[scope='row'] {
    text-align: start;
  }
`;
