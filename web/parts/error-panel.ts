// What stands in place of trouble: what happened, the engine's own sentence, and the ways back.
import { css, html } from 'lit';
import { type Failure, standing } from '../lib/failure';
import type { Strings } from '../strings/en';

export interface WayBack {
  label: string;
  act: () => void;
}

export function errorPanel(failure: Failure, ways: readonly WayBack[], strings: Strings) {
  const words = strings.failure(failure);
  return html`<div class="failure" role="alert">
    <p class="failure-title">${words.title}</p>
    <p>${words.text}</p>
    <p class="failure-cause">${standing(failure.message)}</p>
    <p class="failure-ways">
      ${ways.map((way, index) => html`<button type="button" class=${index === 0 ? 'primary' : ''} @click=${way.act}>${way.label}</button>`)}
    </p>
  </div>`;
}

export const errorPanelStyles = css`
  .failure {
    padding: 16px;
    border: 1px solid var(--s2s-wrong);
    border-inline-start-width: 6px;
    border-radius: 8px;
    background: var(--s2s-wrong-wash);
  }
  .failure-title {
    font-weight: 600;
  }
  .failure-cause {
    margin-top: 4px;
    color: var(--s2s-ink-soft);
    font: 400 13px / 20px var(--s2s-mono);
    overflow-wrap: anywhere;
  }
  .failure-ways {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-top: 12px;
  }
`;
