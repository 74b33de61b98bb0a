// "Teacher forcing converges much faster", over several seeds: each seed's two runs as they come, then their means, all
// computed by the engine.
import type { ForcingComparison } from '../../wasm/client';
import { restartEngine } from '../lib/engine';
import { type Failure, toFailure } from '../lib/failure';

export type SeedsPhase = 'idle' | 'running' | 'finished' | 'cancelled' | 'failed';

export class SeedRuns {
  phase: SeedsPhase = 'idle';
  failure: Failure | null = null;
  wanted = 0;
  /** One a seed, and the means over those that were run. */
  runs: ForcingComparison[] = [];
  means: ForcingComparison | null = null;

  private turn = 0;
  private stopping = false;

  constructor(private readonly changed: () => void) {}

  async run(firstSeed: string, count: number): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    this.wanted = count;
    this.runs = [];
    this.means = null;
    this.stopping = false;
    this.enter('running');
    try {
      const engine = await restartEngine();
      for (let index = 0; index < count && !this.stopping; ++index) {
        const run = await engine.forcingComparison(String(BigInt(firstSeed) + BigInt(index)), 1);
        if (turn !== this.turn) return;
        this.runs = [...this.runs, run];
        this.changed();
      }
      if (this.runs.length > 0) this.means = await engine.forcingComparison(firstSeed, this.runs.length);
      if (turn === this.turn) this.enter(this.stopping ? 'cancelled' : 'finished');
    } catch (error) {
      if (turn !== this.turn) return;
      this.failure = toFailure(error);
      this.enter('failed');
    }
  }

  /** After the seed under way; what was run so far gets its means. */
  cancel(): void {
    this.stopping = true;
  }

  private enter(phase: SeedsPhase): void {
    if (phase !== 'failed') this.failure = null;
    this.phase = phase;
    this.changed();
  }
}
