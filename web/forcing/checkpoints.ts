// The model of <s2s-forcing>: trains in place and keeps its weights at even distances on the way, so that any of them
// can be looked at again while the training stands at its end. Nothing is drawn here.
import type { EngineSession, SessionState } from '../../wasm/client';
import type { EngineHold } from '../lib/engine';
import { type Failure, isOver, toFailure } from '../lib/failure';
import { nextFrame } from '../lib/frames';
import { prefersReducedMotion } from '../lib/media';
import { type Turn, takeTurn } from '../lib/turns';
import { type Settings, toConfiguration } from './configuration';

export type Phase = 'idle' | 'loading' | 'ready' | 'queued' | 'running' | 'paused' | 'finished' | 'failed';

/** Weights are kept at 0/8, 1/8, ... 8/8 of the training. */
export const parts = 8;
const frames = 160; // of a whole training, where the engine keeps up: some three seconds

export interface CheckpointsListener {
  /** Something about the run changed. */
  changed: () => void;
  entered: (phase: Phase) => void;
  failed: (failure: Failure) => void;
  /** The newest weights are other ones; the next training step waits for what this returns. */
  moved: () => Promise<void>;
}

export class Checkpoints {
  phase: Phase = 'idle';
  failure: Failure | null = null;
  state: SessionState | null = null;
  /** How many of the kept weights there are, the untrained ones among them. */
  get count(): number {
    return this.kept.length;
  }

  private kept: Uint8Array[] = [];
  private session: EngineSession | null = null;
  /** A second session that takes on kept weights, so that looking back disturbs no training. */
  private viewer: { session: Promise<EngineSession>; at: number } | null = null;
  private opening: Promise<boolean> | null = null;
  /** In the queue of those that train. */
  private place: Turn | null = null;
  private loop: Promise<void> | null = null;
  private stop = false;
  /** Training ends when so many steps are done. */
  private goal = 0;
  private turn = 0;
  /** Counts the openings: only the newest is kept. */
  private openings = 0;

  constructor(
    public settings: Settings,
    private readonly listener: CheckpointsListener,
    readonly hold: EngineHold,
  ) {}

  get isOpen(): boolean {
    return this.session !== null;
  }
  /** Steps done: each of the lesson's epochs is one. */
  get done(): number {
    return this.state?.step ?? 0;
  }
  /** The steps after which the `index`th weights are kept. */
  at(index: number): number {
    return Math.round((this.settings.length * index) / parts);
  }

  open(start: EngineHold['shared'] = this.hold.shared): Promise<boolean> {
    if (this.session) return Promise.resolve(true);
    this.opening ??= this.openNow(start).finally(() => {
      this.opening = null;
    });
    return this.opening;
  }

