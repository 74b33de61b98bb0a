// The elements in somebody else's page: one line of HTML, as the README gives it.
import { expect, test } from 'vitest';
import { toysLoss, trained } from './hosts';
import { killWorkers, phase, site } from './support';

const visit = site();
const line = '<script type="module" src="/seq2seq-lab.js"></script><s2s-program seed="99" epochs="200"></s2s-program>';

/** Opens a host page with this body, under a careful site's policy. */
const host = async (body: string, tolerated = false) => {
  const found = await visit(
    {
      query: 'course/lesson.html',
      prepare: (page) =>
        page.route('**/course/lesson.html', (route) =>
          route.fulfill({
            contentType: 'text/html',
            headers: {
              'Content-Security-Policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src data:",
            },
            body: `<!doctype html><html lang="en"><title>A course</title><link rel="icon" href="data:,"><p>Text of the <a href="#x">course</a>.</p><table><tr><td>1</td></tr></table><button>Theirs</button>${body}</html>`,
          }),
        ),
    },
    tolerated,
  );
  return found;
};

test('one line of HTML shows the program and trains it', async () => {
  const { page } = await host(line);
  expect(await trained(page)).toBe(toysLoss);
});

test('the host’s own elements look the same before and after', async () => {
  const { page, program } = await host(`<script type="module" src="/later.js"></script>`, true);
  const look = () =>
    page.evaluate(() =>
      ['p', 'a', 'table', 'button'].map((name) => {
        const style = getComputedStyle(document.querySelector(name)!);
        return [...style].map((property) => style.getPropertyValue(property)).join(';');
      }),
    );
  const before = await look();
  await page.evaluate(async () => {
    const script = document.createElement('script');
    script.type = 'module';
    script.src = '/seq2seq-lab.js';
    document.body.append(script, document.createElement('s2s-program'));
    await customElements.whenDefined('s2s-program');
  });
  await phase(program, 'ready');
  expect(await look()).toEqual(before);
});

test('the script twice and two elements: no exception, both work', async () => {
  const { page } = await host(`${line}${line.replace('.js"', '.js?again"')}`);
  const [first, second] = [page.locator('s2s-program').first(), page.locator('s2s-program').nth(1)];
  await phase(first, 'ready');
  await second.scrollIntoViewIfNeeded();
  await phase(second, 'ready');
});

test('twenty elements share one engine, and only those in view open a model', async () => {
  const { page } = await host(line + '<s2s-program></s2s-program>'.repeat(19));
  await phase(page.locator('s2s-program').first(), 'ready');
  const count = () => page.locator('s2s-program [data-phase=ready]').count();
  expect(await count()).toBeLessThan(4);
  expect(await page.evaluate(() => (globalThis as unknown as { started: Worker[] }).started.length)).toBe(1);
  await page.locator('s2s-program').last().scrollIntoViewIfNeeded();
  await phase(page.locator('s2s-program').last(), 'ready');
});

test('when the worker dies every element says so, and one restart serves them all', async () => {
  const { page } = await host(`${line}<s2s-program></s2s-program><s2s-attention></s2s-attention>`, true);
  const [first, second] = [page.locator('s2s-program').first(), page.locator('s2s-program').nth(1)];
  await phase(first, 'ready');
  await second.scrollIntoViewIfNeeded();
  await phase(second, 'ready');
  await killWorkers(page);
  await phase(first, 'failed');
  await phase(second, 'failed');
  for (const element of [first, second]) {
    await element.locator('.failure button').click();
    await phase(element, 'ready');
  }
  expect(await page.evaluate(() => (globalThis as unknown as { started: Worker[] }).started.length)).toBe(2);
});

test('an element that is moved keeps its run; one that is removed lets it go', async () => {
  const { page } = await host(`<div id="a">${line}</div><div id="b"></div>`);
  await trained(page);
  const epoch = await page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: reached as any page would
    const element = document.querySelector('s2s-program') as any;
    document.querySelector('#b')!.append(element);
    await new Promise((resolve) => setTimeout(resolve, 50));
    return element.state.epoch;
  });
  expect(epoch).toBe(200);
  const after = await page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: reached as any page would
    const element = document.querySelector('s2s-program') as any;
    element.remove();
    await new Promise((resolve) => setTimeout(resolve, 50));
    document.querySelector('#a')!.append(element);
    const state = await element.ready;
    return state.epoch;
  });
  expect(after).toBe(0);
});
