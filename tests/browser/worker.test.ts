// The client and its worker in a real browser, under a strict Content-Security-Policy.
import { describe, expect, test } from 'vitest';
import { loadEngine } from '../../wasm/node';
import { clientPage } from './client-page';
import type { Client } from './worker-page/page';

// What page.evaluate's functions see.
declare const client: Client;

const site = clientPage();
const long = { training: { epochs: 1_000_000 } };

describe('training', () => {
  test('200 epochs give the lesson’s loss and the weights that Node gives', async () => {
    await site.visit();
    const found = await site.page.evaluate(async () => {
      const engine = await client.createEngine();
      const session = await engine.open();
      const losses: number[] = [];
      const epochs: number[] = [];
      const state = await session.train({
        onProgress: (progress) => {
          losses.push(...progress.steps.map((step) => step.loss));
          epochs.push(...progress.snapshots.map((snapshot) => snapshot.epoch));
        },
      });
      engine.close();
      return { losses, epochs, state };
    });
    const session = (await loadEngine()).open();
    expect(found.state).toEqual(session.train());
    expect(found.state.finished).toBe(true);
    expect(found.losses.length).toBe(200);
    expect([0, 1, 2, 199].map((epoch) => found.losses[epoch]!.toFixed(4))).toEqual([
      '6.9713',
      '6.9338',
      '6.8965',
      '1.4987',
    ]);
    // One look at the model for every epoch, in order.
    expect(found.epochs).toEqual(Array.from({ length: 200 }, (_, k) => k + 1));
  });

  test('the page’s own thread runs on, and other calls are answered, while a long run trains', async () => {
    await site.visit();
    const found = await site.page.evaluate(async (configuration) => {
      const engine = await client.createEngine();
      const session = await engine.open(configuration);
      let slices = 0;
      let over = false;
      const training = session.train({ onProgress: () => ++slices }).finally(() => {
        over = true;
      });
      const seen: number[] = [];
      for (let i = 0; i < 20; ++i) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        const snapshot = await session.snapshot();
        const other = await engine.parameterCounts(10, 6, 8);
        if (snapshot.epoch > 0 && other.total > 0) seen.push(slices);
      }
      const stillTraining = !over;
      await session.pause();
      await training;
      return { seen, stillTraining };
    }, long);
    expect(found.stillTraining).toBe(true);
    expect(found.seen.length).toBeGreaterThan(15);
    expect(found.seen.at(-1)).toBeGreaterThan(found.seen[0]!);
  });

  test('pause stops after the running slice, and its model is used and trained on (C53)', async () => {
    await site.visit();
    const found = await site.page.evaluate(async (configuration) => {
      const engine = await client.createEngine();
      const session = await engine.open(configuration);
      let after = 0;
      let pausing = false;
      let last = { step: 0, epoch: 0, finished: false };
      let heard: () => void = () => {};
      const firstSlices = new Promise<void>((resolve) => {
        let count = 0;
        heard = () => {
          if (++count === 5) resolve();
        };
      });
      const training = session.train({
        onProgress: (progress) => {
          if (pausing) ++after;
          last = progress.state;
          heard();
        },
      });
      await firstSlices;
      pausing = true;
      const paused = await session.pause();
      const ended = await training;
      const count = after;
      await new Promise((resolve) => setTimeout(resolve, 50));
      const later = await session.state();
      const resumed = await session.train({ steps: 3 });
      return { paused, ended, later, last, after: count, silent: after === count, resumed };
    }, long);
    // What had left the worker before it heard of the pause, the slice that was running, and what was still collected.
    expect(found.after).toBeLessThanOrEqual(3);
    expect(found.silent).toBe(true);
    expect(found.paused).toEqual(found.ended);
    expect(found.later).toEqual(found.paused);
    expect(found.last.step).toBe(found.paused.step);
    expect(found.paused.finished).toBe(false);
    expect(found.resumed.step).toBe(found.paused.step + 3);
  });

  test('two sessions train side by side and do not disturb each other', async () => {
    await site.visit();
    const found = await site.page.evaluate(async () => {
      const engine = await client.createEngine();
      const configurations = [{ training: { seed: '99' } }, { training: { seed: '7' } }];
      const digests = async (together: boolean) => {
        const sessions = await Promise.all(configurations.map((configuration) => engine.open(configuration)));
        if (together) await Promise.all(sessions.map((session) => session.train()));
        else for (const session of sessions) await session.train();
        const states = await Promise.all(sessions.map((session) => session.state()));
        return states.map((state) => state.digest);
      };
      return { together: await digests(true), apart: await digests(false) };
    });
    expect(found.together).toEqual(found.apart);
    expect(found.together[0]).not.toBe(found.together[1]);
  });

  test('a run that ends in NaN rejects with its cause, and reset leads back', async () => {
    await site.visit();
    const found = await site.page.evaluate(async () => {
      const engine = await client.createEngine();
      const session = await engine.open({ training: { learning_rate: 1e9 } });
      const first = await session.state();
      const error = await session.train().then(
        () => null,
        (reason) => ({ name: reason.name, code: reason.code, message: reason.message }),
      );
      const snapshot = await session.snapshot();
      const back = await session.reset();
      await session.configure('training.learning_rate', 0.001);
      const again = await session.train({ steps: 1 });
      return { error, first, back, snapshot, again };
    });
    expect(found.error).toMatchObject({ name: 'EngineError', code: 'not_finite' });
    expect(found.error!.message).toMatch(/step/);
    expect(Number.isFinite(found.snapshot.loss)).toBe(true);
    expect(found.back.digest).toBe(found.first.digest);
    expect(found.again.step).toBe(1);
  });

  test('an exception in the page’s progress listener is the page’s own', async () => {
    await site.visit();
    const reported: string[] = [];
    site.page.on('pageerror', (error) => reported.push(error.message));
    const state = await site.page.evaluate(async () => {
      const session = await (await client.createEngine()).open();
      return session.train({
        onProgress: () => {
          throw new Error('drawing failed');
        },
      });
    });
    expect(state.finished).toBe(true);
    expect(reported).toContain('drawing failed');
  });

  test('training twice at once is refused, disposing ends a run', async () => {
    await site.visit();
    const found = await site.page.evaluate(async (configuration) => {
      const engine = await client.createEngine();
      const session = await engine.open(configuration);
      const code = (promise: Promise<unknown>) =>
        promise.then(
          () => 'none',
          (error) => error.code,
        );
      const training = session.train();
      const second = await code(session.train());
      await session.dispose();
      return { second, first: await code(training), later: await code(session.state()) };
    }, long);
    expect(found).toEqual({ second: 'invalid_state', first: 'none', later: 'invalid_state' });
  });
});

