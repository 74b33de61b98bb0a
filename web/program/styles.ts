import { css } from 'lit';

// A 4 px grid. Two columns where the element itself is wide enough, whatever the window is.
export const programStyles = css`
  .openers {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    padding: 16px 24px;
    border-top: 1px solid var(--s2s-line);
  }
  .openers button {
    white-space: normal;
  }
  .toolbar {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-end;
    gap: 12px 32px;
    padding: 16px 24px;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .buttons:not(:has(button)) {
    display: none;
  }
  .play {
    min-width: 124px;
  }
  .readings {
    display: flex;
    flex: 1;
    flex-wrap: wrap;
    align-items: flex-end;
    gap: 8px 24px;
    margin: 0;
  }
  dt {
    color: var(--s2s-ink-soft);
    font: 500 12px / 16px var(--s2s-sans);
  }
  dd {
    margin: 0;
    white-space: nowrap;
  }
  .readings .number {
    font-size: 18px;
    line-height: 24px;
  }
  .readings .epoch {
    display: inline-block;
    min-width: 3ch;
    text-align: end;
  }
  .readings .loss {
    min-width: 6ch;
  }
  small {
    color: var(--s2s-ink-soft);
    font-size: 13px;
  }
  .badge {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    height: 24px;
    color: var(--s2s-ink-soft);
    font-size: 13px;
  }
  .badge::before {
    content: '';
    width: 8px;
    height: 8px;
    border: 2px solid var(--s2s-ink-soft);
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
    border-color: var(--s2s-ink);
    background: var(--s2s-ink);
  }
  .badge.failed {
    color: var(--s2s-wrong);
  }
  .badge.failed::before {
    border-color: var(--s2s-wrong);
    border-radius: 0;
    background: var(--s2s-wrong);
  }
  @media (prefers-reduced-motion: no-preference) {
    .badge.running::before {
      animation: breathe 1.6s ease-in-out infinite;
    }
  }
  @keyframes breathe {
    50% {
      opacity: 0.35;
    }
  }

  .settings {
    display: grid;
    grid-template-columns: 168px 88px 128px auto minmax(0, 1fr);
    gap: 12px 16px;
    align-items: start;
    padding: 0 24px 16px;
  }
  .explain {
    padding-top: 19px;
    font-size: 13px;
    line-height: 18px;
  }
  .explain .soft {
    color: var(--s2s-ink-soft);
  }
  .corpus {
    padding: 0 24px 16px;
    color: var(--s2s-ink-soft);
    font-size: 13px;
    line-height: 20px;
  }

  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1.2fr); /* the text's longest lines, whole */
    border-top: 1px solid var(--s2s-line);
  }
  .figures {
    min-width: 0;
    padding: 8px 24px 24px;
  }
  /* Without the program beside them the figures take its room. */
  .columns.alone {
    display: block;
  }
  .alone .figures {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr));
    align-items: start;
    column-gap: 32px;
  }
  .figure {
    min-width: 0;
    padding-top: 16px;
  }
  .figure + .figure {
    margin-top: 8px;
  }
  .alone .figure + .figure {
    margin-top: 0;
  }
  .figure h3 {
    margin-bottom: 8px;
  }
  .program {
    min-width: 0;
    padding: 20px 24px 24px;
    border-inline-start: 1px solid var(--s2s-line);
  }
  .scrubber {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 8px;
    margin-top: 4px;
  }
  .scrubber .label {
    min-width: 64px;
  }
  .scrubber input {
    flex: 1;
    min-width: 120px;
    height: 24px;
    margin: 0;
    accent-color: var(--s2s-accent);
    cursor: pointer;
  }

  @container (max-width: 1000px) {
    .settings {
      grid-template-columns: 168px 88px 128px minmax(0, 1fr);
    }
    .explain {
      grid-column: 1 / -1;
    }
    .explain {
      padding-top: 0;
    }
  }
  @container (max-width: 720px) {
    .settings {
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
    .regime {
      grid-column: 1 / -1;
    }
  }
  @container (max-width: 860px) {
    .columns {
      grid-template-columns: minmax(0, 1fr);
    }
    .program {
      border-inline-start: 0;
      border-top: 1px solid var(--s2s-line);
    }
  }
  @container (max-width: 640px) {
    .toolbar,
    .settings,
    .corpus {
      padding-inline: 16px;
    }
    .refused {
      grid-column: 1 / -1; /* a third of a phone is too narrow for a sentence */
    }
    .figures,
    .program {
      padding-inline: 16px;
    }
    .play {
      flex: 1;
    }
    .buttons,
    .readings {
      flex: 1 0 100%;
    }
    .phase {
      margin-inline-start: auto;
    }
  }
  @media print {
    .openers,
    .buttons,
    .pace,
    .scrubber {
      display: none;
    }
    .columns {
      display: block;
    }
  }
`;
