// The life of a worker, with a scripted worker on the other end of a message channel. Node 20 has no Web Locks, so the
// signs of life are tested here; tests/browser/worker.test.ts tests the lock.
import * as Comlink from 'comlink';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EngineError } from '../../wasm/errors';
import { type LinkOptions, WorkerLink } from '../../wasm/link';
import type { Answer, WorkerApi } from '../../wasm/worker-api';

const value = <T>(given: T): Answer<T> => ({ value: given });
const never = <T>() => new Promise<T>(() => {});

class ScriptedWorker extends EventTarget {
  readonly channel = new MessageChannel();
  ended = false;

  constructor(api: Partial<WorkerApi>) {
    super();
    this.channel.port1.onmessage = ({ data }) => this.dispatchEvent(new MessageEvent('message', { data }));
    Comlink.expose(api, this.channel.port2 as unknown as Comlink.Endpoint);
  }
  postMessage(message: unknown, transfer: Transferable[] = []) {
    if (!this.ended) this.channel.port1.postMessage(message, transfer as never);
  }
  fail(message: string) {
    this.dispatchEvent(Object.assign(new Event('error', { cancelable: true }), { message }));
  }
  terminate() {
    this.ended = true;
    this.channel.port1.close();
    this.channel.port2.close();
  }
}

const healthy: Partial<WorkerApi> = {
  start: async () => value({ build: 'simd' as const, watched: false }),
  ping: async () => value(true as const),
  version: async () => value('1.2.3'),
  lesson: () => never(),
};

let worker: ScriptedWorker;
let told: EngineError[];

function options(api: Partial<WorkerApi>, deadline = 20_000): LinkOptions {
  return {
    createWorker: () => {
      worker = new ScriptedWorker(api);
      return worker as unknown as Worker;
    },
    build: 'auto',
    deadline,
    partnerFrom: 30,
    onLost: (error) => told.push(error),
  };
}

const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: EngineError) => ({ name: error.name, code: error.code, message: error.message }),
  );

beforeEach(() => {
  told = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => {
  worker.terminate();
  vi.useRealTimers();
});

// Lets real messages travel while the clock is a false one.
async function travel(milliseconds = 0) {
  await vi.advanceTimersByTimeAsync(milliseconds);
  for (let i = 0; i < 20; ++i) await new Promise((resolve) => setImmediate(resolve));
}

test('calls are answered, errors of the engine keep their code and leave the link alive', async () => {
  const refused = { error: { name: 'EngineError', code: 'invalid_value', message: 'V is 0' } };
  const link = await WorkerLink.start(options({ ...healthy, fields: async () => refused }));
  expect(await link.call((api) => api.version())).toBe('1.2.3');
  expect(await rejection(link.call((api) => api.fields()))).toMatchObject(refused.error);
  expect(await link.call((api) => api.version())).toBe('1.2.3');
  expect(told).toEqual([]);
});

test('an error event rejects every waiting call, tells once and ends the worker', async () => {
  const link = await WorkerLink.start(options(healthy));
  const waiting = [link.call((api) => api.lesson()), link.call((api) => api.lesson())].map(rejection);
  worker.fail('out of memory');
  worker.fail('again');
  for (const error of await Promise.all(waiting)) {
    expect(error).toMatchObject({ name: 'EngineError', code: 'worker_lost' });
    expect(error!.message).toContain('out of memory');
  }
  expect(await rejection(link.call((api) => api.version()))).toMatchObject({ code: 'worker_lost' });
  expect(told.length).toBe(1);
  expect(worker.ended).toBe(true);
});

test('a module that broke counts as a lost worker', async () => {
  const broken = { error: { name: 'EngineError', code: 'engine_broken', message: 'unreachable' } };
  const link = await WorkerLink.start(options({ ...healthy, fields: async () => broken }));
  const other = rejection(link.call((api) => api.lesson()));
  expect(await rejection(link.call((api) => api.fields()))).toMatchObject({ code: 'worker_lost' });
  expect(await other).toMatchObject({ code: 'worker_lost' });
  expect(told.length).toBe(1);
});

test('a worker that falls silent while calls wait is given up', async () => {
  const link = await WorkerLink.start(options({ ...healthy, ping: () => never() }));
  const waiting = rejection(link.call((api) => api.lesson()));
  await travel(2_000); // asked for a sign of life
  await travel(14_000);
  expect(told).toEqual([]);
  await travel(2_000);
  expect(await waiting).toMatchObject({ code: 'worker_lost' });
  expect(told.length).toBe(1);
});

test('a worker that is busy but answers is left alone, an idle one is not asked', async () => {
  let asked = 0;
  const ping = async () => {
    ++asked;
    return value(true as const);
  };
  const link = await WorkerLink.start(options({ ...healthy, ping }));
  await travel(60_000);
  expect(asked).toBe(0);
  const waiting = link.call((api) => api.lesson());
  rejection(waiting);
  for (let i = 0; i < 30; ++i) await travel(2_000);
  expect(asked).toBeGreaterThan(10);
  expect(told).toEqual([]);
  link.close();
});

test('close rejects with cancelled and tells nobody', async () => {
  const link = await WorkerLink.start(options(healthy));
  const waiting = rejection(link.call((api) => api.lesson()));
  link.close();
  expect(await waiting).toMatchObject({ code: 'cancelled' });
  expect(told).toEqual([]);
});

test('a worker that never starts is given up at the deadline', async () => {
  const starting = rejection(WorkerLink.start(options({ ...healthy, start: () => never() }, 5_000)));
  await travel(4_999);
  expect(worker.ended).toBe(false);
  await travel(1);
  expect(await starting).toMatchObject({ code: 'engine_missing', message: expect.stringContaining('5 seconds') });
  expect(worker.ended).toBe(true);
  expect(told).toEqual([]);
});

test('a script that is missing, and an engine that does not load, end the worker', async () => {
  const missing = rejection(WorkerLink.start(options({ ...healthy, start: () => never() })));
  worker.fail('');
  expect(await missing).toMatchObject({ code: 'engine_missing' });
  const blocked = { error: { name: 'EngineError', code: 'engine_blocked', message: 'forbidden' } };
  expect(await rejection(WorkerLink.start(options({ ...healthy, start: async () => blocked })))).toMatchObject(
    blocked.error,
  );
  expect(worker.ended).toBe(true);
  expect(told).toEqual([]);
});

test('a constructor that throws is engine_blocked', async () => {
  const createWorker = () => {
    throw new TypeError('module workers are not supported');
  };
  expect(await rejection(WorkerLink.start({ ...options(healthy), createWorker }))).toMatchObject({
    code: 'engine_blocked',
    message: expect.stringContaining('module workers are not supported'),
  });
});
