import { css } from 'lit';

export const checkStyles = css`
  /* As high as what stands beside it. */
  .root,
  .frame {
    height: 100%;
  }
  .frame {
    padding: 20px 24px 24px;
  }
  .kind {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 4px 16px;
    color: var(--s2s-accent);
    font: 600 13px / 20px var(--s2s-sans);
  }
  .kind .soft {
    font-weight: 400;
  }
  h3 {
    margin: 4px 0 8px;
    font: 600 21px / 28px var(--s2s-serif);
    text-wrap: balance;
  }
  .question {
    max-width: 62ch;
    font: 400 16px / 26px var(--s2s-serif);
    text-wrap: pretty;
  }
  .waiting {
    min-height: 132px;
    color: var(--s2s-ink-soft);
  }
  .waiting button {
    margin-top: 12px;
  }
  form {
    min-width: 0;
    margin-top: 20px;
  }
  @container (min-width: 720px) {
    .beside {
      display: grid;
      grid-template: 'question figures' auto 'answer figures' 1fr / minmax(0, 640px) minmax(0, max-content);
      justify-content: start; /* together, however wide the page */
      column-gap: 48px;
    }
    .beside .question {
      grid-area: question;
    }
    .beside form {
      grid-area: answer;
    }
    .beside .figures {
      grid-area: figures;
      flex-direction: column;
      max-width: 420px;
      margin-top: 0;
    }
  }

  .options {
    display: grid;
    gap: 6px;
    justify-items: start;
  }
  .options.short {
    display: flex;
    flex-wrap: wrap;
  }
  .option {
    display: flex;
    align-items: flex-start;
    gap: 10px;
    max-width: 100%;
    padding: 7px 14px 7px 12px;
    border: 1px solid var(--s2s-line);
    border-radius: 8px;
    font: 400 15px / 22px var(--s2s-sans);
    cursor: pointer;
    overflow-wrap: anywhere;
  }
  .option:hover:not(:has(:disabled)) {
    border-color: var(--s2s-line-strong);
  }
  .option:has(:checked) {
    border-color: var(--s2s-accent);
    background: color-mix(in oklab, var(--s2s-accent) 9%, transparent);
  }
  .option:has(:focus-visible) {
    outline: 2px solid var(--s2s-focus);
    outline-offset: 2px;
  }
  .option:has(:disabled) {
    cursor: default;
  }
  .option:has(:checked:disabled) {
    font-weight: 600;
  }
  .option input {
    flex: none;
    width: 16px;
    height: 16px;
    margin: 3px 0;
    accent-color: var(--s2s-accent);
    outline: none;
  }

  .label {
    margin-bottom: 6px;
  }
  .line {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 12px;
    font-size: 13px;
  }
  :is(input.number, select, textarea) {
    min-width: 0;
    max-width: 100%;
    height: 36px;
    padding: 0 10px;
    border: 1px solid var(--s2s-line-strong);
    border-radius: 8px;
    background: var(--s2s-surface);
    color: var(--s2s-ink);
    font: 400 15px / 20px var(--s2s-mono);
  }
  :is(input.number, select, textarea):hover:not(:disabled) {
    border-color: var(--s2s-ink);
  }
  input[aria-invalid] {
    border-color: var(--s2s-wrong);
    background: var(--s2s-wrong-wash);
  }
  :is(input.number, select, textarea):disabled {
    border-color: var(--s2s-line);
    background: var(--s2s-sunken);
    opacity: 1;
  }
  ::placeholder {
    color: var(--s2s-ink-soft);
    opacity: 1;
  }
  .typed,
  .gap {
    display: block;
  }
  .gap {
    font: 400 16px / 36px var(--s2s-serif);
  }
  .gap input {
    margin: 0 4px;
  }
  textarea {
    display: block;
    width: 100%;
    max-width: 62ch;
    height: auto;
    padding: 8px 10px;
    font: 400 15px / 24px var(--s2s-serif);
    resize: vertical;
  }
  select {
    flex: 0 1 auto;
    padding-inline-end: 4px;
    font-family: var(--s2s-sans);
    font-size: 14px;
  }
  .matching {
    display: grid;
    gap: 8px;
    justify-items: start;
  }
  .matching .label {
    margin: 0;
  }
  .pair {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, auto);
    align-items: center;
    gap: 4px 16px;
    width: 100%;
    max-width: 640px;
    font-size: 14px;
  }

  .order {
    display: grid;
    gap: 6px;
    max-width: 560px;
    margin: 0;
    padding: 0;
    list-style: none;
    counter-reset: place;
  }
  .order li {
    display: flex;
    align-items: center;
    gap: 12px;
    min-height: 44px;
    padding: 4px 6px 4px 14px;
    border: 1px solid var(--s2s-line);
    border-radius: 8px;
    font-size: 14px;
    counter-increment: place;
  }
  .order li::before {
    color: var(--s2s-ink-soft);
    font: 400 13px / 20px var(--s2s-mono);
    content: counter(place);
  }
  .order .what {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .moves {
    display: flex;
    gap: 4px;
  }
  .move {
    width: 34px;
    min-height: 34px;
    padding: 0;
  }

  .buttons {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    margin-top: 16px;
  }
  .buttons s2s-part-export-menu {
    margin-inline-start: auto;
  }
  .missing {
    margin-top: 8px;
    color: var(--s2s-wrong);
    font-size: 13px;
  }
  .verdict {
    max-width: 68ch;
    margin-top: 16px;
    padding: 10px 16px;
    border-inline-start: 4px solid var(--s2s-line-strong);
    border-radius: 4px;
    background: var(--s2s-sunken);
    font: 400 15px / 24px var(--s2s-serif);
    overflow-wrap: anywhere;
  }
  .verdict.right {
    border-color: var(--s2s-accent);
    background: color-mix(in oklab, var(--s2s-accent) 9%, var(--s2s-surface));
  }
  .verdict.wrong {
    border-color: var(--s2s-wrong);
    background: var(--s2s-wrong-wash);
  }
  .verdict strong {
    font-family: var(--s2s-sans);
    font-size: 14px;
  }
  .verdict .next {
    margin-top: 4px;
    color: var(--s2s-ink-soft);
    font: 400 13px / 20px var(--s2s-sans);
  }
  .verdict:focus {
    outline: none;
  }
  .verdict:focus-visible {
    outline: 2px solid var(--s2s-focus);
  }
  .ran {
    margin-top: 20px;
    padding-top: 16px;
    border-top: 1px solid var(--s2s-line);
  }
  .ran > .ran-title {
    color: var(--s2s-ink);
    font: 600 13px / 20px var(--s2s-sans);
  }
  .ran .figures {
    margin-top: 8px;
  }
  .model {
    max-width: 62ch;
    margin-top: 16px;
    font: 400 16px / 26px var(--s2s-serif);
  }
  .model .label,
  .said .label {
    margin-bottom: 2px;
  }
  .said {
    max-width: 62ch;
    margin-top: 12px;
    font: italic 400 15px / 24px var(--s2s-serif);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .points {
    margin-top: 16px;
  }
  @media (prefers-reduced-motion: no-preference) {
    .verdict,
    .ran,
    .model {
      animation: arrive 240ms ease-out;
    }
  }
  @keyframes arrive {
    from {
      opacity: 0.2;
      transform: translateY(4px);
    }
  }
  @media (pointer: coarse) {
    :is(input.number, select) {
      height: 44px;
      font-size: 16px;
    }
    .move {
      width: 44px;
      min-height: 44px;
    }
    .option {
      padding-block: 10px;
    }
  }
  @container (max-width: 640px) {
    .frame {
      padding: 16px;
    }
    .options,
    .options:not(.short) .option {
      width: 100%;
    }
    .pair {
      grid-template-columns: minmax(0, 1fr);
    }
    .pair select {
      width: 100%;
    }
    .buttons .primary {
      flex: 1 0 auto;
    }
  }
  @media print {
    .buttons {
      display: none;
    }
  }
`;
