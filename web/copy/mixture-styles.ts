import { css } from 'lit';

// The gate and the table of the mixture.
export const mixtureStyles = css`
  .gate {
    display: grid;
    grid-template-columns: max-content minmax(120px, 360px) 56px 1fr;
    gap: 4px 16px;
    align-items: center;
    padding: 12px 24px;
    border-block: 1px solid var(--s2s-line);
    background: var(--s2s-sunken);
  }
  .gate label {
    font-size: 17px;
  }
  .gate input {
    width: 100%;
    height: 24px;
    margin: 0;
    accent-color: var(--s2s-accent);
  }
  .gate output {
    font-size: 16px;
  }
  .gate p {
    grid-column: 1 / -1;
    min-height: 24px;
  }
  .gate .changed {
    color: var(--s2s-ink);
  }
  .own-gate {
    justify-self: start;
  }

  .mixture {
    padding: 20px 24px;
  }
  .law {
    margin: 4px 0 12px;
    font: 400 15px / 24px var(--s2s-serif);
  }
  sub {
    font-size: 0.75em;
    line-height: 1;
  }
  .mixture table,
  .pointer table {
    width: 100%;
    border-collapse: collapse;
  }
  .mixture th {
    padding: 4px 12px 4px 0;
    font: 500 13px / 20px var(--s2s-sans);
    text-align: start;
    vertical-align: bottom;
  }
  .mixture thead .soft {
    display: block;
  }
  .mixture tbody th {
    width: 1%;
    white-space: nowrap;
  }
  .mixture tbody .word {
    padding: 2px 4px;
  }
  .mixture td {
    height: 32px;
    padding: 0 16px 0 0;
  }
  .mixture td.final {
    width: 36%;
    padding-inline-end: 0;
  }
  .mixture td > *,
  .pointer td > * {
    vertical-align: middle;
  }
  .mixture tbody tr {
    border-top: 1px solid var(--s2s-line);
  }
  .mixture tr.looked {
    background: color-mix(in oklab, var(--s2s-ink) 5%, transparent);
  }
  .mixture tr.first :is(th, .final .number) {
    font-weight: 700;
  }
  .mixture tr:focus-visible {
    outline-offset: -2px;
  }
  .track {
    display: inline-flex;
    width: calc(100% - 64px);
    height: 14px;
    background: var(--s2s-sunken);
  }
  .pointer .track {
    width: calc(100% - 72px);
  }
  .mixture td .number,
  .pointer td .number {
    display: inline-block;
    width: 56px;
    margin-inline-start: 8px;
    font-size: 13px;
  }
  .none {
    color: var(--s2s-ink-soft);
  }
  .sum {
    min-height: 28px;
    margin-top: 12px;
    font-size: 13px;
    line-height: 22px;
    overflow-wrap: anywhere;
  }
  .words-sum {
    display: block;
    font-family: var(--s2s-sans);
  }

  @container (max-width: 640px) {
    .gate,
    .mixture {
      padding-inline: 16px;
    }
    .gate {
      grid-template-columns: auto minmax(0, 1fr) 48px;
    }
    .own-gate {
      grid-column: 1 / -1;
    }
    .mixture :is(.vocabulary, .source) .track {
      display: none;
    }
    .mixture :is(.vocabulary, .source) .number {
      width: auto;
      margin: 0;
    }
    .mixture table {
      table-layout: fixed;
    }
    .mixture th {
      font-size: 12px;
    }
    .mixture tbody th {
      width: auto;
    }
    .mixture thead th:first-child {
      width: 24%;
    }
    .mixture thead th:last-child {
      width: 38%;
    }
    .mixture th,
    .mixture td {
      padding-inline-end: 8px;
    }
    .mixture tbody .word {
      max-width: 100%;
      font-size: 13px;
    }
    .track {
      width: calc(100% - 48px);
    }
    .mixture td .number {
      width: 40px;
      margin-inline-start: 4px;
    }
  }
`;
