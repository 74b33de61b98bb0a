// One run of the toy: opens a session, trains it at the pace of the page, keeps what it showed. Nothing is drawn here;
// `changed` is called whenever there is something new to draw.
import type { Configuration, EngineSession, SessionState, TrainingProgress } from '../../wasm/client';
import type { EngineHold } from '../lib/engine';
import { type Failure, isOver, toFailure } from '../lib/failure';
import { nextFrame } from '../lib/frames';
import { type Turn, takeTurn } from '../lib/turns';
import type { Point } from '../parts/line-chart';
import { anew, forPairs, type Settings, settingsOf, toConfiguration } from './configuration';
import { History } from './history';
import { Material } from './material';
import { type OwnPairs, readingOf } from './reading';

export type Phase = 'idle' | 'loading' | 'ready' | 'queued' | 'running' | 'paused' | 'finished' | 'failed';
export type Pace = 'slow' | 'steady' | 'fast' | 'full';

/** Epochs a second. 200 epochs take 40, 5, 1 seconds, or as long as the engine needs. */
const epochsASecond: Record<Pace, number> = { slow: 5, steady: 40, fast: 200, full: Number.POSITIVE_INFINITY };

/** Training under way: told to stop, it ends after the running slice. */
interface Loop {
  stop: boolean;
  turn: Turn;
  ended: Promise<void>;
}

export interface RunListener {
  changed: () => void;
  progressed: (progress: TrainingProgress) => void;
  entered: (phase: Phase) => void;
  failed: (failure: Failure) => void;
}

export class Run {
  phase: Phase = 'idle';
  failure: Failure | null = null;
  state: SessionState | null = null;
  history = new History();
  /** The losses of the run before, for comparison. */
  ghost: readonly Point[] = [];
  pace: Pace = 'steady';
  /** Epochs after which the learning rate was last changed within the run, or null. */
  changedAfter: number | null = null;
  readonly material = new Material();
  /** Of the session's own pairs, where it has some. */
  ownPairs: OwnPairs | null = null;

  /** The configuration of the model that the session was loaded from. */
  private loaded: Configuration | null = null;
  private session: EngineSession | null = null;
  private opening: Promise<boolean> | null = null;
  private loop: Loop | null = null;
  /** The newest wish: set at the moment of the press, while the act itself may still wait for its turn. */
  private wanted = false;
  private acts: Promise<unknown> = Promise.resolve();
  private readonly pending: Partial<Settings>[] = [];
  private leaving: Promise<unknown> | null = null;

  constructor(
    public settings: Settings,
    private readonly listener: RunListener,
    private readonly hold: EngineHold,
  ) {}

  /** Starts the engine and opens the session, once. False where it failed; `failure` says why. */
  open(): Promise<boolean> {
    if (this.leaving) return this.leaving.then(() => this.open()); // its session is being given back
    return this.session ? Promise.resolve(true) : this.openOnce(this.hold.shared);
  }

  private openOnce(start: EngineHold['shared']): Promise<boolean> {
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
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  /**
   * A fresh session with these settings; of a model from a file its own count, unless the run is to begin `anew`. Where
   * the engine refuses, everything stays as it was.
   */
  private async openWith(settings: Settings, fresh = false): Promise<void> {
    const engine = await this.hold.shared();
    const { pairs, model } = await this.material.load();
    const restored = model !== undefined && !(fresh && this.loaded);
    const begun = this.loaded && model ? anew(this.loaded, settings) : (pairs ? forPairs : toConfiguration)(settings);
    const session = restored ? await engine.load(model, pairs) : await engine.open(begun, pairs);
    try {
      await this.take(session, settings, pairs !== undefined, restored);
    } catch (error) {
      session.dispose().catch(() => {});
      throw error;
    }
  }

  private async take(session: EngineSession, settings: Settings, hasPairs: boolean, restored: boolean): Promise<void> {
    const [state, snapshot] = [await session.state(), await session.snapshot()];
    const ownPairs = hasPairs ? await readingOf(session) : null;
    const old = this.session;
    if (this.history.losses.count > 0) this.ghost = this.history.losses.points;
    this.session = session;
    this.loaded = restored ? state.configuration : this.material.isToy ? null : this.loaded;
    this.settings = restored ? settingsOf(state.configuration) : settings;
    this.state = state;
    this.ownPairs = ownPairs;
    this.history = new History(snapshot);
    this.changedAfter = null;
    this.failure = null;
    this.enter('ready');
    old?.dispose().catch(() => {}); // its worker may be gone
  }

  /** After the material has changed: a session of the new one, where there was a session before. */
  reopen(): Promise<void> {
    return this.inTurn(async () => {
      await this.opening;
      if (this.phase === 'idle') return;
      this.wanted = false;
      await this.halt();
      try {
        await this.openWith(this.settings);
      } catch (error) {
        this.fail(error);
      }
    });
  }

  /** The model of a file in place of the one here. Where the engine refuses it, everything stays as it was. */
  importModel(bytes: Uint8Array): Promise<void> {
    return this.inTurn(async () => {
      await this.opening;
      this.wanted = false;
      await this.halt();
      const before = this.material.given;
      this.material.given = bytes;
      try {
        await this.openWith(this.settings);
      } catch (error) {
        this.material.given = before;
        throw error;
      }
    });
  }

  // Presses may come faster than the engine answers. Every act waits for the one before it, so that none sees the run
  // halfway through another; what the newest press wants is known at once.
  private inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.acts.then(act);
    this.acts = done.catch(() => {}); // the caller gets it
    return done;
  }

