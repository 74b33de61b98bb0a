import { css } from 'lit';

export const mapStyles = css`
  .space {
    min-height: 640px;
  }
  .map {
    display: block;
    max-width: 100%;
    margin-inline: auto;
    overflow: visible;
    touch-action: manipulation;
    direction: ltr; /* data flows the same way in every language */
  }
  .part {
    fill: var(--s2s-sunken);
    stroke: var(--s2s-line);
  }
  .title {
    fill: var(--s2s-ink);
    font: 600 13px / 16px var(--s2s-sans);
    paint-order: stroke;
    stroke: var(--s2s-sunken);
    stroke-width: 6px;
    stroke-linejoin: round;
  }
  .title .when {
    fill: var(--s2s-ink-soft);
    font-weight: 400;
  }
  .wire,
  .item {
    --colour: var(--s2s-ink);
  }
  .h {
    --colour: var(--s2s-h);
  }
  .s {
    --colour: var(--s2s-s);
  }
  .alpha {
    --colour: var(--s2s-alpha);
  }
  .c {
    --colour: var(--s2s-c);
  }
  .v {
    --colour: var(--s2s-v);
  }
  .wire path {
    fill: none;
    stroke: var(--colour);
  }
  .wire .line {
    stroke-width: 1.75px;
  }
  .wire .touch {
    stroke: transparent;
    stroke-width: 14px;
    cursor: pointer;
  }
  .wire .head {
    fill: var(--colour);
    stroke: none;
  }
  .wire.between .line {
    stroke-dasharray: 3 4;
  }
  .wire.lit .line {
    stroke-width: 3px;
  }
  .wire.flows .line {
    stroke-dasharray: 8 4;
  }
  @media (prefers-reduced-motion: no-preference) {
    .wire.flows .line {
      animation: flow 0.7s linear infinite;
    }
    .wire,
    .item {
      transition: opacity 120ms ease-out;
    }
  }
  @keyframes flow {
    to {
      stroke-dashoffset: -12px;
    }
  }
  .dim {
    opacity: 0.3;
  }
  .item {
    outline: none;
    cursor: pointer;
  }
  .box rect {
    fill: var(--s2s-surface);
    stroke: var(--s2s-line-strong);
    stroke-width: 1.25px;
  }
  .box.plain rect {
    stroke-dasharray: none;
    stroke: var(--s2s-line);
  }
  .box.lit rect {
    stroke: var(--s2s-ink);
  }
  .box.chosen rect {
    stroke: var(--s2s-ink);
    stroke-width: 2.5px;
  }
  .operation {
    fill: var(--s2s-ink);
    font: 600 13px / 16px var(--s2s-sans);
  }
  .module {
    fill: var(--s2s-ink-soft);
    font: 400 11px / 14px var(--s2s-mono);
  }
  .ground {
    fill: transparent;
  }
  .tensor.chosen .ground {
    fill: var(--s2s-surface);
    stroke: var(--colour);
    stroke-width: 1.5px;
  }
  .block {
    fill: color-mix(in oklab, var(--colour) 35%, var(--s2s-sunken));
    stroke: var(--colour);
    stroke-width: 1px;
  }
  .symbol {
    fill: var(--colour);
    font: italic 600 15px / 16px var(--s2s-serif);
  }
  .symbol .down {
    font-size: 11px;
  }
  .torch {
    fill: var(--s2s-ink-soft);
    font: 400 11px / 14px var(--s2s-mono);
  }
  .shape {
    fill: var(--s2s-ink);
    font: 500 12px / 14px var(--s2s-mono);
    font-variant-numeric: tabular-nums;
  }
  .item:focus-visible rect:first-of-type {
    stroke: var(--s2s-focus);
    stroke-width: 3px;
  }
  @media (forced-colors: active) {
    .dim {
      opacity: 0.6;
    }
    .item text {
      fill: CanvasText;
    }
  }
`;
