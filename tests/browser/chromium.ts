// The browser the tests drive, and a hand on the workers that a page starts.
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../../scripts/chromium.mjs';

// Test files that run one after the other in the same process share it (isolate: false in vitest.config.ts); it ends with
// the process. What a page keeps is not shared: every visit has a context of its own.
const kept = globalThis as { chromium?: Promise<Browser> };

export function launch(): Promise<Browser> {
  kept.chromium ??= launchChromium();
  return kept.chromium;
}

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
