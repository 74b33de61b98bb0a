import { css } from 'lit';

export const insideStyles = css`
  :host {
    container-type: inline-size;
  }
  .inside {
    border-top: 1px solid var(--s2s-line);
  }
  sub {
    font-size: 0.75em;
    line-height: 1;
  }
  h4 {
    margin: 20px 0 4px;
    font: 600 13px / 20px var(--s2s-sans);
  }
  small {
    color: var(--s2s-ink-soft);
    font-size: 12px;
    font-weight: 400;
  }
  .math {
    font-family: var(--s2s-serif);
    font-style: italic;
    white-space: nowrap;
  }
  code {
    font: 400 12.5px / 19px var(--s2s-mono);
  }

  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    gap: 12px 24px;
    padding: 16px 24px 0;
  }
  .openers {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .openers button {
    white-space: normal;
  }
  .head s2s-part-export-menu {
    margin-inline-start: auto;
  }
  .hint {
    max-width: 88ch;
    padding: 8px 24px 16px;
    color: var(--s2s-ink-soft);
    font-size: 12px;
    line-height: 16px;
  }
  .panel {
    padding: 16px 24px 24px;
    border-top: 1px solid var(--s2s-line);
  }

  .walk {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 12px 24px;
  }
  ol {
    display: flex;
    flex-wrap: wrap;
    gap: 0;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  ol li {
    display: flex;
    align-items: center;
  }
  ol li + li::before {
    content: '';
    width: 12px;
    border-top: 1px solid var(--s2s-line-strong);
  }
  .stage {
    min-height: 32px;
    padding: 0 10px;
    font-size: 13px;
  }
  .stage .count {
    color: var(--s2s-ink-soft);
    font: 500 12px / 16px var(--s2s-mono);
  }
  .stage[aria-current] {
    border-color: var(--s2s-accent);
    box-shadow: inset 0 -3px 0 var(--s2s-accent);
    font-weight: 600;
  }
  .moves {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }
  .key-hint kbd:nth-of-type(2) {
    margin-inline-start: 8px;
  }
  .key-hint {
    color: var(--s2s-ink-soft);
    font-size: 12px;
  }
  .note,
  .which,
  .waiting {
    margin-top: 12px;
  }
  .which {
    color: var(--s2s-ink-soft);
    font-size: 13px;
  }
  .note {
    padding: 8px 12px;
    border-inline-start: 4px solid var(--s2s-accent);
    background: var(--s2s-sunken);
    overflow-wrap: anywhere;
  }
  .waiting {
    color: var(--s2s-ink-soft);
  }
  .waiting:not(.told) {
    min-height: 120px;
  }
  .text {
    max-width: 72ch;
    margin-top: 8px;
  }

  @container (max-width: 640px) {
    .head,
    .hint,
    .panel {
      padding-inline: 16px;
    }
    .openers,
    .openers button {
      flex: 1 1 100%;
    }
    .openers button {
      justify-content: flex-start;
    }
    .stage {
      padding: 0 7px;
    }
    ol li + li::before {
      width: 5px;
    }
    .moves {
      flex: 1 1 100%;
    }
    .moves button {
      flex: 1;
    }
  }
  @media (pointer: coarse) and (hover: none) {
  .key-hint {
      display: none;
    }
  }
  @media (pointer: coarse) {
    select {
      height: 44px;
      font-size: 16px;
    }
  }
  @media print {
    .openers,
    .moves,
    .choose-weight,
    fieldset {
      display: none;
    }
  }
`;
