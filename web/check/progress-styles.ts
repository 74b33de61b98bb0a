import { css } from 'lit';

export const progressStyles = css`
  .frame {
    padding: 20px 24px;
  }
  h3 {
    font: 600 21px / 28px var(--s2s-serif);
  }
  .summary {
    margin-top: 4px;
    font: 400 16px / 26px var(--s2s-serif);
  }
  .parts {
    margin-top: 16px;
    columns: 300px 2;
    column-gap: 40px;
  }
  .part {
    margin-bottom: 16px;
    break-inside: avoid;
  }
  h4 {
    display: flex;
    justify-content: space-between;
    gap: 16px;
    margin: 0 0 4px;
    padding-bottom: 4px;
    border-bottom: 1px solid var(--s2s-line);
    font: 600 13px / 20px var(--s2s-sans);
  }
  h4 .soft {
    font-weight: 400;
  }
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  li {
    display: flex;
    gap: 8px;
    padding: 2px 0;
    font-size: 14px;
    line-height: 20px;
  }
  .mark {
    flex: none;
    width: 26px;
    color: var(--s2s-ink-soft);
    text-align: center;
  }
  .mark.good {
    color: var(--s2s-accent);
    font-weight: 700;
  }
  a {
    color: inherit;
    text-decoration-color: var(--s2s-line-strong);
    text-underline-offset: 3px;
  }
  a:hover {
    text-decoration-color: currentColor;
  }
  .result {
    font-size: 12px;
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 8px 24px;
    margin-top: 8px;
    padding-top: 16px;
    border-top: 1px solid var(--s2s-line);
  }
  .remember {
    display: flex;
    align-items: center;
    gap: 8px;
    font-size: 14px;
    cursor: pointer;
  }
  .remember input {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--s2s-accent);
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .hint {
    flex: 1 0 100%;
    min-height: 16px;
    font-size: 12px;
    line-height: 16px;
  }
  @container (max-width: 640px) {
    .frame {
      padding: 16px;
    }
  }
  @media print {
    .choices {
      display: none;
    }
  }
`;
