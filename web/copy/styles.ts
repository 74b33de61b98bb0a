import { css } from 'lit';

// A 4 px grid. Generated is solid ink, copied is striped in the colour of the attention.
export const copyStyles = css`
  .soft {
    font-size: 13px;
  }
  .ask {
    padding: 20px 24px 0;
  }
  .ask form {
    max-width: 640px;
  }
  .examples {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    margin-top: 8px;
  }
  .example {
    max-width: 100%;
    height: auto;
    font-style: italic;
    text-align: start;
    white-space: normal;
  }
  .example[aria-pressed='true'] {
    color: var(--s2s-ink);
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .loading:empty {
    display: none;
  }
  .undrawn {
    padding: 20px 24px;
  }

  .strips {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    padding: 20px 24px 16px;
  }
  .strips details.table {
    margin-top: -8px;
  }
  .strips.busy {
    opacity: 0.55;
  }
  .words {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 10px;
    margin: 8px 0;
    padding: 0;
    list-style: none;
  }
  .source li,
  .written .step {
    display: flex;
    flex-direction: column;
    align-items: center;
    max-width: 100%;
    min-width: 0;
  }
  .words .number {
    font-size: 12px;
    line-height: 16px;
  }
  .source .words .number {
    color: var(--s2s-ink-soft);
  }
  .alpha-bar {
    display: flex;
    align-items: flex-end;
    width: 28px;
    height: 40px;
    margin-bottom: 4px;
    border-bottom: 1px solid var(--s2s-line-strong);
  }
  .alpha-bar span {
    width: 100%;
    min-height: 1px;
    border-radius: 2px 2px 0 0;
    background: var(--s2s-alpha);
  }
  .word {
    display: inline-block;
    max-width: 176px;
    padding: 4px 8px;
    border: 1.5px solid transparent;
    border-radius: 6px;
    overflow: hidden;
    font: 500 14px / 18px var(--s2s-mono);
    text-overflow: ellipsis;
    white-space: pre;
  }
  .source .word {
    padding-inline: 4px;
  }
  .word.unknown {
    border-bottom: 2px dashed var(--s2s-accent);
    border-radius: 0;
  }
  .word.own {
    border-color: var(--s2s-ink);
    background: var(--s2s-surface);
  }
  .word.small {
    padding: 1px 6px;
    border: 1px solid var(--s2s-line-strong);
    border-radius: 4px;
    font-size: 13px;
  }
  .word.other {
    border: 1px dashed var(--s2s-accent);
    color: var(--s2s-accent);
    font-weight: 700;
  }
  .word.unk {
    border: 1px solid var(--s2s-wrong);
    border-bottom: 3px double var(--s2s-wrong);
    color: var(--s2s-wrong);
  }
  .step {
    padding: 6px;
    border-radius: 8px;
    cursor: pointer;
  }
  .step:hover {
    background: var(--s2s-sunken);
  }
  .step.picked {
    background: color-mix(in oklab, var(--s2s-ink) 9%, transparent);
    outline: 1.5px solid var(--s2s-ink);
  }
  .step:has(input:focus-visible) {
    outline: 2px solid var(--s2s-focus);
    outline-offset: 2px;
  }
  .step input {
    position: absolute;
    opacity: 0;
    pointer-events: none;
  }
  .gate-bar {
    display: flex;
    width: 100%;
    min-width: 40px;
    height: 6px;
    margin-top: 4px;
    border-radius: 2px;
    overflow: hidden;
  }
  .fill {
    display: block;
    flex: none;
    height: 100%;
    print-color-adjust: exact;
  }
  .fill.generated {
    background: var(--s2s-ink-soft);
  }
  .fill.copied {
    background: repeating-linear-gradient(
        -45deg,
        color-mix(in oklab, var(--s2s-surface) 55%, transparent) 0 2px,
        transparent 2px 5px
      )
      var(--s2s-alpha);
  }
  .fill.copied + .fill.copied {
    border-inline-start: 2px solid var(--s2s-surface);
  }
  legend h3 {
    color: var(--s2s-ink);
  }

  .sides {
    padding: 20px 24px;
    border-top: 1px solid var(--s2s-line);
  }
  .cards {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 16px;
    margin: 12px 0;
  }
  .card {
    padding: 12px 16px;
    border: 1px solid var(--s2s-line);
    border-radius: 8px;
  }
  h4 {
    margin: 0 0 8px;
    font: 600 13px / 20px var(--s2s-sans);
  }
  .card .said {
    margin-bottom: 8px;
    line-height: 30px;
  }
  .last {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 24px 48px;
    padding: 20px 24px;
    border-top: 1px solid var(--s2s-line);
  }
  .pointer table {
    margin: 8px 0;
  }
  .pointer th {
    width: 1%;
    padding-inline-end: 12px;
    font: 500 13px / 28px var(--s2s-mono);
    text-align: start;
    white-space: nowrap;
  }
  .pointer .first :is(th, .number) {
    font-weight: 700;
  }
  .who summary {
    font-weight: 600;
    cursor: pointer;
  }
  .who dl {
    margin: 8px 0 0;
    font-size: 13px;
  }
  .who dt {
    margin-top: 8px;
    font-weight: 600;
  }
  .who dd {
    margin: 0;
    color: var(--s2s-ink-soft);
  }

  @media (prefers-reduced-motion: no-preference) {
    .fill,
    .alpha-bar span {
      transition:
        inline-size 160ms ease-out,
        block-size 160ms ease-out;
    }
  }
  @container (max-width: 640px) {
    .ask,
    .strips,
    .sides,
    .last,
    .trouble {
      padding-inline: 16px;
    }
    .cards,
    .last {
      grid-template-columns: minmax(0, 1fr);
    }
    .words {
      gap: 6px;
    }
    .source .words {
      gap: 8px 2px;
    }
  }
  @media (forced-colors: active) {
    .fill {
      forced-color-adjust: none;
      background: CanvasText;
    }
    .fill.copied {
      background: repeating-linear-gradient(-45deg, Canvas 0 2px, CanvasText 2px 5px);
    }
    .alpha-bar span {
      background: CanvasText;
    }
  }
  @media print {
    .examples,
    .own-gate,
    .gate input {
      display: none;
    }
  }
`;
