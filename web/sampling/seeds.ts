// "Teacher forcing converges much faster", over several seeds: each seed's two runs as they come, then their means, all
// computed by the engine.
import type { ForcingComparison } from '../../wasm/client';
import type { EngineHold } from '../lib/engine';
import { type Failure, isOver, toFailure } from '../lib/failure';
import { type Turn, takeTurn } from '../lib/turns';

export type SeedsPhase = 'idle' | 'queued' | 'running' | 'finished' | 'cancelled' | 'failed';

export class SeedRuns {
  phase: SeedsPhase = 'idle';
  failure: Failure | null = null;
  wanted = 0;
  /** One a seed, and the means over those that were run. */
  runs: ForcingComparison[] = [];
  means: ForcingComparison | null = null;

  private turn = 0;
  private stopping = false;
  private place: Turn | null = null;

  constructor(
    private readonly changed: () => void,
    private readonly hold: EngineHold,
  ) {}

  get busy(): boolean {
    return this.phase === 'running' || this.phase === 'queued';
  }

  async run(firstSeed: string, count: number): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    this.wanted = count;
    this.runs = [];
    this.means = null;
    this.stopping = false;
    const place = takeTurn();
    this.place = place;
    this.enter(place.waiting ? 'queued' : 'running');
    try {
      await place.come;
      if (turn !== this.turn) return;
      if (this.phase === 'queued' && !this.stopping) this.enter('running');
      const engine = await this.hold.restarted();
      for (let index = 0; index < count && !this.stopping; ++index) {
        const run = await engine.forcingComparison(String(BigInt(firstSeed) + BigInt(index)), 1);
        if (turn !== this.turn) return;
        this.runs = [...this.runs, run];
        this.changed();
      }
      const means = this.runs.length > 0 ? await engine.joinedComparisons(this.runs) : null;
      if (turn !== this.turn) return;
      this.means = means;
      this.enter(this.stopping ? 'cancelled' : 'finished');
    } catch (error) {
      if (turn !== this.turn) return;
      const failure = toFailure(error);
      if (isOver(failure)) {
        this.enter('cancelled');
        return;
      }
      this.failure = failure;
      this.enter('failed');
    } finally {
      place.end();
    }
  }

  /** After the seed under way; what was run so far gets its means. */
  cancel(): void {
    this.stopping = true;
    if (this.place?.waiting) this.place.end();
  }

  /** Nobody looks any more: the seed under way is the last, and no means are asked for. */
  giveUp(): void {
    this.cancel();
    if (!this.busy) return;
    this.turn += 1;
    this.enter('cancelled');
  }

  private enter(phase: SeedsPhase): void {
    if (phase !== 'failed') this.failure = null;
    this.phase = phase;
    this.changed();
  }
}
