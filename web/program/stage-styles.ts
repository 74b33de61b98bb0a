import { css } from 'lit';

/** Of what the stages and the rules show: tables, tokens, shapes. */
export const stageStyles = css`
  .pair {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    margin-top: 12px;
  }
  .pair .choose {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    margin-inline-end: 8px;
  }
  :host(:dir(rtl)) .choose button {
    transform: scaleX(-1);
  }
  .tokens {
    line-height: 28px;
  }
  .scroll {
    margin-top: 12px;
  }
  .scroll table {
    border-collapse: collapse;
    font: 400 13px / 20px var(--s2s-sans);
  }
  .scroll :is(th, td) {
    padding: 4px 16px 4px 0;
    border-bottom: 1px solid var(--s2s-line);
    text-align: start;
    white-space: nowrap;
  }
  .scroll thead th {
    color: var(--s2s-ink-soft);
    font: 500 12px / 16px var(--s2s-sans);
    vertical-align: bottom;
  }
  .scroll tbody th {
    font-weight: 500;
  }
  .scroll tbody th.number {
    font-weight: 400;
  }
  .scroll :is(th, td).end {
    text-align: end;
  }
  .fed {
    display: inline-flex;
    align-items: center;
    gap: 8px;
  }
  .track {
    width: 160px;
    height: 8px;
    vertical-align: middle;
  }
  .named {
    display: inline-grid;
    grid-template-columns: 24ch auto;
    gap: 0 8px;
    align-items: baseline;
  }
  :host(:dir(rtl)) .track {
    transform: scaleX(-1);
  }
  .fill {
    fill: var(--s2s-v);
  }
  .h .fill {
    fill: var(--s2s-h);
  }
  .s .fill {
    fill: var(--s2s-s);
  }
  .alpha .fill {
    fill: var(--s2s-alpha);
  }

  .shapes {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 420px), 1fr));
    gap: 0 32px;
    margin: 4px 0 0;
    padding: 0;
    font-size: 13px;
    list-style: none;
  }
  .shapes li {
    display: grid;
    grid-template-columns: minmax(0, 1.5fr) minmax(0, 1fr) minmax(0, 1fr) 72px;
    gap: 0 8px;
    align-items: baseline;
    padding: 3px 0;
    border-bottom: 1px solid var(--s2s-line);
  }
  .shapes .math {
    white-space: normal;
  }
  .shapes .symbol {
    overflow-wrap: anywhere; /* PyTorch's are long */
  }
  .letters {
    color: var(--s2s-ink-soft);
  }

  .totals {
    margin: 12px 0 0;
  }
  .totals div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 16px;
    align-items: baseline;
    padding: 2px 0;
  }
  dt {
    color: var(--s2s-ink-soft);
    font: 500 13px / 20px var(--s2s-sans);
  }
  dd {
    margin: 0;
    font-weight: 600;
  }
  .rate {
    font-size: 13px;
  }
  .choose-weight {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 8px 16px;
  }
  .choose-weight > button {
    margin-top: 20px;
  }
  .place {
    width: 128px;
  }
  select {
    display: block;
    height: 36px;
    margin-top: 4px;
    padding: 0 8px;
    border: 1px solid var(--s2s-line-strong);
    border-radius: 8px;
    background: var(--s2s-surface);
    color: var(--s2s-ink);
    font: 400 14px / 20px var(--s2s-mono);
  }
  select:hover {
    border-color: var(--s2s-ink);
  }
  .weight caption {
    padding: 0 0 4px;
    text-align: start;
  }
  .beside {
    margin-inline-start: 8px;
    color: var(--s2s-ink-soft);
  }

  .rules :is(th, td) {
    vertical-align: top;
  }
  .rules tbody th {
    min-width: 200px;
    white-space: normal;
  }
  .rules ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .mark {
    font-weight: 600;
    white-space: nowrap;
  }
  .mark.no {
    color: var(--s2s-wrong);
    text-decoration: underline double;
  }
  .verdict {
    margin-top: 12px;
    font-weight: 600;
  }

  @container (max-width: 640px) {
    .track {
      width: 72px;
    }
    .scroll .spare {
      display: none;
    }
    .scroll thead th,
    .weight :is(th, td) {
      white-space: normal;
    }
    .named {
      grid-template-columns: auto;
      justify-content: start;
    }
    .fed {
      display: inline-grid;
      gap: 0;
      justify-items: start;
    }
    .scroll :is(th, td) {
      padding-inline-end: 10px;
    }
    .rules tbody th {
      min-width: 96px;
    }
    .rules td {
      white-space: normal;
    }
    .shapes li {
      grid-template-columns: minmax(0, 1.2fr) minmax(0, 1fr) minmax(0, 1fr) 56px;
      column-gap: 6px;
    }
  }
`;
