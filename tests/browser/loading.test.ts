// What is said where the engine cannot be loaded, for causes that only Chromium's driver can make. Those that a host can
// make are tried in all browsers (tests/engines/client.test.ts).
import { expect, test } from 'vitest';
import { clientPage } from './client-page';
import type { Client } from './worker-page/page';

// What page.evaluate's functions see.
declare const client: Client;

const site = clientPage();

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

test('without WebAssembly the message names lockdown mode (C62)', async () => {
  await site.visit((p) => p.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebAssembly')));
  const error = await site.startError();
  expect(error).toMatchObject({ code: 'engine_blocked' });
  expect(error!.message).toMatch(/lockdown mode/);
});

test('a browser that has no module workers gets a message (C63)', async () => {
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
