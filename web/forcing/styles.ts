import { css } from 'lit';

// A 4 px grid. The lanes' own styles stand in lanes-styles.ts.
export const forcingStyles = css`
  .loading {
    min-height: 320px;
  }
  .weights {
    display: grid;
    grid-template-columns: auto minmax(160px, 1fr) auto;
    gap: 12px 32px;
    align-items: center;
    padding: 16px 24px;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .weights:not(:has(button)) {
    grid-template-columns: minmax(160px, 1fr) auto;
  }
  .buttons:not(:has(button)) {
    display: none;
  }
  .play {
    min-width: 112px;
  }
  .slider input {
    display: block;
    width: 100%;
    height: 24px;
    margin: 0;
    appearance: none;
    background: none;
    cursor: pointer;
  }
  .slider input::-webkit-slider-runnable-track {
    height: 6px;
    border: 1px solid var(--s2s-line-strong);
    border-radius: 4px;
    background: linear-gradient(to right, var(--s2s-accent) var(--reached), var(--s2s-sunken) var(--reached));
  }
  .slider input::-moz-range-track {
    height: 4px;
    border: 1px solid var(--s2s-line-strong);
    border-radius: 4px;
    background: linear-gradient(to right, var(--s2s-accent) var(--reached), var(--s2s-sunken) var(--reached));
  }
  .slider input:dir(rtl)::-webkit-slider-runnable-track {
    background: linear-gradient(to left, var(--s2s-accent) var(--reached), var(--s2s-sunken) var(--reached));
  }
  .slider input::-webkit-slider-thumb {
    width: 20px;
    height: 20px;
    margin-top: -8px;
    appearance: none;
    border: 2px solid var(--s2s-surface);
    border-radius: 50%;
    background: var(--s2s-ink);
    box-shadow: 0 0 0 1px var(--s2s-ink);
  }
  .slider input::-moz-range-thumb {
    width: 16px;
    height: 16px;
    border: 2px solid var(--s2s-surface);
    border-radius: 50%;
    background: var(--s2s-ink);
    box-shadow: 0 0 0 1px var(--s2s-ink);
  }
  .ends {
    display: flex;
    justify-content: space-between;
    color: var(--s2s-ink-soft);
    font-size: 12px;
    line-height: 16px;
  }
  .place {
    font-variant-numeric: tabular-nums;
  }
  .where {
    display: flex;
    flex-direction: column;
    min-width: 168px;
    font-size: 13px;
    text-align: end;
  }
  .badge {
    color: var(--s2s-ink-soft);
  }
  .badge::before {
    content: '';
    display: inline-block;
    width: 8px;
    height: 8px;
    margin-inline-end: 8px;
    border: 2px solid currentColor;
    border-radius: 50%;
  }
  .badge.running {
    color: var(--s2s-ink);
  }
  .badge.running::before {
    border-color: var(--s2s-accent);
    background: var(--s2s-accent);
  }
  .badge.finished::before {
    background: currentColor;
  }
  .badge.failed {
    color: var(--s2s-wrong);
  }
  .badge.failed::before {
    border-radius: 0;
    background: currentColor;
  }
  .settings {
    display: flex;
    flex-wrap: wrap;
    gap: 12px 16px;
    padding: 0 24px 16px;
  }
  .settings s2s-part-field {
    width: 84px;
  }
  .pair {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 12px;
    padding: 16px 24px 0;
    border-top: 1px solid var(--s2s-line);
  }
  .pair s2s-part-field {
    width: 168px;
  }
  .pair .to {
    margin-top: 28px;
    color: var(--s2s-ink-soft);
  }
  .drawn {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-top: 20px;
  }

  .switch {
    min-height: 28px;
  }
  .outcome {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: 8px 24px;
    align-items: center;
    padding: 12px 24px;
    border-block: 1px solid var(--s2s-line);
    background: var(--s2s-sunken);
  }
  .outcome .cascade {
    grid-column: 1 / 3;
    font-size: 13px;
  }
  @media (prefers-reduced-motion: no-preference) {
    .gap rect {
      transition:
        y 120ms linear,
        height 120ms linear;
    }
  }
  .key {
    padding: 8px 24px 0;
    color: var(--s2s-ink-soft);
    font-size: 12px;
    line-height: 16px;
  }

  .below {
    display: grid;
    grid-template-columns: minmax(0, 2fr) minmax(0, 3fr);
    gap: 24px 48px;
    padding: 20px 24px 24px;
  }
  .below.one {
    grid-template-columns: minmax(0, 1fr);
  }
  .below h3 {
    margin-bottom: 12px;
  }
  .both {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 24px;
  }
  .likely {
    width: 100%;
    border-collapse: collapse;
  }
  .likely caption {
    padding-bottom: 4px;
    color: var(--s2s-ink-soft);
    font-size: 13px;
    text-align: start;
  }
  .likely th {
    width: 64px;
    max-width: 96px;
    padding: 0 8px 0 0;
    overflow: hidden;
    font: 500 13px / 24px var(--s2s-mono);
    text-align: start;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .likely .first th {
    font-weight: 700;
  }
  .is-target {
    margin-inline-start: 4px;
    font-size: 8px;
    vertical-align: 2px;
  }
  .likely td {
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 0;
  }
  .share {
    flex: 1;
    width: 0;
    min-width: 8px;
    height: 10px;
    background: var(--s2s-sunken);
  }
  .share:dir(rtl) {
    transform: scaleX(-1);
  }
  .share rect {
    fill: var(--s2s-ink-soft);
  }
  .first .share rect {
    fill: var(--s2s-ink);
  }
  .likely .number {
    font-size: 13px;
    line-height: 24px;
  }
  .overall {
    margin-bottom: 8px;
    font-size: 13px;
  }
  .to-reverse {
    margin-top: 12px;
  }

  @container (max-width: 760px) {
    .weights {
      grid-template-columns: auto minmax(0, 1fr);
    }
    .slider {
      grid-column: 1 / 3;
      grid-row: 2;
    }
    .below {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @container (max-width: 640px) {
    .weights,
    .settings,
    .pair,
    .key,
    .outcome,
    .below {
      padding-inline: 16px;
    }
    .where {
      flex-direction: row;
      grid-column: 1 / 3;
      justify-content: space-between;
      min-width: 0;
      text-align: start;
    }
    .outcome {
      grid-template-columns: minmax(0, 1fr);
    }
    .outcome .cascade {
      grid-column: 1;
    }
    .pair s2s-part-field {
      flex: 1;
      width: auto;
      min-width: 96px;
    }
    .both {
      gap: 12px;
    }
    .likely th {
      width: 48px;
    }
  }
  @media (forced-colors: active) {
    .token.true {
      forced-color-adjust: none;
      background: CanvasText;
      color: Canvas;
    }
    .share rect,
    .gap rect {
      fill: CanvasText;
    }
  }
  @media print {
    .buttons,
    .settings,
    .drawn,
    .take-back {
      display: none;
    }
    .scroll {
      overflow: visible;
    }
  }
`;
