// Training a large model in two workers: a second worker holds a copy of the session and computes every other part of
// each step. Memory is not shared, so any host will do: gradients travel as buffers, and both copies make the same
// update from the same parts. What the parts are is the configuration's (training.shards); who computed one, and whether
// a partner was there at all, leaves no trace in the numbers.
import type { StepReport } from './protocol';
import type { Session } from './session';

/** A part by its number in the step. */
type Parts = Map<number, Uint8Array<ArrayBuffer>>;

// Even parts are the first worker's, odd ones the partner's.
function compute(session: Session, odd: 0 | 1): Parts {
  const parts: Parts = new Map();
  for (let part: number = odd; part < session.shared.count(); part += 2) parts.set(part, session.shared.compute(part));
  return parts;
}

const send = (port: MessagePort, parts: Parts) =>
  port.postMessage(
    parts,
    [...parts.values()].map(({ buffer }) => buffer),
  );

/** The partner's side: works on each step until its first worker goes away or the run ends. */
export function assist(session: Session, port: MessagePort): void {
  const begin = () => {
    if (session.finished) return;
    // A step of a single part is begun here too, so that it can be finished; the bytes are the first worker's to send.
    const parts = session.shared.count() === 1 ? new Map() : compute(session, 1);
    if (parts.size === 0) session.shared.compute(0);
    send(port, parts);
  };
  port.onmessage = ({ data }: MessageEvent<Parts>) => {
    try {
      for (const [part, bytes] of data) session.shared.put(part, bytes);
      session.shared.finish();
    } catch {
      port.close(); // the same error ends the run in the first worker
      return;
    }
    begin();
  };
  begin();
}

/** A partner that keeps its first worker waiting for so many steps' time, at least so long, is given up. */
export interface Patience {
  steps: number;
  milliseconds: number;
}

export class Partner {
  private readonly arrived: Parts[] = [];
  private wake: () => void = () => {};
  private gone = false;

  /** `end`: frees the worker behind the port. */
  constructor(
    private readonly port: MessagePort,
    private readonly end: () => void,
    private readonly patience: Patience = { steps: 20, milliseconds: 3000 },
  ) {
    port.onmessage = ({ data }: MessageEvent<Parts>) => {
      this.arrived.push(data);
      this.wake();
    };
  }

  get lost(): boolean {
    return this.gone;
  }

  /** One step; without the partner's parts in time they are computed here. The bits of session.advance(1). */
  async step(session: Session, stepMilliseconds: number): Promise<StepReport> {
    const { shared } = session;
    try {
      send(this.port, compute(session, 0));
      if (this.arrived.length === 0 && !this.gone) await this.wait(stepMilliseconds);
      const theirs = this.arrived.shift();
      if (theirs) for (const [part, bytes] of theirs) shared.put(part, bytes);
      else {
        this.close();
        for (let part = 1; part < shared.count(); part += 2) shared.compute(part);
      }
      return shared.finish();
    } catch (error) {
      shared.giveUp(); // begun but not finished, it would stand in the way of whatever trains next
      throw error;
    }
  }

  close(): void {
    if (this.gone) return;
    this.gone = true;
    this.port.close();
    this.end();
    this.wake();
  }

  private wait(stepMilliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const limit = Math.max(this.patience.milliseconds, this.patience.steps * stepMilliseconds);
      const timer = setTimeout(resolve, limit);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
