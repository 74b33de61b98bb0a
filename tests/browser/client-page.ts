// A page that holds nothing but the client, served under the strict policy for one test file.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { serve } from '../../scripts/serve.mjs';
import { keepWorkers, launch } from './chromium';
import { clientPageFolder } from './worker-page/build.mjs';
import type { Client } from './worker-page/page';

// What page.evaluate's functions see.
declare const client: Client;

/** Call once in a test file. `page` is the one that `visit` opened last. */
export function clientPage() {
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serve>>;
  let page: Page;
  const opened: Page[] = [];

  beforeAll(async () => {
    server = await serve(clientPageFolder);
    browser = await launch();
  });
  afterAll(() => server?.close());
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  return {
    get page() {
      return page;
    },
    get url() {
      return server.url;
    },
    async visit(prepare?: (page: Page) => Promise<unknown>, address = server.url): Promise<Page> {
      page = await browser.newPage();
      opened.push(page);
      await keepWorkers(page);
      await prepare?.(page);
      await page.goto(address);
      await page.waitForFunction(() => 'client' in globalThis);
      return page;
    },
    /** The error that starting the engine ends with, as the page sees it; null where it starts. */
    startError: () =>
      page.evaluate(() =>
        client.createEngine().then(
          () => null,
          (error) => ({
            name: error.name,
            code: error.code,
            message: error.message,
            isError: error instanceof Error,
          }),
        ),
      ),
  };
}
