// The widget in other people's pages, one test for each pattern of docs/embedding.md.
import { expect, test } from 'vitest';
import { hosts, toysLoss, trained } from './hosts';
import { phase, text } from './support';

const places = hosts();
const tag = '<s2s-program seed="99" epochs="200"></s2s-program>';
const own = `<script type="module" src="/widget/seq2seq-lab.js"></script>${tag}`;
const foreign = (there: string) =>
  `<script type="module" crossorigin src="${there}widget/seq2seq-lab.js"></script>${tag}`;

test('plain tag: the widget lies in another folder of the same site (C58)', async () => {
  const page = await places.open(() => own);
  expect(await trained(page)).toBe(toysLoss);
});

test('another origin without isolation headers: a starter begins the worker (C60)', async () => {
  const page = await places.open(foreign);
  expect(await trained(page)).toBe(toysLoss);
  expect(await page.evaluate(() => (globalThis as unknown as { started: Worker[] }).started.length)).toBe(1);
});

test('another origin, and the page is isolated (C55)', async () => {
  const page = await places.open(foreign, {
    headers: { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Opener-Policy': 'same-origin' },
  });
  expect(await trained(page)).toBe(toysLoss);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
});

test('strict policy, another origin, no workers from blobs: the engine runs in the page’s thread (C54, C60)', async () => {
  const page = await places.open(foreign, {
    headers: {
      'Content-Security-Policy': `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' ${places.there}; connect-src ${places.there}; worker-src 'self'; img-src data:`,
    },
    tolerated: true, // the browser reports the refused worker
  });
  expect(await trained(page)).toBe(toysLoss);
});

test('strict policy with the directives of the guide: nothing is refused (C54)', async () => {
  const page = await places.open(foreign, {
    headers: {
      'Content-Security-Policy': `default-src 'none'; script-src 'wasm-unsafe-eval' ${places.there}; connect-src ${places.there}; worker-src blob: ${places.there}; img-src data:`,
    },
  });
  expect(await trained(page)).toBe(toysLoss);
  expect(page.workers().length).toBeGreaterThan(0); // not in the page's own thread
});

test('a policy with a nonce and strict-dynamic: the tag’s nonce is enough', async () => {
  const page = await places.open((there) => foreign(there).replace('<script', '<script nonce="b64"'), {
    headers: {
      'Content-Security-Policy': `default-src 'none'; script-src 'nonce-b64' 'strict-dynamic' 'wasm-unsafe-eval'; connect-src ${places.there}; worker-src blob: ${places.there}; img-src data:`,
    },
  });
  expect(await trained(page)).toBe(toysLoss);
  expect(page.workers().length).toBe(1);
});

test.each([
  ['own files', () => own],
  ['files of another origin', foreign],
])('trusted types, with the names of the guide, %s: workers start, and snippets are made', async (_, body) => {
  const page = await places.open(body, {
    headers: {
      'Content-Security-Policy':
        "require-trusted-types-for 'script'; trusted-types lit-html seq2seq-lab seq2seq-lab-html",
    },
  });
  expect(await trained(page)).toBe(toysLoss);
  expect(page.workers().length).toBe(1);
  const menu = page.locator('s2s-program s2s-part-export-menu').first();
  await menu.locator('button.open').click();
  await menu.getByRole('button', { name: 'Embed: frame, locked' }).click();
  await expect.poll(() => menu.locator('ul').count()).toBe(0); // it closes where it could do what was asked
});

test('in a frame of another site, where the clipboard is closed, and on plain http: copying copies', async () => {
  const page = await places.open(
    (there) =>
      `<textarea></textarea><iframe title="t" src="${there}embed.html?element=shapes" width="1000" height="800"></iframe>`,
    { tolerated: true }, // the browser reports what it does not let the frame do
  );
  const shapes = page.frameLocator('iframe').locator('s2s-shapes');
  await shapes.locator('button.open').click();
  await shapes.getByRole('button', { name: 'Copy the tag for a page' }).click();
  await expect.poll(() => shapes.locator('s2s-part-export-menu ul').count()).toBe(0);
  const focused = () =>
    shapes.evaluate((element) => element.shadowRoot!.activeElement?.shadowRoot?.activeElement?.className);
  expect(await focused()).toContain('open');
  await page.locator('textarea').click();
  await page.keyboard.press('Control+V');
  expect(await page.locator('textarea').inputValue()).toMatch(/^<s2s-shapes [^>]*><\/s2s-shapes>$/);
});

test('frame: the element, its attributes and its height come from the address (C72)', async () => {
  const page = await places.open(
    (there) => `<script>addEventListener('message', ({ data }) => (window.heard ??= []).push(data))</script>
      <iframe title="t" src="${there}embed.html?element=program&seed=99&epochs=200" width="800" height="300"></iframe>`,
  );
  const frame = page.frameLocator('iframe');
  await frame.locator('s2s-program [data-phase=ready]').first().waitFor({ state: 'attached' });
  const heard = () =>
    page.evaluate(() => (globalThis as unknown as { heard: { subject?: string; height?: number }[] }).heard);
  const resize = (await heard()).filter(({ subject }) => subject === 'lti.frameResize');
  const height = await frame.locator('main').evaluate((main) => Math.ceil(main.getBoundingClientRect().height));
  expect(resize.at(-1)?.height).toBe(height);
  expect(new Set(resize.map((message) => message.height)).size).toBe(resize.length); // once a change (C77)
});

test('frame without an origin of its own: works, remembers nothing (C56)', async () => {
  const page = await places.open(
    (there) =>
      `<iframe title="t" sandbox="allow-scripts" src="${there}embed.html?element=program&seed=99&epochs=200" width="800" height="700"></iframe>`,
  );
  expect(await trained(page.frameLocator('iframe') as never)).toBe(toysLoss);
});

test('a frame obeys its documented messages and no others', async () => {
  const page = await places.open(
    (there) => `<script>addEventListener('message', ({ data }) => (window.heard ??= []).push(data))</script>
      <iframe title="t" src="${there}embed.html?element=program&seed=99&epochs=1000000" width="800" height="700"></iframe>`,
  );
  const program = page.frameLocator('iframe').locator('s2s-program');
  await phase(program, 'ready');
  // Whatever of the element is called from now on is written down.
  await program.evaluate((element) => {
    const all = element as unknown as Record<string, (...args: unknown[]) => unknown>;
    const calls: string[] = [];
    for (const name of ['train', 'pause', 'reset', 'importModel', 'exportModel', 'evaluate', 'remove']) {
      const own = all[name]!.bind(element);
      all[name] = (...args) => {
        calls.push(name);
        return own(...args);
      };
    }
    Object.assign(globalThis, { calls });
  });
  const calls = () => program.evaluate(() => (globalThis as unknown as { calls: string[] }).calls);
  const send = (message: unknown) =>
    page.evaluate((data) => document.querySelector('iframe')?.contentWindow?.postMessage(data, '*'), message);
  const heights = () =>
    page.evaluate(
      () =>
        (globalThis as unknown as { heard: { type?: string }[] }).heard.filter(
          (message) => message.type === 'seq2seq-lab:height',
        ).length,
    );
  const before = await heights();
  for (const message of [
    { type: 'seq2seq-lab:importModel' },
    { type: 'seq2seq-lab:remove' },
    { type: 'train' },
    'seq2seq-lab:train',
    'train',
    null,
    { type: '__proto__' },
  ])
    await send(message);
  // Not from the page around it.
  await program.evaluate(() => postMessage({ type: 'seq2seq-lab:train' }, '*'));
  // Messages are read in their order: with the answer to this one, those before it have been read.
  await send({ type: 'seq2seq-lab:height' });
  await expect.poll(heights).toBe(before + 1);
  expect(await calls()).toEqual([]);

  await send({ type: 'seq2seq-lab:train' });
  await phase(program, 'running');
  await expect.poll(async () => Number(await text(program.locator('.epoch')))).toBeGreaterThan(1);
  await send({ type: 'seq2seq-lab:pause' });
  await phase(program, 'paused');
  await send({ type: 'seq2seq-lab:reset' });
  await phase(program, 'ready');
  expect(await text(program.locator('.epoch'))).toBe('0');
  expect((await calls()).slice(0, 3)).toEqual(['train', 'pause', 'reset']);
});

test('an address that names no element says so; handlers in it are not taken', async () => {
  const page = await places.open(
    (there) => `<iframe title="a" src="${there}embed.html?element=script"></iframe>
      <iframe title="b" src="${there}embed.html?element=shapes&onclick=alert(1)&style=x&batch=2"></iframe>`,
  );
  expect(await page.frameLocator('iframe[title=a]').locator('main').textContent()).toContain('names no figure');
  const names = await page
    .frameLocator('iframe[title=b]')
    .locator('s2s-shapes')
    .evaluate((element) => element.getAttributeNames());
  expect(names).toContain('batch');
  expect(names).not.toContain('onclick');
  expect(names).not.toContain('style');
});

test('a page with an AMD loader: define is not called (C75)', async () => {
  const page = await places.open(() => own, {
    head: '<script>window.calls = 0; window.define = Object.assign(() => { calls += 1; }, { amd: {} }); window.require = define;</script>',
  });
  expect(await trained(page)).toBe(toysLoss);
  expect(await page.evaluate(() => (globalThis as unknown as { calls: number }).calls)).toBe(0);
});

test('a hidden tab panel, shown later: drawn at full width (C76)', async () => {
  const page = await places.open(
    () => `<div id="panel" style="display:none;width:900px">${own}</div><s2s-check-progress></s2s-check-progress>`,
  );
  // What is in view is asked for first of all, so by then the hidden one would have been.
  await page.evaluate(() => customElements.whenDefined('s2s-check-progress').then(() => true));
  expect(await page.evaluate(() => customElements.get('s2s-program') === undefined)).toBe(true);
  await page.evaluate(() => document.querySelector('#panel')?.setAttribute('style', 'width:900px'));
  expect(await trained(page)).toBe(toysLoss);
  const drawn = await page.locator('s2s-program s2s-part-line-chart').first().boundingBox();
  expect(drawn?.width).toBeGreaterThan(250);
  expect((await page.locator('s2s-program').boundingBox())?.width).toBe(900);
});

test('script twice, two versions of its address, two elements (C67)', async () => {
  const page = await places.open(
    (there) => `${own}<script type="module" src="/widget/seq2seq-lab.js?again"></script>${foreign(there)}`,
    { tolerated: true },
  );
  expect(await trained(page)).toBe(toysLoss);
  await page.locator('s2s-program').nth(1).scrollIntoViewIfNeeded();
  await page.locator('s2s-program').nth(1).locator('[data-phase=ready]').first().waitFor({ state: 'attached' });
});

test('an element that a script puts in later is found', async () => {
  const page = await places.open(() => '<script type="module" src="/widget/seq2seq-lab.js"></script><div></div>');
  await page.evaluate((html) => {
    document.querySelector('div')!.innerHTML = html;
  }, `<section>${tag}</section>`);
  expect(await trained(page)).toBe(toysLoss);
});

test('a site that swaps its pages in place, body or all, from copies that it keeps: elements begin anew', async () => {
  const page = await places.open(() => own);
  await page.locator('s2s-program [data-phase=ready]').first().waitFor();
  await page.evaluate(() => {
    const kept = document.body.cloneNode(true);
    document.body.replaceWith(document.createElement('body'));
    setTimeout(() => document.body.replaceWith(kept), 100);
  });
  await page.locator('s2s-program [data-phase=ready]').first().waitFor();
  expect(await trained(page)).toBe(toysLoss);
  await page.evaluate(() => {
    const all = document.createElement('html');
    all.innerHTML = '<head></head><body><s2s-shapes></s2s-shapes></body>';
    document.documentElement.replaceWith(all);
  });
  await page.locator('s2s-shapes .frame').waitFor();
});

test('a host’s own styles stay out, and its looks stay as they were (C70, C71)', async () => {
  const rude =
    '<style>button{padding:15px 45px!important;white-space:nowrap}canvas{display:none}*{box-sizing:content-box}</style>';
  const others = '<p>Text <a href="#x">link</a></p><button>Theirs</button><table><tr><td>1</td></tr></table>';
  const look = () =>
    ['p', 'a', 'button', 'table'].map((name) => {
      const style = getComputedStyle(document.querySelector(name)!);
      return [...style].map((property) => style.getPropertyValue(property)).join(';');
    });
  const boxes = async (head: string) => {
    const page = await places.open(() => `${others}<div id="later"></div>`, { head });
    const before = await page.evaluate(look);
    await page.evaluate((html) => {
      const script = document.createElement('script');
      script.type = 'module';
      script.src = '/widget/seq2seq-lab.js';
      document.querySelector('#later')!.innerHTML = html;
      document.head.append(script);
    }, tag);
    await page.locator('s2s-program [data-phase=ready]').first().waitFor({ state: 'attached' });
    expect(await page.evaluate(look)).toEqual(before);
    const buttons = page.locator('s2s-program').locator('button:visible');
    return buttons.evaluateAll((all) => all.map((one) => [one.clientWidth, one.clientHeight]));
  };
  expect(await boxes(rude)).toEqual(await boxes(''));
});

test('a dark host and a right-to-left host', async () => {
  const dark = await places.open(() => own, { head: '<style>:root{color-scheme:dark}</style>' });
  await dark.locator('s2s-program [data-phase=ready]').first().waitFor({ state: 'attached' });
  const surface = await dark
    .locator('s2s-program .frame')
    .first()
    .evaluate((frame) => getComputedStyle(frame).backgroundColor);
  expect(surface).toBe('rgb(28, 32, 37)');
  const page = await places.open(() => own, { html: 'dir="rtl"' });
  expect(await trained(page)).toBe(toysLoss);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('twenty elements: one engine, two train at once, the others wait and say so, all end (C69)', async () => {
  const page = await places.open(
    () =>
      `<script type="module" src="/widget/seq2seq-lab.js"></script>${'<s2s-program seed="99" epochs="40"></s2s-program>'.repeat(20)}`,
  );
  await page.locator('s2s-program [data-phase=ready]').first().waitFor({ state: 'attached' });
  expect(await page.locator('s2s-program [data-phase=ready]').count()).toBeLessThan(5);
  expect(await page.evaluate(() => (globalThis as unknown as { started: Worker[] }).started.length)).toBe(1);
  const phases = page.evaluate(async () => {
    const elements = [...document.querySelectorAll('s2s-program')];
    await Promise.all(elements.map((element) => (element as unknown as { ready: Promise<void> }).ready));
    const ends = elements.map((element) => (element as unknown as { train(): Promise<unknown> }).train());
    const phasesNow = () =>
      elements.map((element) => element.shadowRoot?.querySelector<HTMLElement>('[data-phase]')?.dataset.phase ?? '');
    const seen: string[][] = [];
    const timer = setInterval(() => seen.push(phasesNow()), 50);
    await Promise.all(ends);
    clearInterval(timer);
    return { seen, last: phasesNow() };
  });
  const { seen, last } = await phases;
  const most = Math.max(...seen.map((all) => all.filter((phase) => phase === 'running').length));
  expect(most).toBe(2);
  expect(seen.some((all) => all.filter((phase) => phase === 'queued').length === 18)).toBe(true);
  expect(new Set(last)).toEqual(new Set(['finished']));
  expect(await page.evaluate(() => (globalThis as unknown as { started: Worker[] }).started.length)).toBe(1);
});

test('an element that waits says so and gives its place up; removed while training it makes room', async () => {
  const page = await places.open(
    () =>
      `<script type="module" src="/widget/seq2seq-lab.js"></script>${'<s2s-program seed="99" epochs="2000"></s2s-program>'.repeat(3)}`,
    { viewport: { width: 1280, height: 4000 } },
  );
  const element = (index: number) => page.locator('s2s-program').nth(index);
  for (const index of [0, 1, 2]) await phase(element(index), 'ready');
  const play = (index: number) => element(index).locator('button.play').click();
  await play(0);
  await play(1);
  await play(2);
  await phase(element(2), 'queued');
  expect(await element(2).locator('.badge').textContent()).toContain('Waiting');
  await play(2);
  await phase(element(2), 'ready');
  await play(2);
  await phase(element(2), 'queued');
  await element(0).evaluate((one) => one.remove());
  await phase(element(1), 'running'); // what was the third
});
