// A large model trained by two workers, in a real browser under a strict policy.
import { expect, test } from 'vitest';
import { loadEngine } from '../../wasm/node';
import { clientPage } from './client-page';
import type { Client } from './worker-page/page';

// What page.evaluate's functions see.
declare const client: Client;

const site = clientPage('partner');
const configuration = {
  task: { kind: 'reverse', examples: 120, min_length: 2, max_length: 6 },
  model: { embedding_size: 12, hidden_size: 20 },
  training: { batch_size: 9, epochs: 6, learning_rate: 0.01, shards: 2, forcing: { schedule: 'linear' } },
};
const expected = async (options: { configured?: boolean } = {}) => {
  const session = (await loadEngine()).open(configuration);
  if (!options.configured) return session.train().digest;
  session.train({ steps: 20 });
  session.configure('training.learning_rate', 0.002);
  return session.train().digest;
};
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
  const digest = await site.page.evaluate(async (config) => {
    const engine = await client.createEngine({ partnerFrom: 0 });
    const session = await engine.open(config);
    const first = session.train({ steps: 20 });
    await session.translate('abc');
    await session.snapshot();
    await first;
    await session.configure('training.learning_rate', 0.002);
    await session.train({ steps: 15 });
    const state = await session.train();
    engine.close();
    return state.digest;
  }, configuration);
  expect(digest).toBe(await expected({ configured: true }));
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
