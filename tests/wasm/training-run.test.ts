// A run as the worker has it, with partners whose answers the test holds back. Numbers are those of one worker alone.
import * as Comlink from 'comlink';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type LocalEngine, loadEngine } from '../../wasm/node';
import { assist } from '../../wasm/partner';
import type { Configuration, TrainingProgress } from '../../wasm/protocol';
import type { Session } from '../../wasm/session';
import { startPartner } from '../../wasm/start-partner';
import { TrainingRun } from '../../wasm/training-run';
import type { StartOptions, WorkerApi } from '../../wasm/worker-api';

// 5 batches an epoch, the last of a single row, which is one part.
const configuration: Configuration = {
  task: { kind: 'reverse', examples: 45, min_length: 1, max_length: 5, symbols: 6, validation_share: 0, test_share: 0 },
  model: { embedding_size: 5, hidden_size: 9 },
  training: { batch_size: 11, epochs: 30, learning_rate: 0.01, shards: 2 },
};
const options: StartOptions = { build: 'simd', lock: null, partnerFrom: 0 };

let engine: LocalEngine;
beforeAll(async () => {
  engine = await loadEngine();
});
const ports: MessagePort[] = [];
afterEach(() => {
  vi.unstubAllGlobals();
  for (const port of ports.splice(0)) port.close();
});

/** Workers in name: the same calls through a channel. `hold` is waited for before a call is answered. */
function workers(hold: (call: 'start' | 'assist', worker: number) => Promise<unknown> | null) {
  const seen = { started: 0, ended: 0 };
  const newWorker = () => {
    const worker = ++seen.started;
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    const api: Pick<WorkerApi, 'start' | 'assist'> = {
      start: async () => {
        await hold('start', worker);
        return { value: { build: 'simd', watched: false } };
      },
      assist: async (model, port, pairs) => {
        const copy = engine.load(model, pairs); // as it was sent, however long the answer takes
        await hold('assist', worker);
        ports.push(port);
        assist(copy, port);
        return { value: true };
      },
    };
    Comlink.expose(api, port2);
    const terminate = () => {
      seen.ended += 1;
      port1.close();
    };
    return Object.assign(port1, { terminate, onerror: null }) as unknown as Worker;
  };
  return { newWorker, seen };
}

function run(session: Session, newWorker: () => Worker, more: { steps?: number; partnerFrom?: number } = {}) {
  const workersSeen = new Set<number>();
  const { steps = Number.POSITIVE_INFINITY, partnerFrom = 0 } = more;
  const listener = (progress: TrainingProgress) => void workersSeen.add(progress.workers);
  let time = 0;
  const now = () => (time += 4); // a step is a slice, however fast the machine is
  const training = { session, steps, pairs: undefined, listener, options: { ...options, partnerFrom }, newWorker, now };
  return { run: new TrainingRun(training), workersSeen };
}

const never = () => new Promise<never>(() => {});
const until = (happened: () => boolean) => vi.waitFor(() => expect(happened()).toBe(true));

test('a run with a partner has the weights of a run alone', async () => {
  const session = engine.open(configuration);
  const { newWorker, seen } = workers(() => null);
  const { run: training, workersSeen } = run(session, newWorker);
  const { digest } = await training.ended;
  expect(digest).toBe(engine.open(configuration).train().digest);
  expect(workersSeen).toContain(2);
  expect(seen).toEqual({ started: 1, ended: 1 });
});

test('a step size changed after the copy was made, before it answers: the copy is not used', async () => {
  const session = engine.open(configuration);
  let answer: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let copied = false;
  const { newWorker, seen } = workers((call, worker) => {
    if (call !== 'assist' || worker !== 1) return null;
    copied = true;
    return held;
  });
  const { run: training, workersSeen } = run(session, newWorker);
  await until(() => copied);
  await training.betweenSteps();
  const { step } = session.configure('training.learning_rate', 0.002);
  training.alone();
  answer();
  const { digest } = await training.ended;

  const alone = engine.open(configuration);
  alone.train({ steps: step });
  alone.configure('training.learning_rate', 0.002);
  expect(digest).toBe(alone.train().digest);
  expect(seen).toEqual({ started: 2, ended: 2 });
  expect(workersSeen).toContain(2); // the second one's copy is right
});

test.each(['start', 'assist'] as const)(
  'stopping does not wait for a partner that does not answer %s',
  async (held) => {
    const session = engine.open(configuration);
    let asked = false;
    const { newWorker, seen } = workers((call) => {
      if (call !== held) return null;
      asked = true;
      return never();
    });
    const { run: training, workersSeen } = run(session, newWorker);
    await until(() => asked);
    await training.stop();
    expect(seen).toEqual({ started: 1, ended: 1 });
    expect([...workersSeen]).toEqual([1]);
    expect(session.train().digest).toBe(engine.open(configuration).train().digest);
  },
);

test('a partner that does not answer in time is ended', async () => {
  const { newWorker, seen } = workers(never);
  const { signal } = new AbortController();
  const session = engine.open(configuration);
  expect(await startPartner(session, { newWorker, options, pairs: undefined, signal, deadline: 10 })).toBe(null);
  expect(seen).toEqual({ started: 1, ended: 1 });
});

test('where no worker may be started, or its script fails, there is no partner', async () => {
  const session = engine.open(configuration);
  const { signal } = new AbortController();
  const forbidden = () => {
    throw new Error('not here');
  };
  expect(await startPartner(session, { newWorker: forbidden, options, pairs: undefined, signal })).toBe(null);
  const { newWorker, seen } = workers(never);
  const failing = () => {
    const worker = newWorker();
    setTimeout(() => worker.onerror?.({ message: 'no script' } as ErrorEvent));
    return worker;
  };
  expect(await startPartner(session, { newWorker: failing, options, pairs: undefined, signal })).toBe(null);
  expect(seen.ended).toBe(1);
});

test('no partner is started for the few steps before the end, or after the last', async () => {
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 });
  const partnersOf = async (epochs: number, more: { steps?: number; partnerFrom?: number }) => {
    const session = engine.open({ ...configuration, training: { ...configuration.training, epochs } });
    const { newWorker, seen } = workers(() => null);
    await run(session, newWorker, { partnerFrom: 1e-9, ...more }).run.ended;
    return seen.started;
  };
  expect(await partnersOf(2, {})).toBe(0); // after the first step, 9 are left
  expect(await partnersOf(30, {})).toBe(1);
  expect(await partnersOf(30, { steps: 5 })).toBe(0);
  expect(await partnersOf(30, { steps: 1, partnerFrom: 0 })).toBe(0);
});
