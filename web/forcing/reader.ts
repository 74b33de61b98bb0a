// What <s2s-forcing> reads off the weights on show: both lanes of the pair at hand, and accuracy over held-out pairs.
import type { EngineSession } from '../../wasm/client';
import { type Failure, isEngineFailure, isOver, standing, toFailure } from '../lib/failure';
import type { PositionShares } from '../parts/position-chart';
import { type Checkpoints, parts } from './checkpoints';
import { firstPair, forEngine, targetOf, unknownIn } from './configuration';
import { firstPicture } from './first-picture';
import { type Lane, type LanesView, type PutIn, readLanes } from './lanes';

export interface Accuracy {
  pairs: number;
  forced: number;
  free: number;
  shares: PositionShares[];
  /** The held-out pairs, and whether the free run gets them right. */
  texts: readonly { source: string; target: string; exact: boolean }[];
}

const nothing = { source: '', target: '' };

export interface ReaderListener {
  changed: () => void;
  read: (view: LanesView) => void;
  refused: (failure: Failure) => void;
}

export class Reader {
  view: LanesView = firstPicture;
  /** False where the first picture is of another run than the one asked for. */
  drawn = true;
  pair = firstPair.lesson;
  /** Why a text of the pair is refused. */
  errors = { ...nothing };
  /** What of them the model reads as UNK. */
  unknown: Record<'source' | 'target', string[]> = { source: [], target: [] };
  putIns: PutIn[] = [];
  /** The kept weights on show; null: the newest. */
  shown: number | null = null;
  accuracy: Accuracy | null = null;

  private readonly measured = new Map<number, Accuracy>();
  private drawnPair = -1;
  private reading: Promise<void> | null = null;
  private readAgain = false;

  constructor(
    private readonly run: Checkpoints,
    private readonly listener: ReaderListener,
  ) {}

  /** Steps of training behind the weights on show. */
  get at(): number {
    return this.shown === null ? this.run.done : this.run.at(this.shown);
  }

  /** Other weights: nothing that was measured holds. */
  forget(): void {
    this.measured.clear();
    this.accuracy = null;
    this.shown = null;
    this.drawnPair = -1;
  }

  /** Reads both lanes anew. One reading is under way at a time; a wish that comes meanwhile is read after it. */
  refresh(): Promise<void> {
    if (this.reading) {
      this.readAgain = true;
      return this.reading;
    }
    this.reading = this.readNow().finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  private async readNow(): Promise<void> {
    do {
      this.readAgain = false;
      try {
        const session = await this.run.sessionAt(this.shown);
        if (!session) return;
        const { pair } = this;
        const { task } = this.run.settings;
        this.view = await readLanes(await this.run.hold.shared(), session, forEngine(task, pair), this.putIns);
        const unknown = (text: string) => unknownIn(task, text, this.view.vocabulary);
        this.unknown = { source: unknown(pair.source), target: unknown(pair.target) };
        this.errors = { ...nothing };
        this.drawn = true;
      } catch (error) {
        await this.refused(toFailure(error));
      }
      this.listener.changed();
    } while (this.readAgain);
    this.listener.read(this.view);
  }

  private async refused(failure: Failure): Promise<void> {
    if (isTold(failure)) return;
    const { source } = forEngine(this.run.settings.task, this.pair);
    const session = await this.run.sessionAt(null);
    const side = await session?.decodeSteps(source, { steps: 1 }).then(
      () => 'target',
      () => 'source',
    );
    this.errors = { ...nothing, [side ?? 'source']: standing(failure.message) };
    this.unknown = { source: [], target: [] };
    this.putIns = [];
    this.listener.refused(failure);
  }

  /** Accuracy of the weights on show, once for each of them. */
  async measure(): Promise<void> {
    const { run, at } = this;
    if (run.settings.task === 'lesson' || run.phase === 'running') return;
    const known = this.measured.get(at);
    this.accuracy = known ?? null;
    this.listener.changed();
    if (known) return;
    try {
      const session = await run.sessionAt(this.shown);
      if (!session) return;
      const accuracy = accuracyOf(await session.evaluate('test'));
      this.measured.set(at, accuracy);
      if (at === this.at) this.accuracy = accuracy;
      this.listener.changed();
    } catch (error) {
      const failure = toFailure(error);
      if (isTold(failure)) return;
      this.listener.refused(failure);
    }
  }

  /** Shows the `index`th weights; where they are not there yet, the training goes on up to them. */
  async lookAt(index: number): Promise<void> {
    const { run } = this;
    const wanted = Math.min(parts, Math.max(0, Math.round(index)));
    await run.open();
    if (wanted >= run.count) {
      this.shown = null;
      await run.trainTo(wanted);
      return;
    }
    this.shown = wanted === run.count - 1 && run.phase !== 'running' && run.at(wanted) === run.done ? null : wanted;
    await this.refresh();
    await this.measure();
  }

  async putIn(lane: Lane, step: number, token: string | null): Promise<void> {
    const others = this.putIns.filter((one) => one.lane !== lane || one.step !== step);
    this.putIns = token === null ? others : [...others, { lane, step, token }];
    if (await this.run.open()) await this.refresh();
  }

  async setPair(name: 'source' | 'target', text: string): Promise<void> {
    const own = name === 'source' ? targetOf(this.run.settings.task, text) : null;
    await this.take({ ...this.pair, [name]: text, ...(own === null ? {} : { target: own }) });
  }

  /** The next of the held-out pairs, or the next that the free run gets wrong. */
  async nextPair(onlyWrong: boolean): Promise<void> {
    const texts = this.accuracy?.texts ?? [];
    for (let tried = 1; tried <= texts.length; ++tried) {
      const at = (this.drawnPair + tried) % texts.length;
      const { source, target, exact } = texts[at]!;
      if (onlyWrong && exact) continue;
      this.drawnPair = at;
      await this.take({ source, target });
      return;
    }
  }

  private async take(pair: { source: string; target: string }): Promise<void> {
    this.pair = pair;
    this.putIns = [];
    this.listener.changed();
    if (await this.run.open()) await this.refresh();
  }
}

function accuracyOf(report: Awaited<ReturnType<EngineSession['evaluate']>>): Accuracy {
  const { pairs, forcedAccuracy, freeAccuracy, positions, texts } = report;
  const shares = positions.map((at) => ({ tokens: at.tokens, forced: at.forcedAccuracy, free: at.freeAccuracy }));
  return { pairs, forced: forcedAccuracy, free: freeAccuracy, shares, texts };
}

/** By the run; or the session was replaced meanwhile, or nobody is there any more. */
const isTold = (failure: Failure) => isEngineFailure(failure) || isOver(failure) || failure.code === 'invalid_state';
