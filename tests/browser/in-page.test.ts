// The engine in the page's own thread: what a page that may start no worker gets.
import { expect, test } from 'vitest';
import { loadEngine } from '../../wasm/node';
import { clientPage } from './client-page';
import type { Client, StartInPage } from './worker-page/page';

// What page.evaluate's functions see.
declare const client: Client;
declare const startInPage: StartInPage;

const site = clientPage();

test('what trains ends with its engine; another engine of the page goes on', async () => {
  await site.visit();
  const found = await site.page.evaluate(async () => {
    // Between two slices a run sends itself a message.
    let messages = 0;
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (...sent: unknown[]) {
      ++messages;
      return postMessage.apply(this, sent as Parameters<typeof postMessage>);
    };
    const start = async () => {
      const inPage = await startInPage();
      return client.createEngine({ createWorker: () => inPage });
    };
    const [closed, other] = [await start(), await start()];
    const session = await closed.open({ training: { epochs: 1_000_000 } });
    const kept = await other.open();
    let heard: () => void = () => {};
    const running = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const ended = session.train({ onProgress: () => heard() }).catch((error) => error.code);
    await running;
    closed.close();
    const code = await ended;
    for (let before = -1; before !== messages; ) {
      before = messages;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { digest } = await kept.train();
    other.close();
    return { code, digest };
  });
  expect(found.code).toBe('cancelled');
  expect(found.digest).toBe((await loadEngine()).open().train().digest);
});