describe('errors', () => {
  test('keep name, code and text across the worker', async () => {
    await site.visit();
    const found = await site.page.evaluate(async () => {
      const engine = await client.createEngine();
      return engine.open({ model: { hidden_size: 0 } }).then(
        () => null,
        (error) => ({
          name: error.name,
          code: error.code,
          message: error.message,
          ofClass: error instanceof client.EngineError,
        }),
      );
    });
    expect(found).toMatchObject({ name: 'EngineError', code: 'invalid_value', ofClass: true });
    expect(found!.message).toMatch(/model\.hidden_size.*0.*allowed/);
  });

  test('a value that cannot be sent is the caller’s mistake and harms nothing', async () => {
    await site.visit();
    const found = await site.page.evaluate(async () => {
      const engine = await client.createEngine();
      const session = await engine.open();
      const code = await session
        .configure('training.learning_rate', () => 1)
        .then(
          () => 'none',
          (error) => error.code,
        );
      return { code, step: (await session.train({ steps: 1 })).step };
    });
    expect(found).toEqual({ code: 'invalid_value', step: 1 });
  });
});

describe('loss of the worker', () => {
  test('ended mid-training: waiting calls are rejected, listeners told once, restart works', async () => {
    await site.visit();
    const found = await site.page.evaluate(async (configuration) => {
      const workers = (globalThis as unknown as { started: Worker[] }).started;
      const shape = (promise: Promise<unknown>) =>
        promise.then(
          () => null,
          (error) => ({ name: error.name, code: error.code, message: error.message }),
        );
      const engine = await client.createEngine();
      const told: string[] = [];
      engine.onLost((error) => told.push(error.message));
      const session = await engine.open(configuration);
      let heard: () => void = () => {};
      const begun = new Promise<void>((resolve) => {
        heard = resolve;
      });
      const training = shape(session.train({ onProgress: () => heard() }));
      await begun;
      workers[0]!.terminate();
      const lost = await training;
      const next = await shape(engine.version());
      await engine.restart();
      const old = await shape(session.state());
      const fresh = await engine.open();
      const state = await fresh.train();
      return { lost, next, told, old, state, workers: workers.length };
    }, long);
    expect(found.lost).toMatchObject({ name: 'EngineError', code: 'worker_lost' });
    expect(found.next).toMatchObject({ code: 'worker_lost' });
    expect(found.old).toMatchObject({ code: 'worker_lost' });
    expect(found.told.length).toBe(1);
    expect(found.workers).toBe(2);
    expect(found.state.finished).toBe(true);
  });

  test('a worker that throws on its third message is lost at once, and what waits is rejected (C52)', async () => {
    await site.visit((p) =>
      p.route('**/worker-*.js', async (route) => {
        const response = await route.fetch();
        const fault = `let heard = 0; addEventListener('message', (event) => {
          if (++heard < 3) return;
          event.stopImmediatePropagation();
          throw new Error('thrown on message 3');
        });`;
        await route.fulfill({ response, body: `${fault}\n${await response.text()}` });
      }),
    );
    const found = await site.page.evaluate(async () => {
      const engine = await client.createEngine(); // message 1
      const lost = new Promise<string>((resolve) => engine.onLost((error) => resolve(error.message)));
      await engine.version(); // 2
      const code = await engine.fields().then(
        () => 'none',
        (error) => error.code,
      );
      return { code, told: await lost };
    });
    expect(found.code).toBe('worker_lost');
    expect(found.told).toContain('thrown on message 3');
  });

  test('close rejects what waits, silently for the listeners', async () => {
    await site.visit();
    const found = await site.page.evaluate(async (configuration) => {
      const engine = await client.createEngine();
      let told = 0;
      engine.onLost(() => ++told);
      const session = await engine.open(configuration);
      const training = session.train().then(
        () => 'none',
        (error) => error.code,
      );
      engine.close();
      return { code: await training, told };
    }, long);
    expect(found).toEqual({ code: 'cancelled', told: 0 });
  });
});

test('the strict policy is kept: nothing on the console, no request elsewhere', async () => {
  const complaints: string[] = [];
  const elsewhere: string[] = [];
  await site.visit(async (p) => {
    p.on('console', (message) => complaints.push(message.text()));
    p.on('pageerror', (error) => complaints.push(error.message));
    p.on('request', (request) => {
      if (!request.url().startsWith(site.url) && !request.url().startsWith('data:')) elsewhere.push(request.url());
    });
  });
  await site.page.evaluate(async () => {
    const engine = await client.createEngine();
    await (await engine.open()).train();
  });
  expect(complaints).toEqual([]);
  expect(elsewhere).toEqual([]);
});

test('creating and disposing 1,000 sessions leaves the heap flat', async () => {
  await site.visit();
  const found = await site.page.evaluate(async () => {
    const engine = await client.createEngine();
    const use = async (times: number) => {
      for (let i = 0; i < times; ++i) {
        const session = await engine.open();
        await session.train({ steps: 1, onProgress: () => {} });
        await session.snapshot();
        await session.dispose();
      }
      return engine.memory();
    };
    const first = await use(10);
    return { first, last: await use(1000) };
  });
  expect(found.last).toEqual(found.first);
});
