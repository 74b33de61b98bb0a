// How long the engine lives: it starts with the first element that needs it and ends with the last one that leaves. And
// a page where twenty elements come and go holds no more in the end than it did.
import type { CDPSession, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { hosts } from './hosts';
import { phase } from './support';

const places = hosts();
const script = '<script type="module" src="/widget/seq2seq-lab.js"></script>';
const digest = '787910801e30638b'; // of the lesson's model after 200 epochs

interface Trainable extends HTMLElement {
  ready: Promise<unknown>;
  train(): Promise<{ digest: string }>;
  state: { digest: string; epoch: number } | null;
}

const workers = (page: Page) => page.workers().length;
const startedWorkers = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { started: Worker[] }).started.length);

/** Everything of it at once, as a host that shows another page in the same window does. */
const empty = (page: Page) => page.evaluate(() => document.body.replaceChildren());

/** Puts HTML into the page, as a host's own script does. */
const put = (page: Page, html: string) =>
  page.evaluate((content) => {
    document.body.insertAdjacentHTML('beforeend', content);
  }, html);

/** Adds up what goes wrong in elements, wherever they are. */
const watchErrors = (page: Page) =>
  page.evaluate(() => {
    Object.assign(globalThis, { errors: [] });
    const { dispatchEvent } = EventTarget.prototype;
    EventTarget.prototype.dispatchEvent = function (event: Event) {
      if (event.type === 's2s-error')
        (globalThis as unknown as { errors: unknown[] }).errors.push((event as CustomEvent).detail);
      return dispatchEvent.call(this, event);
    };
  });
const errors = (page: Page) => page.evaluate(() => (globalThis as unknown as { errors: unknown[] }).errors);

test('with the last element the worker ends, in training too; one that comes later starts a new one', async () => {
  const page = await places.open(
    () => `${script}<s2s-program epochs="1000000"></s2s-program><s2s-shapes></s2s-shapes>`,
    { viewport: { width: 1280, height: 4000 } },
  );
  await watchErrors(page);
  const program = page.locator('s2s-program');
  await phase(program, 'ready');
  expect(workers(page)).toBe(1);
  await program.locator('button.play').click();
  await phase(program, 'running');
  await page.locator('s2s-shapes').evaluate((shapes) => shapes.remove());
  await phase(program, 'running');
  expect(workers(page)).toBe(1);

  await empty(page);
  await expect.poll(() => workers(page)).toBe(0);
  await put(page, '<s2s-program seed="99" epochs="200"></s2s-program>');
  await phase(program, 'ready');
  expect(workers(page)).toBe(1);
  expect(await program.evaluate(async (element) => (await (element as Trainable).train()).digest)).toBe(digest);
  expect(await startedWorkers(page)).toBe(2);
  expect(await errors(page)).toEqual([]);
});

test('every kind of element at work is taken away at once: nothing complains, the worker ends', async () => {
  const page = await places.open(
    () =>
      `${script}<s2s-program epochs="1000000"></s2s-program><s2s-forcing task="reverse"></s2s-forcing>
      <s2s-sampling></s2s-sampling><s2s-copy></s2s-copy><s2s-attention></s2s-attention><s2s-shapes></s2s-shapes>
      <s2s-check moment="watch-loss"></s2s-check><s2s-check-progress></s2s-check-progress>`,
    { viewport: { width: 1280, height: 9000 } },
  );
  await watchErrors(page);
  for (let round = 0; round < 3; ++round) {
    await page.evaluate(async () => {
      const all = [...document.querySelectorAll('*')].filter((one) => one.localName.startsWith('s2s-')) as Trainable[];
      await Promise.all(all.map((one) => customElements.whenDefined(one.localName)));
      await Promise.all(all.map((one) => one.ready));
      for (const one of all) {
        if ('train' in one) void one.train().catch(() => {});
      }
      // Each has asked the engine for something that it is at work on.
      for (const one of all) for (const name of ['seed', 'hidden-size', 'sentence']) one.setAttribute(name, '5');
    });
    await phase(page.locator('s2s-program'), 'running', 'queued', 'loading', 'ready');
    const html = await page.evaluate(() => document.body.innerHTML.replace(/<script.*?<\/script>/s, ''));
    await empty(page);
    await expect.poll(() => workers(page)).toBe(0);
    await put(page, html.replaceAll(/ (seed|hidden-size|sentence)="5"/g, ''));
  }
  expect(await errors(page)).toEqual([]);
});

