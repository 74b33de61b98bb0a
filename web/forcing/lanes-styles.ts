import { css } from 'lit';

// The lanes' rows have one height, so that the wires from cell to cell can be drawn in their shares.
export const lanesStyles = css`
  .stage {
    display: flex;
    flex-wrap: wrap;
    gap: 0 56px;
    padding: 12px 24px 16px;
  }
  .stage .thoughts {
    flex: 1 1 320px;
    max-width: 440px;
    padding-top: 8px;
  }
  .stage .thoughts h3 {
    margin-bottom: 12px;
  }
  .lanes {
    padding-bottom: 20px; /* for the notes under the last row */
  }
  .two-lanes {
    border-collapse: collapse;
    font: 400 13px / 16px var(--s2s-sans);
  }
  .two-lanes th[scope='row'] {
    position: sticky;
    inset-inline-start: 0;
    z-index: 2;
    padding: 0 16px 0 0;
    background: var(--s2s-surface);
    font-weight: 600;
    text-align: start;
    white-space: nowrap;
  }
  .two-lanes th[scope='row'] span {
    color: var(--s2s-ink-soft);
    font-weight: 400;
  }
  .two-lanes .row-head {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 8px;
  }
  .two-lanes th var {
    white-space: nowrap;
  }
  .row-head b {
    color: var(--s2s-ink);
    font-weight: 600;
  }
  .two-lanes .predicted th[scope='row'] {
    text-align: end;
  }
  .two-lanes thead th {
    padding: 0 0 4px;
    vertical-align: bottom;
  }
  .two-lanes td {
    position: relative;
    min-width: 104px;
    height: 48px;
    padding: 0 4px;
    text-align: center;
    vertical-align: middle;
  }
  .two-lanes .apart :is(td, th) {
    height: 72px;
    vertical-align: middle;
  }
  .two-lanes td.looked {
    background: color-mix(in oklab, var(--s2s-ink) 5%, transparent);
  }
  .two-lanes thead .looked .pick {
    background: color-mix(in oklab, var(--s2s-ink) 9%, transparent);
    color: var(--s2s-ink);
  }
  tr:is(.forced, .apart, .free) td.parting {
    border-inline-start: 2px dashed var(--s2s-wrong);
  }
  .flag {
    display: block;
    width: 0; /* it makes its column no wider: the wires go from middle to middle */
    min-width: 100%;
    min-height: 16px;
    white-space: normal;
    text-wrap: balance;
    color: var(--s2s-wrong);
    font-weight: 500;
    font-size: 12px;
  }
  .pick {
    display: inline-block;
    padding: 4px 10px;
    border-radius: 6px;
    color: var(--s2s-ink-soft);
    font-weight: 500;
    white-space: nowrap;
    cursor: pointer;
  }
  .pick:has(input:checked) {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .pick:has(input:focus-visible) {
    outline: 2px solid var(--s2s-focus);
  }
  .pick input {
    position: absolute;
    opacity: 0;
    pointer-events: none;
  }

  /* From cell to cell: what is fed on. */
  .wire {
    position: absolute;
    inset-inline-start: -50%;
    width: 100%;
    height: 100%;
    overflow: visible;
    pointer-events: none;
  }
  .wire:dir(rtl) {
    transform: scaleX(-1);
  }
  .wire.down {
    top: -50%;
  }
  .wire.up {
    top: 50%;
  }
  .wire path {
    fill: none;
    stroke: var(--s2s-line-strong);
    stroke-width: 1.5px;
    vector-effect: non-scaling-stroke;
  }
  .wire.cut path {
    stroke-dasharray: 2 5;
    opacity: 0.7;
  }
  .predicted td::before {
    content: '';
    position: absolute;
    top: -50%;
    bottom: 50%;
    left: calc(50% - 0.75px);
    border-left: 1.5px solid var(--s2s-line-strong);
  }
  .feed,
  .said,
  .target .token {
    position: relative;
    z-index: 1;
  }
  .tip {
    position: absolute;
    inset-inline-end: 100%;
    top: 50%;
    margin-top: -4px;
    border-block: 4px solid transparent;
    border-inline-start: 6px solid var(--s2s-line-strong);
  }
  .feed,
  .said {
    display: inline-flex;
    align-items: center;
    justify-content: center;
  }
  .chip {
    position: relative;
    display: inline-block;
  }
  .chip:has(select)::after {
    content: '';
    position: absolute;
    inset-inline-end: 3px;
    bottom: 3px;
    border: 3px solid transparent;
    border-inline-end-color: currentColor;
    border-bottom-color: currentColor;
    color: var(--s2s-ink-soft);
    opacity: 0.8;
    pointer-events: none;
  }
  .chip:has(.true)::after {
    color: var(--s2s-surface);
  }
  .chip select {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    opacity: 0;
    cursor: pointer;
    font-size: 16px;
  }
  .chip select option {
    background: var(--s2s-surface);
    color: var(--s2s-ink);
  }
  .chip:hover .token {
    border-color: var(--s2s-accent);
    box-shadow: 0 0 0 2px color-mix(in oklab, var(--s2s-accent) 35%, transparent);
  }
  .chip:has(select:focus-visible) .token {
    outline: 2px solid var(--s2s-focus);
    outline-offset: 2px;
  }
  .token {
    display: inline-block;
    min-width: 36px;
    max-width: 112px;
    padding: 5px 10px;
    border: 1.5px solid var(--s2s-ink);
    border-radius: 6px;
    overflow: hidden;
    background: var(--s2s-surface);
    color: var(--s2s-ink);
    font: 600 13px / 16px var(--s2s-mono);
    text-align: center;
    text-overflow: ellipsis;
    vertical-align: middle;
    white-space: pre;
  }
  .token.true {
    background: var(--s2s-ink);
    color: var(--s2s-surface);
  }
  .token.given {
    border: 2px dashed var(--s2s-accent);
    color: var(--s2s-accent);
  }
  .token.wrong {
    border-color: var(--s2s-wrong);
    border-bottom-style: double;
    border-bottom-width: 4px;
    color: var(--s2s-wrong);
  }
  .token.small {
    min-width: 22px;
    padding: 1px 6px;
    border-width: 1px;
    border-radius: 4px;
    font-size: 12px;
    line-height: 16px;
  }
  .sign {
    position: absolute;
    inset-inline-start: calc(100% + 4px);
    color: var(--s2s-wrong);
    font-weight: 600;
  }
  .note {
    position: absolute;
    top: calc(100% + 1px);
    left: 50%;
    transform: translateX(-50%);
    padding: 0 3px;
    background: var(--s2s-surface);
    color: var(--s2s-accent);
    font-size: 11px;
    line-height: 12px;
    white-space: nowrap;
  }
  .gap {
    display: inline-flex;
    flex-direction: column;
    align-items: center;
    gap: 4px;
    font-size: 12px;
  }
  .gap rect {
    fill: var(--s2s-s);
  }
  .gap path {
    stroke: var(--s2s-s);
  }
  td.after .token {
    border-style: dotted;
    border-color: var(--s2s-ink-soft);
    background: var(--s2s-surface);
    color: var(--s2s-ink-soft);
    font-weight: 400;
  }
  td.after .sign,
  td.after .number {
    color: var(--s2s-ink-soft);
  }
  td.after .gap rect {
    fill: var(--s2s-line-strong);
  }

  @container (max-width: 640px) {
    .stage {
      padding-inline: 16px;
    }
    .two-lanes td {
      min-width: 72px;
    }
    .two-lanes th[scope='row'] {
      max-width: 88px;
      padding-inline-end: 8px;
      font-size: 12px;
      white-space: normal;
    }
    .token {
      min-width: 30px;
      max-width: 64px;
      padding: 5px 7px;
    }
    .sign {
      inset-inline-start: calc(100% + 1px);
    }
  }
`;
