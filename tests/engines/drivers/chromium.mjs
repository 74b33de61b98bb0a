// Chromium, through the protocol of its own tools.
import { launchChromium } from '../../../scripts/chromium.mjs';

/** @returns {Promise<import('./driver.mjs').Launched>} */
export async function start() {
  const browser = await launchChromium();
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
