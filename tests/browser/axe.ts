// axe-core over one element of a page, its shadow trees included.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What it finds wrong, with the places. */
export async function axeViolations(page: Page, selector: string): Promise<string[]> {
  const { violations } = (await page.evaluate(
    `${axe}; axe.run(${JSON.stringify(selector)}, { resultTypes: ['violations'] })`,
  )) as AxeResults;
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary}`),
  );
}
