// Training in slices of a few milliseconds, so that messages are answered in between. Time decides only where a slice
// ends, never a number: any cut into slices gives the same weights.

import type { Snapshot, StepReport } from './protocol';
import type { Session } from './session';

export const sliceMilliseconds = 8;
// A model up to this size is looked at after every epoch; a larger one at most this often, and at the end.
const smallModel = 20_000;
const snapshotEvery = 100;

export interface Slice {
  steps: StepReport[];
  snapshots: Snapshot[];
}

export class Slicer {
  private measured = sliceMilliseconds; // until it is: one step at a time
  private lastSnapshot = Number.NEGATIVE_INFINITY;
  private readonly everyEpoch: boolean;

  constructor(
    private readonly session: Session,
    private remaining: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.everyEpoch = session.parameterCount <= smallModel;
  }

  get done(): boolean {
    return this.remaining <= 0 || this.session.finished;
  }

  /** What a step takes, as far as it is known. */
  get stepMilliseconds(): number {
    return this.measured;
  }

  /** Steps until the configured end, or until those asked for are done. Patience may end the run sooner. */
  get stepsLeft(): number {
    const { configuration, step } = this.session.state();
    const { epochs, steps, batch_size } = configuration.training as Record<string, number>;
    const inEpoch = Math.ceil(this.session.partSize('train') / batch_size!);
    return Math.min(this.remaining, (epochs! > 0 ? epochs! * inEpoch : steps!) - step);
  }

  /** At least one step. Where a step fails `into` keeps what came before it. */
  run(into: Slice): void {
    const begin = this.now();
    while (!this.done) {
      const before = this.now();
      const left = sliceMilliseconds - (before - begin);
      if (left <= 0 && before !== begin) return;
      // A quarter of what is left at the measured speed: a wrong guess does not overrun the slice by much.
      const fitting = Math.max(1, Math.floor(left / 4 / this.measured));
      const steps = this.session.advance(Math.min(fitting, this.remaining));
      if (steps.length === 0) return;
      this.measured = Math.max((this.now() - before) / steps.length, 1e-4);
      this.take(steps, into);
    }
  }

  /** Enters steps that were done. */
  take(steps: StepReport[], into: Slice): void {
    this.remaining -= steps.length;
    into.steps.push(...steps);
    if (steps.at(-1)?.epochEnds) this.look(into);
  }

  private look(into: Slice): void {
    const time = this.now();
    if (!this.everyEpoch && !this.done && time - this.lastSnapshot < snapshotEvery) return;
    this.lastSnapshot = time;
    const snapshot = this.session.snapshot();
    if (this.everyEpoch) into.snapshots.push(snapshot);
    else into.snapshots = [snapshot];
  }
}
