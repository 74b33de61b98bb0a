// What stands in the place of trouble with a run: what happened, and the ways back from it.
import { html, nothing } from 'lit';
import { type Failure, isEngineFailure } from '../lib/failure';
import { errorPanel, type WayBack } from '../parts/error-panel';
import type { Strings } from '../strings/en';
import type { ProgramView } from './view';

export function trouble({ run, strings, reset }: ProgramView) {
  const { failure } = run;
  if (!failure) return nothing;
  return html`<div class="trouble">${errorPanel(failure, waysBack(failure, run, strings, reset), strings)}</div>`;
}

function waysBack(failure: Failure, run: ProgramView['run'], words: Strings, act: () => void): WayBack[] {
  const reset = { label: words.reset, act };
  if (failure.code === 'not_finite') {
    return [{ label: words.backToGood, act: () => void run.backToGood() }, reset];
  }
  if (run.current !== null && !isEngineFailure(failure)) return [reset];
  const label = failure.code === 'worker_lost' ? words.startEngine : words.tryAgain;
  return [{ label, act: () => void run.restart() }];
}
