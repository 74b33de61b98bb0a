// A large model trained by two workers, in a real browser under a strict policy.
import { expect, test } from 'vitest';
import { loadEngine } from '../../wasm/node';
import { clientPage } from './client-page';
import type { Client } from './worker-page/page';

// What page.evaluate's functions see.
declare const client: Client;

const site = clientPage();
const configuration = {
  task: { kind: 'reverse', examples: 120, min_length: 2, max_length: 6 },
  model: { embedding_size: 12, hidden_size: 20 },
  training: { batch_size: 9, epochs: 6, learning_rate: 0.01, shards: 2, forcing: { schedule: 'linear' } },
};
const expected = async () => (await loadEngine()).open(configuration).train().digest;

test('two workers give the weights that one gives, and say that they are two', async () => {
  await site.visit();
  const found = await site.page.evaluate(async (config) => {
    const engine = await client.createEngine({ partnerFrom: 0 });
    const session = await engine.open(config);
    const workers = new Set<number>();
    const { digest } = await session.train({ onProgress: (progress) => workers.add(progress.workers) });
    const alone = await engine.open({ ...config, training: { ...config.training, shards: 1 } });
    const one = new Set<number>();
    await alone.train({ onProgress: (progress) => one.add(progress.workers) });
    engine.close();
    return { digest, workers: [...workers], one: [...one] };
  }, configuration);
  expect(found.digest).toBe(await expected());
  expect(found.workers).toContain(2);
  expect(found.one).toEqual([1]);
});

test('paused, looked at, reconfigured and gone on with: the same weights', async () => {
  await site.visit();
  const found = await site.page.evaluate(async (config) => {
    const engine = await client.createEngine({ partnerFrom: 0 });
    const session = await engine.open({ ...config, training: { ...config.training, epochs: 150 } });
    let workers = 0;
    let heard: () => void = () => {};
    const onProgress = (progress: { workers: number }) => {
      workers = progress.workers;
      heard();
    };
    const untilTwo = async () => {
      workers = 0;
      while (workers !== 2) await new Promise<void>((resolve) => (heard = resolve));
    };
    const first = session.train({ onProgress });
    await untilTwo();
    await session.translate('abc');
    await session.snapshot();
    const paused = await session.pause();
    const stopped = await first;
    await session.configure('training.learning_rate', 0.002);
    const second = session.train({ onProgress });
    await untilTwo();
    const { digest } = await second;
    engine.close();
    return { paused, stopped, digest };
  }, configuration);
  expect(found.paused).toEqual(found.stopped);
  expect(found.paused.finished).toBe(false);
  const session = (await loadEngine()).open({ ...configuration, training: { ...configuration.training, epochs: 150 } });
  expect(session.train({ steps: found.paused.step }).digest).toBe(found.paused.digest);
  session.configure('training.learning_rate', 0.002);
  expect(session.train().digest).toBe(found.digest);
});

test('a partner that does not load keeps nobody from pausing, and the run goes on with one that does', async () => {
  let asked = 0;
  let heldBack: () => void = () => {};
  const waiting = new Promise<void>((resolve) => {
    heldBack = resolve;
  });
  await site.visit((page) =>
    page.route('**/*.wasm', (route) => {
      if (++asked !== 2) return route.continue();
      heldBack(); // the first worker has its engine; this one is never answered
    }),
  );
  await site.page.evaluate(async (config) => {
    const engine = await client.createEngine({ partnerFrom: 0 });
    const session = await engine.open(config);
    Object.assign(globalThis, { session, training: session.train() });
  }, configuration);
  await waiting;
  const found = await site.page.evaluate(async () => {
    const { session, training } = globalThis as unknown as {
      session: Awaited<ReturnType<Awaited<ReturnType<typeof client.createEngine>>['open']>>;
      training: Promise<unknown>;
    };
    const { finished } = await session.pause();
    await training;
    const workers = new Set<number>();
    const { digest } = await session.train({ onProgress: (progress) => workers.add(progress.workers) });
    return { finished, digest, workers: [...workers] };
  });
  expect(found.finished).toBe(false);
  expect(found.workers).toContain(2);
  expect(found.digest).toBe(await expected());
});

test('a step size changed in the middle holds for both copies', async () => {
  await site.visit();
  const found = await site.page.evaluate(async (config) => {
    const engine = await client.createEngine({ partnerFrom: 0 });
    const session = await engine.open({ ...config, training: { ...config.training, epochs: 40 } });
    let seen = 0;
    let workers = 1;
    const training = session.train({
      onProgress: (progress) => {
        seen += progress.steps.length;
        workers = Math.max(workers, progress.workers);
      },
    });
    while (seen < 30) await new Promise((resolve) => setTimeout(resolve, 1));
    const { step } = await session.configure('training.learning_rate', 0.002);
    const { digest } = await training;
    engine.close();
    return { step, digest, workers };
  }, configuration);
  expect(found.workers).toBe(2);
  const session = (await loadEngine()).open({
    ...configuration,
    training: { ...configuration.training, epochs: 40 },
  });
  session.train({ steps: found.step });
  session.configure('training.learning_rate', 0.002);
  expect(session.train().digest).toBe(found.digest);
});
