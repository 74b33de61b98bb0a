// Chromium, through the protocol of its own tools.
import { chromium } from 'playwright-core';

/** @returns {Promise<import('./driver.mjs').Launched>} */
export async function start() {
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
  return {
    version: browser.version(),
    close: () => browser.close(),
    async newTab() {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      /** @type {string[]} */
      const heard = [];
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) heard.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => heard.push(`exception: ${error.message}`));
      return {
        heard,
        goto: async (url) => void (await page.goto(url)),
        // As an expression, which no policy of the page forbids.
        call: (script, argument) => page.evaluate(`(${script})(${JSON.stringify(argument)})`),
        clickAt: (x, y) => page.mouse.click(x, y),
        press: (key) => page.keyboard.press(key),
        close: () => page.close(),
      };
    },
  };
}
