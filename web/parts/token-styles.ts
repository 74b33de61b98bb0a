import { css } from 'lit';

/** True tokens are filled, predicted ones outlined; a sign beside one says that it is not the target. */
export const tokenStyles = css`
  .token {
    display: inline-block;
    min-width: 28px;
    padding: 3px 7px;
    border: 1.5px solid var(--s2s-ink);
    border-radius: 6px;
    font: 600 13px / 16px var(--s2s-mono);
    text-align: center;
    white-space: pre;
  }
  .token.true {
    background: var(--s2s-ink);
    color: var(--s2s-surface);
  }
  .token.own {
    background: none;
    color: var(--s2s-ink);
  }
  .sign {
    color: var(--s2s-wrong);
    font-weight: 600;
  }
  @media (forced-colors: active) {
    .token.true {
      forced-color-adjust: none;
      background: CanvasText;
      color: Canvas;
    }
  }
`;
