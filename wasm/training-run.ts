// One call of train(): slices, between which every other message is answered, progress on the way, and a partner where
// steps take long (partner.ts).
import * as Comlink from 'comlink';
import type { Partner } from './partner';
import type { Pairs, SessionState } from './protocol';
import { progressOf, type Session } from './session';
import { type Slice, Slicer } from './slices';
import { startPartner } from './start-partner';
import { buffersOf } from './values';
import type { ProgressListener, StartOptions } from './worker-api';

// A partner costs a second engine and a copy of the model: too much for the last steps of a run.
const worthSteps = 10;

export interface Training {
  session: Session;
  /** At most so many steps. */
  steps: number;
  /** What the session trains on, for a partner's copy. */
  pairs: Pairs | undefined;
  listener: ProgressListener | null;
  options: StartOptions;
  /** Starts a worker that a partner can run in; null where there is none to be had. */
  newWorker: (() => Worker) | null;
  /** The clock that slices are cut by. */
  now?: () => number;
}

export class TrainingRun {
  /** What train() answers with. */
  readonly ended: Promise<SessionState>;
  private stopping = false;
  private partner: Partner | null = null;
  private mayStart: boolean; // tried once; a partner that was given up is not tried again
  private starting: AbortController | null = null;
  private step: Promise<unknown> = Promise.resolve();

  constructor(private readonly training: Training) {
    this.mayStart = training.newWorker !== null;
    this.ended = this.train();
  }

  /** Ends the run after the slice at hand; resolves when it has ended, however it did. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.starting?.abort();
    await this.ended.catch(() => {}); // the error is train()'s, not that of whoever stops it
  }

  /** Waits until no step is half done. */
  async betweenSteps(): Promise<void> {
    await this.step.catch(() => {});
  }

  /** Ends the help of a partner, whose copy of the session is no longer right; a new one may start. */
  alone(): void {
    this.starting?.abort();
    this.partner?.close();
    this.partner = null;
    this.mayStart = this.training.newWorker !== null;
  }

  private async train(): Promise<SessionState> {
    const { session, steps, listener, now } = this.training;
    const reporter = new Reporter(listener, session);
    const slicer = new Slicer(session, steps, now);
    try {
      while (!this.stopping && !slicer.done) {
        if (this.partner?.lost) this.partner = null;
        if (this.partner) {
          const shared = this.partner.step(session, slicer.stepMilliseconds);
          this.step = shared;
          slicer.take([await shared], reporter.slice);
        } else {
          slicer.run(reporter.slice);
          if (this.wantsPartner(slicer)) await this.findPartner();
        }
        reporter.workers = this.partner && !this.partner.lost ? 2 : 1;
        reporter.report();
        await nextTurn();
      }
    } finally {
      this.partner?.close();
      await reporter.finish();
    }
    return session.state();
  }

  private wantsPartner(slicer: Slicer): boolean {
    const { session, options } = this.training;
    if (!this.mayStart || slicer.done || slicer.stepMilliseconds < options.partnerFrom) return false;
    if (session.shared.count() < 2) return false; // of this step; the next may have parts
    this.mayStart = false;
    return options.partnerFrom === 0 || (navigator.hardwareConcurrency > 1 && slicer.stepsLeft >= worthSteps);
  }

  private async findPartner(): Promise<void> {
    const { session, options, pairs, newWorker } = this.training;
    if (!newWorker) return;
    const starting = new AbortController();
    this.starting = starting;
    const found = await startPartner(session, { newWorker, options, pairs, signal: starting.signal });
    this.starting = null;
    // A change of the session may have come between the partner's answer and this line: its copy is then another.
    if (starting.signal.aborted) found?.close();
    else this.partner = found;
  }
}

// A message to oneself queues behind the messages that have arrived; timers would add four milliseconds each time.
const turns = new MessageChannel();
const waiting: (() => void)[] = [];
turns.port1.onmessage = () => waiting.shift()?.();
const nextTurn = () =>
  new Promise<void>((resolve) => {
    waiting.push(resolve);
    turns.port2.postMessage(null);
  });

// One progress call is under way at a time: a page that is slow gets more in each, not a growing queue of them.
class Reporter {
  workers: 1 | 2 = 1;
  private collected: Slice = { steps: [], snapshots: [] };
  private underWay: Promise<unknown> | null = null;

  constructor(
    private readonly listener: ProgressListener | null,
    private readonly session: Session,
  ) {}

  get slice(): Slice {
    return this.collected;
  }

  report(): void {
    if (this.underWay || this.collected.steps.length === 0) return;
    const slice = this.collected;
    this.collected = { steps: [], snapshots: [] };
    if (!this.listener) return;
    const progress = progressOf(slice, this.session.finished, this.workers);
    const sent = Promise.resolve(this.listener(Comlink.transfer(progress, buffersOf(progress.snapshots))));
    this.underWay = sent
      .catch(() => {})
      .then(() => {
        this.underWay = null;
      });
  }

  /** All that was collected has been heard. */
  async finish(): Promise<void> {
    await this.underWay;
    this.report();
    await this.underWay;
  }
}