  async play(): Promise<void> {
    if (this.wanted && this.loop && !this.loop.stop) return this.loop.ended;
    this.wanted = true;
    await this.inTurn(() => this.begin());
    await this.loop?.ended;
  }

  private async begin(): Promise<void> {
    if (this.loop?.stop) await this.loop.ended;
    if (this.loop || !(await this.open())) return;
    if (this.phase === 'failed') this.wanted = false; // it has ways back of its own
    if (this.wanted && this.phase === 'finished') await this.startOver();
    if (!this.wanted || !this.session) return;
    const turn = takeTurn();
    this.enter(turn.waiting ? 'queued' : 'running');
    const loop: Loop = { stop: false, turn, ended: Promise.resolve() };
    this.loop = loop;
    loop.ended = this.train(loop).finally(() => {
      this.loop = null;
      turn.end();
      this.wanted &&= loop.stop; // ended by itself: nothing is wanted any more
    });
  }

  async pause(): Promise<void> {
    this.wanted = false;
    await this.halt();
  }

  private async halt(): Promise<void> {
    const { loop } = this;
    if (!loop) return;
    loop.stop = true;
    if (loop.turn.waiting) loop.turn.end();
    if (this.pace === 'full') await this.session?.pause().catch(() => {}); // a lost worker is reported by the loop
    await loop.ended;
  }

  step(): Promise<void> {
    return this.inTurn(async () => {
      if (this.loop?.stop) await this.loop.ended;
      if (this.loop || !(await this.open()) || this.phase === 'finished' || this.phase === 'failed') return;
      try {
        const state = await this.advance(1);
        this.enter(state.finished ? 'finished' : 'paused');
      } catch (error) {
        this.fail(error);
      }
    });
  }

  async reset(): Promise<void> {
    await Promise.all([this.pause(), this.inTurn(() => this.startOver())]);
  }

  private async startOver(): Promise<void> {
    await this.halt();
    if (!this.session) return;
    try {
      this.state = await this.session.reset();
      if (this.history.losses.count > 0) this.ghost = this.history.losses.points;
      this.history = new History(await this.session.snapshot());
      this.changedAfter = null;
      this.failure = null;
      this.enter('ready');
    } catch (error) {
      this.fail(error);
    }
  }

  /** Changes that act at once are made in the running session; others start the run afresh. Throws what is refused. */
  apply(change: Partial<Settings>): Promise<void> {
    this.pending.push(change);
    return this.inTurn(() => this.applyNow(change)).finally(() => {
      this.pending.splice(this.pending.indexOf(change), 1);
    });
  }

  /** With the changes that wait for their turn. */
  get newest(): Settings {
    return Object.assign({}, this.settings, ...this.pending);
  }

  private async applyNow(change: Partial<Settings>): Promise<void> {
    await this.opening;
    const settings = { ...this.settings, ...change };
    if (!this.session) {
      this.settings = settings;
      if (this.failure?.code === 'invalid_value') this.enter('idle');
      this.listener.changed();
      return;
    }
    const fresh = change.seed !== undefined || change.regime !== undefined;
    if (fresh) {
      await this.halt();
      await this.openWith(settings, true).finally(() => this.wanted && this.begin());
      return;
    }
    if (change.learningRate !== undefined) {
      this.state = await this.session.configure('training.learning_rate', change.learningRate);
      if (this.state.step > 0) this.changedAfter = this.state.epoch;
    }
    if (change.epochs !== undefined) {
      this.state = await this.session.configure('training.epochs', change.epochs); // where it is refused nothing changes
      if (settings.regime === 'scheduled') {
        this.state = await this.session.configure('training.forcing.linear_steps', Math.max(1, change.epochs));
      }
      if (this.phase === 'finished' && !this.state.finished) this.enter('paused');
      else if (this.phase === 'paused' && this.state.finished) this.enter('finished');
    }
    this.settings = settings;
    this.listener.changed();
  }

