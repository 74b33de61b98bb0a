// The browser the tests drive, and a hand on the workers that a page starts.
import type { Page } from 'playwright-core';

export { launchChromium as launch } from '../../scripts/chromium.mjs';

/** Remembers every worker the page starts, so that a test can end one. Before the page is opened. */
export const keepWorkers = (page: Page) =>
  page.addInitScript(() => {
    const started: Worker[] = [];
    const Original = Worker;
    Object.assign(globalThis, {
      started,
      Worker: class extends Original {
        constructor(...args: ConstructorParameters<typeof Worker>) {
          super(...args);
          started.push(this);
        }
      },
    });
  });

/** Ends every worker the page has started, as a crash would. */
export const killWorkers = (page: Page) =>
  page.evaluate(() => {
    for (const worker of (globalThis as unknown as { started: Worker[] }).started) worker.terminate();
  });
