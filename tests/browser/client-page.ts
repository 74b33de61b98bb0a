// A page that holds nothing but the client, built and served under the strict policy for one test file.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { serve } from '../../scripts/serve.mjs';
import { keepWorkers, launch } from './chromium';
import { buildClientPage } from './worker-page/build.mjs';
import type { Client } from './worker-page/page';

// What page.evaluate's functions see.
declare const client: Client;

/** Call once in a test file, with a name of its own. `page` is the one that `visit` opened last. */
export function clientPage(name: string) {
  const folder = fileURLToPath(new URL(`../../build/client-page-${name}/`, import.meta.url));
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serve>>;
  let page: Page;

  beforeAll(async () => {
    await buildClientPage(folder);
    server = await serve(folder);
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(() => page?.close());

  return {
    folder,
    get page() {
      return page;
    },
    get url() {
      return server.url;
    },
    async visit(prepare?: (page: Page) => Promise<unknown>, address = server.url): Promise<Page> {
      page = await browser.newPage();
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
