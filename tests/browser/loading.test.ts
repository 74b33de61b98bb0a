// How the engine is loaded in a real browser, and what is said where it cannot be.
import { expect, test } from 'vitest';
import { serve, strictHeaders } from '../../scripts/serve.mjs';
import { clientPage } from './client-page';
import type { Client } from './worker-page/page';

// What page.evaluate's functions see.
declare const client: Client;

const site = clientPage('loading');

test('a missing .wasm is engine_missing', async () => {
  await site.visit((p) => p.route('**/*.wasm', (route) => route.fulfill({ status: 404, body: 'not here' })));
  const error = await site.startError();
  expect(error).toMatchObject({ name: 'EngineError', code: 'engine_missing', isError: true });
  expect(error!.message).toMatch(/404/);
});

test('a page in place of the .wasm is engine_missing, and a later try can succeed', async () => {
  await site.visit((p) =>
    p.route('**/*.wasm', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Hi</h1>' })),
  );
  const error = await site.startError();
  expect(error).toMatchObject({ code: 'engine_missing' });
  expect(error!.message).toMatch(/not a whole WebAssembly file/);
  await site.page.unroute('**/*.wasm');
  expect(await site.startError()).toBeNull();
});

test('a connection that fails is engine_missing', async () => {
  await site.visit((p) => p.route('**/*.wasm', (route) => route.abort()));
  expect(await site.startError()).toMatchObject({ code: 'engine_missing' });
});

test('an answer that never comes ends at the deadline', async () => {
  await site.visit((p) => p.route('**/*.wasm', () => {}));
  const error = await site.page.evaluate(() =>
    client.createEngine({ deadline: 300 }).then(
      () => null,
      (reason) => ({ code: reason.code, message: reason.message }),
    ),
  );
  expect(error).toMatchObject({ code: 'engine_missing' });
  expect(error!.message).toMatch(/0\.3 seconds/);
});

test('a missing worker script is engine_missing', async () => {
  await site.visit((p) => p.route('**/worker-*.js', (route) => route.fulfill({ status: 404, body: '' })));
  expect(await site.startError()).toMatchObject({ code: 'engine_missing' });
});

test.each(['application/octet-stream', 'text/plain', ''])('a .wasm served as "%s" loads', async (type) => {
  await site.visit((p) =>
    p.route('**/*.wasm', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'content-type': type };
      await route.fulfill({ response, headers });
    }),
  );
  expect(await site.startError()).toBeNull();
});

test('a policy that forbids WebAssembly is engine_blocked', async () => {
  const policy = strictHeaders['Content-Security-Policy']!.replace(" 'wasm-unsafe-eval'", '');
  const blocked = await serve(site.folder, { headers: { ...strictHeaders, 'Content-Security-Policy': policy } });
  try {
    await site.visit(undefined, blocked.url);
    const error = await site.startError();
    expect(error).toMatchObject({ code: 'engine_blocked' });
    expect(error!.message).toMatch(/wasm-unsafe-eval/);
  } finally {
    await blocked.close();
  }
});

test('without WebAssembly the message names lockdown mode', async () => {
  await site.visit((p) => p.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly')));
  const error = await site.startError();
  expect(error).toMatchObject({ code: 'engine_blocked' });
  expect(error!.message).toMatch(/lockdown mode/);
});

test('a browser that has no module workers gets a message', async () => {
  await site.visit((p) =>
    p.addInitScript(() => {
      globalThis.Worker = class {
        constructor() {
          throw new TypeError('module workers are not supported');
        }
      } as unknown as typeof Worker;
    }),
  );
  const error = await site.startError();
  expect(error).toMatchObject({ code: 'engine_blocked' });
  expect(error!.message).toMatch(/module workers are not supported/);
});

test('the scalar build gives the same weights', async () => {
  await site.visit();
  const digests = await site.page.evaluate(async () => {
    const found: string[] = [];
    for (const build of ['simd', 'scalar'] as const) {
      const engine = await client.createEngine({ build });
      found.push((await (await engine.open()).train()).digest);
      engine.close();
    }
    return found;
  });
  expect(digests[0]).toMatch(/^[0-9a-f]{16}$/);
  expect(digests[1]).toBe(digests[0]);
});
