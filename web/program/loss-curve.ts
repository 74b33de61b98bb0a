// The losses of a run of any length in bounded memory: epochs are grouped, and of each group the lowest and the highest
// loss are kept, so that no spike is lost. Up to `groupLimit` epochs a group is one epoch and nothing is left out.
import type { Point } from '../parts/line-chart';

const groupLimit = 1024;

interface Group {
  low: Point;
  high: Point;
}

export class LossCurve {
  private groups: Group[] = [];
  private size = 1; // epochs a group
  private drawn: Point[] | null = null;
  /** How many epochs were added, the newest, and the first three: the lesson prints those. */
  count = 0;
  last: Point | undefined;
  readonly first: Point[] = [];

  add(point: Point): void {
    this.drawn = null;
    this.last = point;
    this.count += 1;
    if (point.x < 3) this.first.push(point);
    const index = Math.floor(point.x / this.size);
    const group = this.groups[index];
    if (!group) this.groups[index] = { low: point, high: point };
    else merge(group, { low: point, high: point });
    if (this.groups.length > groupLimit) this.halve();
  }

  /** Forgets the epochs from `epoch` on (whole groups of them, where epochs are grouped). */
  cut(epoch: number): void {
    this.drawn = null;
    this.groups.length = Math.min(this.groups.length, Math.ceil(epoch / this.size));
    this.first.splice(Math.max(0, epoch));
    this.count = Math.min(this.count, epoch);
    this.last = this.points.filter((point) => point.x < epoch).at(-1);
  }

  /** In the order of the epochs; the same array until something changes. */
  get points(): readonly Point[] {
    this.drawn ??= this.groups.flatMap(({ low, high }) =>
      low === high ? [low] : low.x < high.x ? [low, high] : [high, low],
    );
    return this.drawn;
  }

  /** The kept point at `epoch`, or the last one before it. */
  at(epoch: number): Point | undefined {
    return this.points.findLast((point) => point.x <= epoch);
  }

  private halve(): void {
    this.size *= 2;
    const pairs: Group[] = [];
    this.groups.forEach((group, index) => {
      const pair = pairs[index >> 1];
      if (pair) merge(pair, group);
      else pairs[index >> 1] = group;
    });
    this.groups = pairs;
  }
}

function merge(into: Group, other: Group): void {
  if (other.low.y < into.low.y) into.low = other.low;
  if (other.high.y > into.high.y) into.high = other.high;
}
