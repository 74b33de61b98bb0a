// What elements share that show the engine's answers to settings on screen: they are there before the engine is, ask it
// with the first change, and only the newest change counts. Answers are never half on screen.
import { html, nothing } from 'lit';
import type { Engine } from '../../wasm/client';
import { type Failure, isEngineFailure, isOver, toFailure } from '../lib/failure';
import { errorPanel } from '../parts/error-panel';
import { S2sElement } from './element';

export abstract class AskingElement extends S2sElement {
  static override properties = {
    ...S2sElement.properties,
    failure: { state: true },
  };

  protected failure: Failure | null = null;
  /** Counts the changes: answers to older ones may come later. */
  private asked = 0;
  private answering: Promise<void> = Promise.resolve();
  private retry: () => void = () => {};

  /** What is on screen, for s2s-ready and the host. */
  abstract get state(): unknown;

  /** The engine is there, and what was asked of it by then is on screen. */
  get ready(): Promise<void> {
    return this.hold.shared().then(() => this.answering);
  }

  protected seen(): void {
    if (this.autostart !== 'off') void this.start();
  }
  protected engineLost(): void {
    // What is on screen stands; the next change asks for the engine again.
    this.dropAsked();
  }
  protected override engineBack(): void {
    if (this.failure && isEngineFailure(this.failure)) this.failure = null;
  }
  protected override left(): void {
    this.dropAsked();
  }

  private async start(): Promise<void> {
    try {
      await this.hold.shared();
      this.failure = null;
      this.emit('s2s-ready', this.state);
    } catch (error) {
      this.fail(error, () => void this.start());
    }
  }

  /** An answer that is under way is not wanted any more. */
  protected dropAsked(): void {
    this.asked += 1;
  }

  /**
   * Asks the engine, started anew where it was lost. `take` and `refuse` are called where nothing newer was asked
   * meanwhile; `refuse` gets what the engine, or `take`, has thrown.
   */
  protected ask<Found>(
    question: (engine: Engine) => Promise<Found>,
    take: (found: Found) => void,
    refuse: (error: unknown) => void,
  ): Promise<void> {
    this.asked += 1;
    const turn = this.asked;
    const answer = async () => {
      try {
        const found = await question(await this.hold.restarted());
        if (turn !== this.asked) return;
        this.failure = null;
        take(found);
      } catch (error) {
        if (turn === this.asked) refuse(error);
      }
    };
    this.answering = answer();
    return this.answering;
  }

  /** The engine's own trouble, with a way to try again. */
  protected fail(error: unknown, retry: () => void): void {
    const failure = toFailure(error);
    if (isOver(failure)) return;
    this.failure = failure;
    this.retry = retry;
    this.emit('s2s-error', this.failure);
  }

  protected trouble() {
    if (!this.failure) return nothing;
    const ways = [{ label: this.strings.tryAgain, act: () => this.retry() }];
    return html`<div class="trouble">${errorPanel(this.failure, ways, this.strings)}</div>`;
  }
}
