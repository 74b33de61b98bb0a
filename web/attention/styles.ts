import { css } from 'lit';

export const attentionStyles = css`
  .given {
    padding: 20px 24px;
  }
  .given-head {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    justify-content: space-between;
    gap: 12px 32px;
  }
  .given-head p {
    max-width: 64ch;
    font-size: 13px;
  }
  .seed {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 8px;
  }
  .seed s2s-part-field {
    width: 136px;
  }
  .seed button {
    margin-top: 20px;
  }
  h4 {
    margin: 0 0 4px;
    font: 600 13px / 20px var(--s2s-sans);
  }
  h4 .soft {
    font-weight: 400;
  }
  .matrices {
    display: grid;
    grid-template-columns: repeat(3, max-content);
    grid-template-rows: auto auto 1fr;
    gap: 12px 24px;
    justify-content: space-between;
    margin-top: 16px;
  }
  .matrix.h,
  .matrix.s,
  .matrix.v {
    grid-column: 1;
    color: inherit;
  }
  /* As wide as the names of the states' rows: the brackets stand below each other, and so do the titles. */
  :is(.matrix.s, .matrix.v) s2s-part-number-grid {
    padding-inline-start: 24px;
  }
  .matrix.Wh {
    grid-column: 2;
    grid-row: 1 / 4;
  }
  .matrix.Ws {
    grid-column: 3;
    grid-row: 1 / 4;
  }
  sub {
    font-size: 0.75em;
    line-height: 1;
  }

  .choices {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 16px 32px;
    padding: 0 24px 20px;
  }
  .kinds .segments {
    background: var(--s2s-surface);
  }
  .temperature {
    width: 176px;
  }
  .temperature s2s-part-field {
    width: 120px;
  }
  input[type='range'] {
    display: block;
    width: 100%;
    height: 24px;
    margin: 4px 0 0;
    accent-color: var(--s2s-accent);
    cursor: pointer;
  }
  .positions {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    margin-top: 4px;
  }
  .positions label {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-height: 36px;
    font: 500 13px / 16px var(--s2s-sans);
    cursor: pointer;
  }
  .positions input {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--s2s-accent);
  }
  .switch {
    font: 500 13px / 16px var(--s2s-sans);
  }
  .hand {
    max-width: 420px;
  }
  .normalize {
    min-height: 28px;
    padding: 0 10px;
    font-size: 13px;
  }
  .weight {
    display: grid;
    grid-template-columns: 128px minmax(80px, 240px);
    align-items: end;
    gap: 4px 16px;
    margin-bottom: 8px;
  }
  .weight input[type='range'] {
    height: 36px;
    margin: 0;
  }
  .hand .soft,
  .moved {
    max-width: 52ch;
    font-size: 12px;
    line-height: 16px;
  }
  .moved {
    margin-top: 8px;
  }
  .moved .number {
    white-space: pre-wrap;
  }
  .hand-sum {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    min-height: 28px;
    font-size: 13px;
  }
  .hand-sum.off .number {
    font-weight: 700;
  }
  .compare {
    padding: 0 24px 12px;
  }
  .compare details.table {
    margin: 0;
  }
  @media (pointer: coarse) {
    .positions label,
    .normalize,
    input[type='range'] {
      min-height: 44px;
    }
  }

  .bar {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    justify-content: space-between;
    gap: 16px 32px;
    padding: 16px 24px;
    border-block: 1px solid var(--s2s-line);
    background: var(--s2s-sunken);
  }
  .predict legend {
    color: var(--s2s-ink);
    font: 600 14px / 20px var(--s2s-sans);
  }
  .segments {
    background: var(--s2s-surface);
  }
  .verdict {
    min-height: 20px;
    margin-top: 6px;
    color: var(--s2s-ink-soft);
    font-size: 13px;
  }
  .verdict.known {
    color: var(--s2s-ink);
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }

  .stages {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 24px 32px;
    margin: 0;
    padding: 20px 24px;
    list-style: none;
  }
  .stage {
    min-width: 0;
  }
  .stage h4 {
    margin: 0;
  }
  .law {
    margin-bottom: 6px;
    font: italic 400 15px / 20px var(--s2s-serif);
  }
  .stage:not(.known) h4,
  .stage:not(.known) .law {
    color: var(--s2s-ink-soft);
  }
  .total {
    margin-top: 6px;
    font-size: 12px;
    line-height: 16px;
  }
  @media (prefers-reduced-motion: no-preference) {
    .stage.newest {
      animation: arrive 240ms ease-out;
    }
  }
  @keyframes arrive {
    from {
      opacity: 0.2;
      transform: translateY(4px);
    }
  }
  .formula.on {
    position: sticky;
    bottom: 0;
  }
  .formula {
    display: flex;
    align-items: center;
    min-height: 60px;
    padding: 8px 24px;
    border-top: 1px solid var(--s2s-line);
    background: var(--s2s-surface);
    font-size: 13px;
    line-height: 22px;
    overflow-wrap: anywhere;
  }
  .keys {
    border-radius: 0 0 12px 12px;
  }

  /* In the columns of the stages below: the states, then the weights. */
  @container (max-width: 860px) {
    .matrices {
      grid-template-columns: repeat(2, minmax(0, 1fr));
      grid-template-rows: auto;
      column-gap: 32px;
    }
    .matrix.h {
      grid-row: 1 / 3;
    }
    .matrix:is(.s, .v) {
      grid-column: 2;
    }
    .matrix.Wh {
      grid-column: 1;
      grid-row: 3;
    }
    .matrix.Ws {
      grid-column: 2;
      grid-row: 3;
    }
    :is(.matrix.s, .matrix.v) s2s-part-number-grid {
      padding-inline-start: 0;
    }
  }
  @container (max-width: 640px) {
    .given,
    .choices,
    .compare,
    .bar,
    .stages,
    .formula {
      padding-inline: 16px;
    }
    .matrices,
    .stages {
      grid-template-columns: minmax(0, 1fr);
    }
    .matrix:is(.h, .s, .v, .Wh, .Ws) {
      grid-area: auto;
    }
    :is(.matrix.s, .matrix.v) s2s-part-number-grid {
      padding-inline-start: 24px;
    }
    .buttons {
      flex: 1 0 100%;
    }
    .next {
      flex: 1;
    }
  }
  @media print {
    .buttons,
    .seed,
    input[type='range'] {
      display: none;
    }
    .formula.on {
      position: static;
    }
  }
`;
