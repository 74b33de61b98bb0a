// Starts a partner (partner.ts): the engine once more in a worker of its own, with a copy of the session.
import * as Comlink from 'comlink';
import { Partner } from './partner';
import type { Pairs } from './protocol';
import type { Session } from './session';
import type { StartOptions, WorkerApi } from './worker-api';

// The run waits while its partner starts. Of a worker that was let in and then does not answer nothing is ever heard.
const usualDeadline = 5_000;

export interface PartnerStart {
  /** A worker that runs worker.ts. */
  newWorker: () => Worker;
  options: StartOptions;
  pairs: Pairs | undefined;
  /** Aborted where the copy would be of no use any more. */
  signal: AbortSignal;
  /** Milliseconds until it must have answered. */
  deadline?: number;
}

/** Null where it does not start, in time: one worker trains as well. */
export async function startPartner(session: Session, start: PartnerStart): Promise<Partner | null> {
  const { newWorker, options, pairs, signal, deadline = usualDeadline } = start;
  let worker: Worker;
  try {
    worker = newWorker();
  } catch {
    return null; // not allowed here
  }
  const { port1, port2 } = new MessageChannel();
  const copied = async () => {
    const helper = Comlink.wrap<WorkerApi>(worker);
    const loaded = await helper.start({ ...options, lock: null });
    if ('error' in loaded) throw loaded.error;
    const model = session.exportModel({ resumable: true });
    const ready = await helper.assist(Comlink.transfer(model, [model.buffer, port2]), port2, pairs);
    if ('error' in ready) throw ready.error;
    return new Partner(port1, () => worker.terminate());
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const givenUp = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, deadline, null);
    worker.onerror = () => resolve(null);
    signal.addEventListener('abort', () => resolve(null));
  });
  // It fails where there is no memory for a second engine or a copy.
  const partner = await Promise.race([copied().catch(() => null), givenUp]);
  clearTimeout(timer);
  if (partner === null) {
    port1.close();
    worker.terminate();
  }
  return partner;
}