  private async openNow(start: EngineHold['shared']): Promise<boolean> {
    this.enter('loading');
    try {
      await start();
      await this.openWith(this.settings);
      return this.isOpen;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  private async openWith(settings: Settings): Promise<void> {
    this.openings += 1;
    const { openings } = this;
    const engine = await this.hold.shared();
    const session = await engine.open(toConfiguration(settings));
    try {
      const state = await session.state();
      const first = await session.exportModel();
      if (openings !== this.openings) return; // given up, or asked for anew, meanwhile
      this.release();
      this.turn += 1;
      this.session = session;
      this.settings = settings;
      this.state = state;
      this.kept = [first];
    } finally {
      if (this.session !== session) letGo(session);
    }
    this.enter('ready');
    await this.listener.moved();
  }

  /** Fresh weights with these settings. Throws what the engine refuses; then everything stays as it was. */
  async apply(settings: Settings): Promise<void> {
    await this.opening;
    if (!this.session) {
      this.settings = settings;
      if (this.failure?.code === 'invalid_value') this.enter('idle');
      this.listener.changed();
      return;
    }
    await this.pause();
    await this.openWith(settings);
  }

  /** Trains until the `index`th weights are there. Resolves when training rests. */
  async trainTo(index: number): Promise<void> {
    if (!(await this.open())) return;
    this.goal = this.at(Math.min(parts, index));
    this.stop = false;
    if (this.phase === 'failed') return;
    this.loop ??= this.train().finally(() => {
      this.loop = null;
    });
    await this.loop;
  }

  async pause(): Promise<void> {
    this.stop = true;
    if (this.place?.waiting) this.place.end();
    await this.loop;
  }

  async reset(): Promise<void> {
    await this.pause();
    if (!this.session) return;
    try {
      this.state = await this.session.reset();
      this.kept = this.kept.slice(0, 1);
      this.turn += 1;
      this.enter('ready');
      await this.listener.moved();
    } catch (error) {
      this.fail(error);
    }
  }

  private resting(): Phase {
    if (this.done >= this.settings.length) return 'finished';
    return this.done > 0 ? 'paused' : 'ready';
  }

  private async train(): Promise<void> {
    const { turn } = this;
    const stride = Math.max(1, Math.round(this.settings.length / (prefersReducedMotion() ? parts : frames)));
    const place = takeTurn();
    this.place = place;
    this.enter(place.waiting ? 'queued' : 'running');
    try {
      if (place.waiting) {
        await place.come;
        if (!this.stop) this.enter('running');
      }
      while (!this.stop && this.session && turn === this.turn && this.done < this.goal) {
        const next = this.at(this.count);
        const state = await this.session.train({ steps: Math.min(stride, next - this.done) });
        if (turn !== this.turn) return;
        this.state = state;
        if (this.done >= next) this.kept.push(await this.session.exportModel());
        this.listener.changed();
        await this.listener.moved();
        await nextFrame();
      }
      if (this.phase === 'running' || this.phase === 'queued') this.enter(this.resting());
    } catch (error) {
      this.fail(error);
    } finally {
      place.end();
    }
  }

  /** The session with the `index`th weights; null: the newest, whatever has been trained. */
  async sessionAt(index: number | null): Promise<EngineSession | null> {
    if (!this.session || index === null || index >= this.count || this.at(index) === this.done) return this.session;
    this.viewer ??= { session: this.openViewer(), at: 0 };
    const { viewer } = this;
    const session = await viewer.session.catch((error) => {
      if (viewer === this.viewer) this.viewer = null; // the next look tries again
      throw error;
    });
    if (viewer.at !== index) {
      await session.importWeights(this.kept[index]!);
      viewer.at = index;
    }
    return session;
  }

  private async openViewer(): Promise<EngineSession> {
    return (await this.hold.shared()).open(toConfiguration(this.settings));
  }

  /** After a failed start or a loss: a fresh engine, untrained weights. */
  async restart(): Promise<void> {
    this.release();
    await this.open(this.hold.restarted);
  }

  lost(error: Error): void {
    if (!this.session || this.failure?.code === 'worker_lost') return;
    this.fail(error);
  }

  async dispose(): Promise<void> {
    this.openings += 1;
    await this.opening;
    await this.pause();
    this.release();
    if (this.phase !== 'failed') this.phase = 'idle';
  }

  private release(): void {
    const { session, viewer } = this;
    [this.session, this.viewer] = [null, null];
    if (session) letGo(session);
    viewer?.session.then(letGo, () => {});
  }

  private enter(phase: Phase): void {
    if (phase !== 'failed') this.failure = null;
    this.phase = phase;
    this.listener.entered(phase);
    this.listener.changed();
  }

  private fail(error: unknown): void {
    const failure = toFailure(error);
    if (this.failure && this.failure.code === failure.code) return; // told already
    if (isOver(failure)) {
      [this.session, this.viewer] = [null, null];
      this.turn += 1;
      this.enter('idle');
      return;
    }
    this.failure = failure;
    if (failure.code === 'worker_lost') {
      this.session = null;
      this.viewer = null;
      this.turn += 1;
    }
    this.enter('failed');
    this.listener.failed(failure);
  }
}

/** Its worker may be gone. */
const letGo = (session: EngineSession) => {
  session.dispose().catch(() => {});
};
