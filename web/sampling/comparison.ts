// Three regimes from the same weights and the same batches, each measured in both ways after the same steps: fed the
// truth and fed its own words. Nothing is drawn here.
import type { Configuration, EngineSession } from '../../wasm/client';
import type { EngineHold } from '../lib/engine';
import { type Failure, isOver, toFailure } from '../lib/failure';
import { type Turn, takeTurn } from '../lib/turns';
import type { Point } from '../parts/line-chart';
import { forcing, type Kind, type Settings } from './settings';

export type Regime = 'teacher' | 'scheduled' | 'free';
export const regimes: readonly Regime[] = ['teacher', 'scheduled', 'free'];
export type Task = 'lesson' | 'reverse';
export const tasks: readonly Task[] = ['lesson', 'reverse'];

export interface Series {
  forced: Point[];
  free: Point[];
  /** Check code of the first weights: the same for all three. */
  digest: string;
}
export type Results = Record<Regime, Series>;

export type Phase = 'idle' | 'queued' | 'loading' | 'running' | 'cancelled' | 'finished' | 'failed';

/** Epochs in all, and between two looks. */
export const lengths: Record<Task, { epochs: number; every: number }> = {
  lesson: { epochs: 200, every: 5 },
  reverse: { epochs: 30, every: 1 },
};

export function configuration(task: Task, regime: Regime, settings: Settings): Configuration {
  const { epochs } = lengths[task];
  const training = {
    seed: settings.seed.trim(),
    epochs,
    forcing: regime === 'scheduled' ? scaled(settings, epochs) : { schedule: regime },
  };
  if (task === 'lesson') return { task: { kind: 'lesson' }, training: { ...training, learning_rate: 0.001 } };
  return {
    task: { kind: 'reverse', examples: 1200, min_length: 2, max_length: 6, symbols: 6 },
    model: { embedding_size: 16, hidden_size: 32 },
    training: { ...training, learning_rate: 0.01, batch_size: 32, loss: 'mean', clip_norm: 1 },
    decoding: { max_length: 12 },
  };
}

/** A linear schedule ends with the run: K of the figure above is counted in the run's own epochs. */
const scaled = (settings: Settings, epochs: number) => ({ ...forcing(settings), linear_steps: epochs });

export class Comparison {
  phase: Phase = 'idle';
  failure: Failure | null = null;
  task: Task = 'lesson';
  done = 0;
  results: Results = nothing();
  /** What the results were trained with. */
  private settings: Settings | null = null;

  private turn = 0;
  private place: Turn | null = null;

  constructor(
    private readonly changed: () => void,
    private readonly hold: EngineHold,
  ) {}

  get busy(): boolean {
    return this.phase === 'running' || this.phase === 'loading' || this.phase === 'queued';
  }
  get total(): number {
    return lengths[this.task].epochs;
  }

  /** The schedule of the results, where there are any. */
  get kind(): Kind | undefined {
    return this.settings?.kind;
  }
  /** True where a run with these settings would be another than the one that is shown. */
  isEarlier(settings: Settings): boolean {
    const said = (one: Settings) => JSON.stringify(regimes.map((regime) => configuration(this.task, regime, one)));
    return this.settings !== null && said(this.settings) !== said(settings);
  }

  /** Ends where it is cancelled or started anew. The settings may still be on their way. */
  async run(task: Task, coming: Promise<Settings>): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    const sessions: EngineSession[] = [];
    this.task = task;
    this.results = nothing();
    this.settings = null;
    this.done = 0;
    const place = takeTurn();
    this.place = place;
    this.enter(place.waiting ? 'queued' : 'loading');
    try {
      await place.come;
      if (turn !== this.turn) return;
      if (this.phase === 'queued') this.enter('loading');
      const engine = await this.hold.restarted();
      const settings = await coming;
      if (turn !== this.turn) return;
      this.settings = settings;
      for (const regime of regimes) {
        const session = await engine.open(configuration(task, regime, settings));
        sessions.push(session);
        this.results[regime].digest = (await session.state()).digest;
      }
      if (turn !== this.turn) return;
      this.enter('running');
      const { epochs, every } = lengths[task];
      for (let epoch = 0; ; epoch = Math.min(epochs, epoch + every)) {
        await this.measure(task, sessions, epoch);
        if (turn !== this.turn) return;
        this.done = epoch;
        this.changed();
        if (epoch === epochs) break;
        for (const session of sessions) await advance(session, Math.min(epochs, epoch + every));
        if (turn !== this.turn) return;
      }
      this.enter('finished');
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
      for (const session of sessions) session.dispose().catch(() => {}); // its worker may be gone
    }
  }

  cancel(): void {
    if (!this.busy) return;
    this.turn += 1;
    if (this.place?.waiting) this.place.end();
    this.enter('cancelled');
  }

  private async measure(task: Task, sessions: readonly EngineSession[], epoch: number): Promise<void> {
    const measured = await Promise.all(sessions.map((session) => losses(task, session)));
    this.results = { ...this.results };
    regimes.forEach((regime, index) => {
      const { forced, free, digest } = this.results[regime];
      const found = measured[index]!;
      this.results[regime] = {
        forced: [...forced, { x: epoch, y: found.forced }],
        free: [...free, { x: epoch, y: found.free }],
        digest,
      };
    });
  }

  private enter(phase: Phase): void {
    if (phase !== 'failed') this.failure = null;
    this.phase = phase;
    this.changed();
  }
}

/** The toy's loss is summed over its pair, as the lesson prints it; a task's is a mean over the tokens held out. */
async function losses(task: Task, session: EngineSession): Promise<{ forced: number; free: number }> {
  if (task === 'lesson') {
    const [forced, free] = await Promise.all([session.trace('teacher'), session.trace('free')]);
    return { forced: forced.loss, free: free.loss };
  }
  const { loss, freeLoss } = await session.evaluate('validation');
  return { forced: loss, free: freeLoss };
}

/** Trains on to the end of `epoch` epochs. The schedule does not move: its constants are given. */
async function advance(session: EngineSession, epoch: number): Promise<void> {
  await session.configure('training.epochs', epoch);
  await session.train();
}

const nothing = (): Results => ({
  teacher: { forced: [], free: [], digest: '' },
  scheduled: { forced: [], free: [], digest: '' },
  free: { forced: [], free: [], digest: '' },
});
