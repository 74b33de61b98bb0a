import { css } from 'lit';

export const samplingStyles = css`
  .soft {
    font-size: 13px;
  }
  h4 {
    margin: 0;
    font: 600 13px / 20px var(--s2s-sans);
  }
  .section {
    padding: 20px 24px;
    border-top: 1px solid var(--s2s-line);
  }
  .section:first-of-type {
    border-top: 0;
  }
  .trouble {
    padding: 12px 24px;
  }
  .section .trouble {
    padding: 0 0 12px;
  }
  .title {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 24px;
    margin-bottom: 8px;
  }
  .title .soft {
    max-width: 76ch;
  }
  .throws .title,
  .compare .title {
    display: block;
  }
  .formula {
    color: var(--s2s-ink-soft);
    font: italic 400 15px / 20px var(--s2s-serif);
  }
  .settings {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 12px 16px;
    margin-bottom: 16px;
  }
  .settings > button {
    margin-top: 20px;
  }
  .settings s2s-part-field {
    flex: 0 1 100px;
  }
  .settings .target {
    flex: 1 1 320px;
    max-width: 480px;
  }
  .settings .refused {
    flex-basis: 240px;
  }
  .marker {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 12px;
  }
  .marker input {
    flex: 1;
    min-width: 160px;
    height: 24px;
    margin: 0;
    accent-color: var(--s2s-accent);
    cursor: pointer;
  }
  @media (pointer: coarse) {
    .marker input {
      height: 44px;
    }
  }
  .marker output {
    min-width: 36ch;
    font-size: 13px;
  }

  .strips,
  .charts {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 20px 40px;
  }
  .coins {
    margin: 8px 0;
    border-collapse: collapse;
  }
  .coins thead th {
    max-width: 96px;
    padding: 0 4px 4px;
    overflow: hidden;
    color: var(--s2s-ink);
    font: 600 12px / 16px var(--s2s-mono);
    text-align: center;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .coins tbody th {
    padding-inline-end: 12px;
    color: var(--s2s-ink-soft);
    font: 400 12px / 28px var(--s2s-mono);
  }
  .coins td {
    min-width: 40px;
    padding: 2px 4px;
    text-align: center;
  }
  .coin {
    display: inline-block;
    width: 24px;
    height: 24px;
    border: 2px solid var(--s2s-ink);
    border-radius: 50%;
    color: transparent;
    font-size: 0;
    vertical-align: middle;
  }
  .coin.true {
    background: var(--s2s-ink);
  }
  .coin.own {
    border-color: var(--s2s-s);
    border-style: dashed;
  }
  .coin.first {
    width: 8px;
    height: 8px;
    border: 0;
    background: var(--s2s-line-strong);
  }
  .tally {
    font-size: 13px;
  }
  @media (forced-colors: active) {
    .coin.true {
      forced-color-adjust: none;
      background: CanvasText;
    }
  }

  .plain {
    margin-top: 12px;
    border-collapse: collapse;
    font: 400 13px / 20px var(--s2s-mono);
    font-variant-numeric: tabular-nums;
  }
  .plain :is(th, td) {
    padding: 4px 24px 4px 0;
    border-bottom: 1px solid var(--s2s-line);
    font-weight: 400;
    text-align: end;
    white-space: nowrap;
  }
  .plain thead th {
    color: var(--s2s-ink-soft);
    font: 500 12px / 16px var(--s2s-sans);
  }
  .plain .words {
    text-align: start;
  }
  .draws span {
    display: inline-block;
    min-width: 3ch;
    margin-inline-end: 8px;
  }
  .draws svg {
    vertical-align: -1px;
  }
  .rail {
    fill: none;
    stroke: var(--s2s-line-strong);
  }
  .kept {
    fill: var(--s2s-ink);
  }

  .status {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
    min-height: 36px;
    color: var(--s2s-ink-soft);
    font-size: 13px;
  }
  .settings .status {
    margin-top: 20px;
  }
  progress {
    width: 120px;
    height: 8px;
    accent-color: var(--s2s-accent);
  }
  .note {
    margin-bottom: 12px;
    overflow-wrap: anywhere;
  }
  .claim {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 340px;
    gap: 16px 32px;
    align-items: start;
  }
  .claim .settings {
    margin: 12px 0 4px;
  }
  .verdict {
    margin-top: 4px;
  }
  .seeds {
    display: block;
    max-width: 100%;
    height: auto;
    direction: ltr;
  }
  .seeds .grid {
    stroke: var(--s2s-line);
  }
  .seeds text {
    fill: var(--s2s-ink-soft);
    font: 400 12px / 16px var(--s2s-sans);
  }
  .seeds .side {
    fill: var(--s2s-ink);
    font-weight: 500;
  }
  .seed line {
    stroke: var(--s2s-ink-soft);
    opacity: 0.6;
  }
  .seed circle {
    fill: var(--s2s-surface);
    stroke: var(--s2s-s);
    stroke-width: 1.5px;
  }
  .seed .filled {
    fill: var(--s2s-h);
    stroke: var(--s2s-h);
  }
  .mean line {
    stroke: var(--s2s-ink);
    stroke-width: 3px;
  }
  .seeds .mean text {
    fill: var(--s2s-ink);
    font: 600 13px / 16px var(--s2s-mono);
  }

  @container (max-width: 820px) {
    .strips,
    .charts,
    .claim {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @container (max-width: 640px) {
    .section {
      padding-inline: 16px;
    }
    .settings s2s-part-field {
      flex: 1 1 96px;
    }
    .settings .target {
      flex-basis: 100%;
    }
    .settings .refused,
    .settings .train {
      flex-basis: 100%;
    }
    .settings .status {
      margin-top: 0;
    }
    .marker output {
      flex-basis: 100%;
      min-width: 0;
    }
    .plain :is(th, td) {
      padding-inline-end: 12px;
    }
  }
  @media print {
    .settings button,
    .marker input {
      display: none;
    }
  }
`;
