import { css } from 'lit';

export const shapesStyles = css`
  .v {
    color: var(--s2s-v);
  }
  sub {
    font-size: 0.75em;
    line-height: 1;
  }
  h4 {
    margin: 0;
    font: 600 13px / 20px var(--s2s-sans);
  }

  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 24px;
    padding: 16px 24px 0;
  }
  .presets {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }
  .presets button {
    min-height: 32px;
    font-size: 13px;
  }
  button[aria-pressed='true'] {
    border-color: var(--s2s-accent);
    box-shadow: inset 0 0 0 1px var(--s2s-accent);
  }
  .sizes {
    display: grid;
    grid-template-columns: repeat(6, minmax(0, 1fr));
    gap: 12px 20px;
    padding: 12px 24px 16px;
  }
  .size {
    min-width: 0;
  }
  .size input[type='range'] {
    display: block;
    width: 100%;
    height: 24px;
    margin: 4px 0 0;
    accent-color: var(--s2s-accent);
    cursor: pointer;
  }
  @media (pointer: coarse) {
    .size input[type='range'] {
      height: 44px;
    }
  }

  .stage {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    padding: 16px 24px;
    border-top: 1px solid var(--s2s-line);
  }
  .waiting {
    opacity: 0.6;
  }
  .inspector {
    min-width: 0;
    min-height: 112px;
    font-size: 13px;
    line-height: 20px;
  }
  .inspector.idle {
    color: var(--s2s-ink-soft);
  }
  .inspector p + p,
  .inspector .equation {
    margin-top: 8px;
  }
  .inspector h3 {
    font-size: 15px;
    line-height: 24px;
  }
  .inspector .symbol {
    font: italic 600 18px / 24px var(--s2s-serif);
  }
  .equation {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    overflow-wrap: anywhere;
  }
  .axes {
    margin: 4px 0 0;
    padding: 0;
    color: var(--s2s-ink-soft);
    list-style: none;
  }
  .axes .number {
    display: inline-block;
    min-width: 4ch;
    color: var(--s2s-ink);
  }
  dl {
    margin: 12px 0 0;
  }
  dl > div {
    margin-top: 6px;
  }
  dt {
    color: var(--s2s-ink-soft);
    font: 500 12px / 16px var(--s2s-sans);
  }
  dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .weight {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 8px;
    font-size: 12px;
  }

  .panels:not(:has(*)) {
    display: none;
  }
  .panels {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    border-top: 1px solid var(--s2s-line);
  }
  .panel {
    min-width: 0;
    padding: 20px 24px 24px;
  }
  .panel + .panel {
    border-inline-start: 1px solid var(--s2s-line);
  }
  .panel h4 {
    margin-top: 8px;
  }
  .total .number {
    font-size: 24px;
    line-height: 32px;
  }
  .bars {
    display: grid;
    gap: 6px;
    margin: 4px 0 12px;
  }
  .bar {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0 12px;
    font-size: 13px;
    line-height: 20px;
  }
  .formula {
    color: var(--s2s-ink-soft);
    font: italic 400 13px / 20px var(--s2s-serif);
    white-space: nowrap;
  }
  .bar-value {
    text-align: end;
  }
  .track {
    grid-column: 1 / -1;
    display: block;
    width: 100%;
    height: 6px;
    border-radius: 3px;
    background: var(--s2s-sunken);
  }
  .fill {
    fill: currentColor;
  }
  @media (prefers-reduced-motion: no-preference) {
    .fill {
      transition: width 160ms ease-out;
    }
  }
  @media (forced-colors: active) {
    .fill {
      fill: CanvasText;
    }
  }
  .panel .soft {
    font-size: 13px;
  }
  .cost .soft {
    margin-top: 4px;
  }
  .claim {
    margin-top: 16px;
    padding: 12px 16px;
    border: 1px solid var(--s2s-line);
    border-radius: 8px;
    background: var(--s2s-sunken);
  }
  .claim h4 {
    margin-top: 0;
  }
  .claim .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin: 8px 0;
  }
  .verdict {
    min-height: 40px;
  }
  .tables {
    padding: 4px 24px 16px;
    border-top: 1px solid var(--s2s-line);
  }

  @container (min-width: 1040px) {
    .stage {
      grid-template-columns: minmax(0, 1fr) 248px;
      gap: 24px;
    }
    .inspector {
      position: sticky;
      top: 16px;
      align-self: start;
    }
  }
  @container (max-width: 860px) {
    .sizes {
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
    .panels {
      grid-template-columns: minmax(0, 1fr);
    }
    .panel + .panel {
      border-inline-start: 0;
      border-top: 1px solid var(--s2s-line);
    }
  }
  @container (max-width: 640px) {
    .head,
    .sizes,
    .stage,
    .panel,
    .tables {
      padding-inline: 16px;
    }
    .sizes {
      gap: 12px;
    }
    .refused {
      grid-column: 1 / -1;
    }
    /* The picture is long here: what is followed stays in sight. */
    .inspector:not(.idle) {
      position: sticky;
      bottom: 0;
      z-index: 1;
      max-height: 45vh;
      margin: 0 -16px;
      padding: 8px 16px;
      border-top: 1px solid var(--s2s-line);
      background: var(--s2s-surface);
      overflow-y: auto;
    }
  }
  @media print {
    .size input[type='range'],
    .presets,
    .claim .buttons {
      display: none;
    }
  }
`;