  /** After `not_finite`: the session stands at its last good weights; the run may go on from there. */
  backToGood(): Promise<void> {
    return this.inTurn(async () => {
      if (!this.session || this.phase !== 'failed') return;
      try {
        this.state = await this.session.state();
        this.history.backTo(await this.session.snapshot());
        this.failure = null;
        this.enter(this.state.epoch === 0 ? 'ready' : 'paused');
      } catch (error) {
        this.fail(error);
      }
    });
  }

  /** After a loss or a failed start: a fresh engine, the run from its beginning, the curve so far as the ghost. */
  restart(): Promise<void> {
    return this.inTurn(async () => {
      if (this.phase !== 'failed') return; // asked twice
      this.session = null;
      await this.openOnce(this.hold.restarted);
    });
  }

  /** The worker is gone: said at once, also when nothing was under way. */
  lost(error: Error): void {
    if (!this.session || this.failure?.code === 'worker_lost') return;
    this.wanted = false;
    this.session = null;
    this.fail(error);
  }

  async dispose(): Promise<void> {
    const released = this.inTurn(async () => {
      await this.opening;
      await this.halt();
      const session = this.session;
      this.session = null;
      await session?.dispose().catch(() => {});
      if (this.phase !== 'failed') this.phase = 'idle';
    });
    const leaving = Promise.allSettled([this.pause(), released]);
    this.leaving = leaving;
    await leaving;
    if (this.leaving === leaving) this.leaving = null;
  }

  get current(): EngineSession | null {
    return this.session;
  }

  /** Also while training: a run at full speed is one long call, which ends here and goes on at the new pace. */
  setPace(pace: Pace): void {
    const before = this.pace;
    this.pace = pace;
    if (this.loop && before === 'full') this.session?.pause().catch(() => {}); // a lost worker is reported by the loop
    this.listener.changed();
  }

  private async train(loop: Loop): Promise<void> {
    try {
      if (loop.turn.waiting) await loop.turn.come;
      if (this.phase === 'queued' && !loop.stop) this.enter('running');
      let last = performance.now();
      let due = 1; // the first epoch at once
      while (!loop.stop) {
        const pace = epochsASecond[this.pace];
        const now = await nextFrame();
        if (!this.session) return; // lost between two frames, and said by lost()
        // After a pause of the page (another tab) the run goes on, it does not catch up.
        // A frame's time may lie before the clock reading that asked for it.
        const seconds = Math.max(0, now - last) / 1000;
        due = Math.min(due + (pace === Number.POSITIVE_INFINITY ? pace : seconds * pace), Math.max(1, pace / 8));
        last = now;
        const steps = pace === Number.POSITIVE_INFINITY ? undefined : Math.floor(due);
        if (steps === 0) continue;
        if (steps !== undefined) due -= steps;
        const state = await this.advance(steps);
        if (state.finished) {
          this.enter('finished');
          return;
        }
      }
      if (this.phase === 'running' || this.phase === 'queued') this.enter(this.state?.step ? 'paused' : 'ready');
    } catch (error) {
      this.fail(error);
    }
  }

  private async advance(steps?: number): Promise<SessionState> {
    const { session, history } = this;
    if (!session) throw new Error('There is no session.');
    const onProgress = (progress: TrainingProgress) => {
      if (history !== this.history) return; // of a run that was reset meanwhile
      history.add(progress);
      if (this.state) this.state = { ...this.state, ...progress.state };
      this.listener.progressed(progress);
    };
    const state = await session.train(steps === undefined ? { onProgress } : { steps, onProgress });
    this.state = state;
    this.listener.changed();
    return state;
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
    this.wanted = false;
    const over = isOver(failure);
    if (over || failure.code === 'worker_lost') this.session = null;
    this.failure = over ? null : failure;
    this.enter(over ? 'idle' : 'failed');
    if (!over) this.listener.failed(failure);
  }
}
