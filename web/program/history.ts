// What a run has shown so far: the loss of every epoch, and the model after each, thinned when a run is long.
import type { Snapshot, TrainingProgress } from '../../wasm/client';
import type { Point } from '../parts/line-chart';
import { LossCurve } from './loss-curve';

const snapshotLimit = 1024;
const printLimit = 40;

export class History {
  /** The loss of each epoch, before its update. */
  readonly losses = new LossCurve();
  /** The losses that the lesson's program prints: of epochs 0, 1, 2, 49, 99, ... The newest of very many. */
  printed: Point[] = [];
  /** The probability of feeding the true token in the newest epoch. */
  epsilon = 1;
  private snapshots: Snapshot[] = [];
  private stride = 1;

  constructor(first?: Snapshot) {
    if (first) this.snapshots.push(first);
  }

  add(progress: TrainingProgress): void {
    for (const report of progress.steps) {
      this.epsilon = report.epsilon;
      if (!report.epochEnds) continue;
      const point = { x: report.epoch, y: report.epochLoss };
      this.losses.add(point);
      if (point.x < 3 || point.x % 50 === 49) this.printed.push(point);
    }
    if (this.printed.length > printLimit) this.printed.splice(3, this.printed.length - printLimit);
    for (const snapshot of progress.snapshots) this.keep(snapshot);
  }

  /** After a failed step the newest kept state counts: what came after it is forgotten. */
  backTo(snapshot: Snapshot): void {
    this.snapshots = this.snapshots.filter((kept) => kept.epoch < snapshot.epoch);
    this.snapshots.push(snapshot);
    this.losses.cut(snapshot.epoch);
    this.printed = this.printed.filter((point) => point.x < snapshot.epoch);
  }

  private keep(snapshot: Snapshot): void {
    const newest = this.snapshots.at(-1);
    if (newest && snapshot.epoch <= newest.epoch) return;
    // Between strides only the newest is kept.
    if (newest && newest.epoch % this.stride !== 0) this.snapshots.pop();
    this.snapshots.push(snapshot);
    if (this.snapshots.length <= snapshotLimit) return;
    this.stride *= 2;
    this.snapshots = this.snapshots.filter(
      (kept, index) => kept.epoch % this.stride === 0 || index === this.snapshots.length - 1,
    );
  }

  get newest(): Snapshot | undefined {
    return this.snapshots.at(-1);
  }

  /** The kept model at `epoch`, or the last one before it. */
  at(epoch: number): Snapshot | undefined {
    let low = 0;
    let high = this.snapshots.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.snapshots[middle]!.epoch <= epoch) low = middle;
      else high = middle - 1;
    }
    return this.snapshots[low];
  }

  /** At most `count` of the kept models, evenly spaced, the newest among them. */
  sample(count: number): Snapshot[] {
    const every = Math.ceil(this.snapshots.length / count);
    const last = this.snapshots.length - 1;
    return this.snapshots.filter((_, index) => (last - index) % every === 0);
  }

  /** The kept model just before or after the one at `epoch`. */
  neighbour(epoch: number, direction: 1 | -1): Snapshot | undefined {
    const index = this.snapshots.indexOf(this.at(epoch)!);
    return this.snapshots[index + direction];
  }
}