test('taken away while the engine loads: it ends as soon as it has come, and the element begins anew when it is back', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const page = await places.open(() => `${script}<s2s-program seed="99" epochs="200"></s2s-program>`, {
    prepare: (prepared) =>
      prepared.route('**/*.wasm', async (route) => {
        await released;
        await route.continue();
      }),
  });
  await watchErrors(page);
  const program = page.locator('s2s-program');
  await phase(program, 'loading');
  await expect.poll(() => workers(page)).toBe(1);
  const element = await program.elementHandle();
  await element!.evaluate((one) => one.remove());
  release();
  await expect.poll(() => workers(page)).toBe(0);
  await element!.evaluate((one) => document.body.append(one));
  await phase(program, 'ready');
  expect(await program.evaluate(async (one) => (await (one as Trainable).train()).digest)).toBe(digest);
  expect(workers(page)).toBe(1);
  expect(await errors(page)).toEqual([]);
});

test('an element that is moved about while it trains keeps its run, to the last bit', async () => {
  const page = await places.open(
    () =>
      `${script}<div id="a"><s2s-program seed="99" epochs="200"></s2s-program></div><div id="b"></div><template></template>`,
  );
  const program = page.locator('s2s-program');
  await phase(program, 'ready');
  const moved = await program.evaluate(async (element) => {
    const [a, b] = [document.querySelector('#a')!, document.querySelector('#b')!];
    let moves = 0;
    element.addEventListener('s2s-epoch', (event) => {
      if ((event as CustomEvent<{ epoch: number }>).detail.epoch % 20 !== 0) return;
      (element.parentElement === a ? b : a).append(element);
      ++moves;
    });
    const state = await (element as Trainable).train();
    return { digest: state.digest, moves };
  });
  expect(moved.moves).toBeGreaterThan(5);
  expect(moved.digest).toBe(digest);
  expect(await startedWorkers(page)).toBe(1);
});

test('from another origin one starter serves however many workers come and go', async () => {
  const page = await places.open(
    (there) => `<script type="module" crossorigin src="${there}widget/seq2seq-lab.js"></script>`,
    {
      prepare: (prepared) =>
        prepared.addInitScript(() => {
          Object.assign(globalThis, { addresses: 0 });
          const { createObjectURL } = URL;
          URL.createObjectURL = (...args) => {
            ++(globalThis as unknown as { addresses: number }).addresses;
            return createObjectURL(...args);
          };
        }),
    },
  );
  for (let round = 0; round < 4; ++round) {
    await put(page, '<s2s-program></s2s-program>');
    await phase(page.locator('s2s-program'), 'ready');
    expect(workers(page)).toBe(1);
    await empty(page);
    await expect.poll(() => workers(page)).toBe(0);
  }
  expect(await page.evaluate(() => (globalThis as unknown as { addresses: number }).addresses)).toBe(1);
});

// ---- Twenty elements that come and go ----------------------------------------------------------------------------------

const kinds = [
  '<s2s-program epochs="3"></s2s-program>',
  '<s2s-attention seed="5" stages="7"></s2s-attention>',
  '<s2s-forcing></s2s-forcing>',
  '<s2s-sampling></s2s-sampling>',
  '<s2s-shapes hidden-size="16"></s2s-shapes>',
  '<s2s-copy sentence="my name is Zofia"></s2s-copy>',
  '<s2s-check moment="alpha-largest"></s2s-check>',
];
const twenty = Array.from({ length: 20 }, (_, index) => kinds[index % kinds.length]).join('');

/** Twenty elements are put in, each does what it is there for, and all are taken away again. */
const round = (page: Page) =>
  page.evaluate(async (html) => {
    const box = document.createElement('div');
    box.innerHTML = html;
    document.body.append(box);
    const all = [...box.children] as Trainable[];
    await Promise.all(all.map((one) => customElements.whenDefined(one.localName)));
    await Promise.all(all.map((one) => one.ready));
    await Promise.all(all.filter((one) => one.localName === 's2s-program').map((one) => one.train()));
    box.remove();
  }, twenty);

