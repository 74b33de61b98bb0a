// What a screen reader hears of a run: its turns, and its progress at quarters, sparsely.
import type { TrainingProgress } from '../../wasm/client';
import { fixed } from '../lib/format';
import type { Strings } from '../strings/en';
import type { Phase, Run } from './run';

const progressEvery = 6000; // milliseconds, at least

export class Narrator {
  private spokenAt = 0;
  private quarter = 0;

  /** The sentence for entering a phase; empty where nothing needs saying. */
  entered(phase: Phase, run: Run, { program: { said } }: Strings): string {
    const { history, state, settings } = run;
    const loss = fixed(history.losses.last?.y ?? history.newest?.loss ?? Number.NaN);
    switch (phase) {
      case 'ready':
        return said.ready(loss);
      case 'queued':
        return said.queued;
      case 'running':
        this.spokenAt = performance.now();
        this.quarter = 0;
        return said.running;
      case 'paused':
        return said.paused(state?.epoch ?? 0, loss);
      case 'finished':
        return said.finished(settings.epochs, loss, history.newest?.decoded.join(' ') || said.nothing);
      default:
        return ''; // errors are alerts of their own
    }
  }

  progressed(progress: TrainingProgress, run: Run, strings: Strings): string {
    const quarter = Math.floor((4 * progress.state.epoch) / Math.max(1, run.settings.epochs));
    const now = performance.now();
    const loss = run.history.losses.last;
    if (!loss || progress.state.finished || quarter === this.quarter || now - this.spokenAt < progressEvery) return '';
    this.quarter = quarter;
    this.spokenAt = now;
    return strings.program.said.progress(loss.x, fixed(loss.y));
  }
}
