// node scripts/page-heights.mjs [FOLDER]: how high each figure and question of the built page is, in three widths, written
// to web/page/reserved.css. The page keeps that much room until the element is there, so that nothing jumps. To be run
// when figures have become much higher or lower; the build does not need it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launchChromium } from './chromium.mjs';
import { serve } from './serve.mjs';
import { root } from './shell.mjs';

const widths = [390, 820, 1280];

/** @param {string} folder @returns {Promise<Map<string, number[]>>} for each selector a height in each width */
async function measure(folder) {
  /** @type {Map<string, number[]>} */
  const found = new Map();
  const server = await serve(folder);
  const browser = await launchChromium();
  try {
    for (const width of widths) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
      await page.goto(server.url);
      await page.keyboard.press('Tab'); // then all questions are asked
      await page.waitForFunction(
        () => document.querySelectorAll('s2s-check').length > 0 && !document.querySelector('main :not(:defined)'),
      );
      await page.locator('s2s-check .waiting').first().waitFor({ state: 'detached' });
      await page.waitForTimeout(5000);
      const heights = await page.locator('figure > :not(figcaption), s2s-check').evaluateAll((all) =>
        all.map((one) => {
          /** @type {HTMLElement} */ (one).style.minHeight = '0'; // without the room that is kept for it now
          const selector = one.id ? `#${one.id}` : `#${one.closest('figure')?.id} > :first-child`;
          return /** @type {const} */ ([selector, Math.round(one.getBoundingClientRect().height)]);
        }),
      );
      for (const [selector, height] of heights) found.set(selector, [...(found.get(selector) ?? []), height]);
      await page.close();
    }
  } finally {
    await browser.close();
    await server.close();
  }
  return found;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = await measure(process.argv[2] ?? join(root, 'dist/site'));
  const rules = [...found].map(
    ([selector, [narrow, middle, wide]]) =>
      `${selector} {\n  --narrow: ${narrow}px;\n  --middle: ${middle}px;\n  --wide: ${wide}px;\n}\n`,
  );
  writeFileSync(
    join(root, 'web/page/reserved.css'),
    `/* Written by scripts/page-heights.mjs: the room each figure and question needs, so that nothing jumps when it comes. */\n${rules.join('')}`,
  );
}