/** How many of them the page still holds, garbage collected: of each kind of element, and workers. */
async function alive(devtools: CDPSession): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const group = { objectGroup: 'alive' };
  for (const name of [...new Set(kinds.map((html) => /<([\w-]+)/.exec(html)![1]!)), 'Worker']) {
    const owner = name === 'Worker' ? name : `customElements.get('${name}')`;
    const { result } = await devtools.send('Runtime.evaluate', { expression: `${owner}.prototype`, ...group });
    const { objects } = await devtools.send('Runtime.queryObjects', { prototypeObjectId: result.objectId!, ...group });
    const length = await devtools.send('Runtime.callFunctionOn', {
      functionDeclaration: 'function () { return this.length; }',
      objectId: objects.objectId!,
      returnByValue: true,
    });
    counts[name] = length.result.value as number;
  }
  await devtools.send('Runtime.releaseObjectGroup', group);
  return counts;
}

/** Bytes of JavaScript that are in use. */
async function heap(devtools: CDPSession): Promise<number> {
  for (let pass = 0; pass < 3; ++pass) await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}

/** The test's own list of workers would hold those that have ended. */
const forgetWorkers = (page: Page) =>
  page.evaluate(() => {
    (globalThis as unknown as { started: Worker[] }).started.length = 0;
  });

/** The engine's memory, asked of the page's worker in the client's own words (Comlink's messages). */
const engineMemory = (page: Page) =>
  page.evaluate(async () => {
    const [worker] = (globalThis as unknown as { started: Worker[] }).started.slice(-1);
    const id = `memory-${Math.random()}`;
    return new Promise<{ inUse: number; total: number }>((resolve) => {
      const hear = ({ data }: MessageEvent) => {
        if (data?.id !== id) return;
        worker!.removeEventListener('message', hear);
        resolve(data.value.value);
      };
      worker!.addEventListener('message', hear);
      worker!.postMessage({ id, type: 'APPLY', path: ['memory'], argumentList: [] });
    });
  });

const warm = 4;
const rounds = 10;
// What the browser itself adds meanwhile is compiled code and its record of slow frames. One element of each twenty that
// stayed would be more.
const drift = 600_000;

/** The browser's own hand on a form field that was filled in may keep the newest round for a while, no other. */
function expectNoneKept(counts: Record<string, number>, staying: Record<string, number> = {}): void {
  for (const [name, count] of Object.entries(counts)) {
    const once = twenty.split(`<${name} `).length + twenty.split(`<${name}>`).length - 2;
    expect(count, name).toBeLessThanOrEqual(once + (staying[name] ?? 0));
  }
}

test('twenty elements come and go, all of them: the page’s memory stays flat, each worker ends', async () => {
  const page = await places.open(() => script, { viewport: { width: 1280, height: 9000 } });
  const devtools = await page.context().newCDPSession(page);
  let before = 0;
  for (let count = 1; count <= rounds; ++count) {
    await round(page);
    await expect.poll(() => workers(page)).toBe(0);
    await forgetWorkers(page);
    if (count === warm) before = await heap(devtools);
  }
  expect((await heap(devtools)) - before).toBeLessThan(drift);
  expectNoneKept(await alive(devtools));
});

test('twenty elements come and go beside one that stays: its engine’s memory stays flat too', async () => {
  const page = await places.open(() => `${script}<s2s-program epochs="5"></s2s-program>`, {
    viewport: { width: 1280, height: 9000 },
  });
  await phase(page.locator('s2s-program'), 'ready');
  const devtools = await page.context().newCDPSession(page);
  let before = 0;
  let engine = await engineMemory(page);
  for (let count = 1; count <= rounds; ++count) {
    await round(page);
    if (count !== warm) continue;
    before = await heap(devtools);
    engine = await settledMemory(page);
  }
  expect(await startedWorkers(page)).toBe(1);
  expect((await heap(devtools)) - before).toBeLessThan(drift);
  expectNoneKept(await alive(devtools), { 's2s-program': 1, Worker: 1 });
  await expect.poll(async () => (await engineMemory(page)).inUse).toBeLessThanOrEqual(engine.inUse);
  expect((await engineMemory(page)).total).toBe(engine.total);
});

/** When the sessions of those that have left are given back: three times the same. */
async function settledMemory(page: Page) {
  let [last, same] = [-1, 0];
  for (;;) {
    const now = await engineMemory(page);
    same = now.inUse === last ? same + 1 : 0;
    if (same === 2) return now;
    last = now.inUse;
  }
}
