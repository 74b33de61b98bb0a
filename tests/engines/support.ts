// The same tests once for each engine that is installed here; for one that is not, a skipped test says what to install.
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type EngineName, engineNames, engines, launch, missing, type Tab } from './drivers/driver.mjs';

export interface Visitor {
  name: EngineName;
  /** Opens the address in a tab of its own and hands it to `work`. */
  visit(url: string, work: (tab: Tab) => Promise<void>): Promise<void>;
}

export function inEveryEngine(define: (visitor: Visitor) => void): void {
  for (const name of engineNames) {
    const { title } = engines[name];
    const lacking = missing(name);
    if (lacking !== undefined) {
      test.skip(`${title} is not installed here; to run its tests: ${lacking}`, () => {});
      continue;
    }
    describe(title, () => {
      let browser: Awaited<ReturnType<typeof launch>> | undefined;
      beforeAll(async () => {
        browser = await launch(name);
      });
      afterAll(() => browser?.close());
      define({
        name,
        async visit(url, work) {
          const tab = await browser!.newTab();
          try {
            await tab.goto(url);
            await work(tab);
          } finally {
            await tab.close();
          }
        },
      });
    });
  }
}
