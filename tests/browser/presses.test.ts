// <s2s-program> under impatient hands: presses in odd orders, faster than the engine answers, and texts taken back.
import { expect, test } from 'vitest';
import { choose, fill, heldEngine, phase, site, text } from './support';

const visit = site(['s2s-program']);

interface ProgramElement extends HTMLElement {
  ready: Promise<unknown>;
  state: { epoch: number; finished: boolean };
  train(): Promise<{ epoch: number }>;
  pause(): Promise<void>;
  reset(): Promise<void>;
}

test('presses in one go, in any order: what the buttons say is what the model does', async () => {
  const { page, program } = await visit();
  await phase(program, 'ready');
  const orders = [
    ['.play', '.step', '.reset', '.step', '.play'],
    ['.play', '.reset', '.play'],
    ['.step', '.step', '.reset', '.play'],
    ['.play', 'input[value=free]', '.reset', 'input[value=teacher]', '.play'],
  ];
  for (const order of orders) {
    await page.evaluate((selectors) => {
      const root = document.querySelector('s2s-program')!.shadowRoot!;
      for (const selector of selectors) root.querySelector<HTMLElement>(selector)!.click();
    }, order);
    await phase(program, 'running');
    await expect.poll(async () => Number(await text(program.locator('.epoch')))).toBeGreaterThan(2);
    expect(await text(program.locator('.play'))).toBe('Pause');
    await program.locator('.play').click();
    await phase(program, 'paused');
    await program.locator('.reset').click();
    await phase(program, 'ready');
    expect(await text(program.locator('.epoch'))).toBe('0');
    expect(await text(program.locator('.readings .loss'))).toBe('6.9713');
  }
});

test('two steps pressed in one go are two epochs', async () => {
  const { page, program } = await visit();
  await phase(program, 'ready');
  await page.evaluate(() => {
    const step = document.querySelector('s2s-program')!.shadowRoot!.querySelector<HTMLElement>('.step')!;
    step.click();
    step.click();
  });
  await expect.poll(() => text(program.locator('.epoch'))).toBe('2');
});

test('methods called without waiting act one after another, the newest wish wins', async () => {
  const { page, program } = await visit();
  await choose(program, 'pace', 'full');
  const epochs = await page.evaluate(async () => {
    const element = document.querySelector('s2s-program') as ProgramElement;
    await element.ready;
    void element.train();
    void element.reset();
    const trained = await element.train();
    void element.train();
    void element.train(); // asked twice at the end: one new run
    const again = await element.train();
    void element.train();
    await Promise.all([element.pause(), element.reset()]);
    return [trained.epoch, again.epoch, element.state.epoch];
  });
  expect(epochs).toEqual([200, 200, 0]);
  await phase(program, 'ready');
});

test('a refused text that is taken back leaves the run as it was', async () => {
  const { program } = await visit();
  await phase(program, 'ready');
  await program.locator('button.step').click();
  await expect.poll(() => text(program.locator('.epoch'))).toBe('1');
  for (const [field, wrong, right] of [
    ['seed', 'abc', '99'],
    ['epochs', '0', '200'],
    ['learningRate', '1,5', '0.001'],
  ] as const) {
    const error = program.locator(`s2s-part-field.${field} .error`);
    await fill(program, field, wrong);
    await error.waitFor();
    expect(await text(error)).not.toContain('training.');
    await fill(program, field, right);
    await error.waitFor({ state: 'detached' });
    expect(await text(program.locator('.epoch')), field).toBe('1');
    expect(await program.locator('[data-phase]').getAttribute('data-phase'), field).toBe('paused');
  }
});

test('a refused text is named as it was typed, with room for its sentence on a phone', async () => {
  const { program } = await visit({ viewport: { width: 390, height: 800 } });
  await phase(program, 'ready');
  for (const [field, typed] of [
    ['epochs', '9007199254740993'],
    ['epochs', '-1'],
    ['learningRate', '1e39'],
    ['seed', '٣'],
    ['seed', '18446744073709551616'],
  ] as const) {
    await fill(program, field, typed);
    const error = program.locator(`s2s-part-field.${field} .error`);
    await expect.poll(async () => (await error.count()) && text(error)).toContain(`“${typed}”. Allowed: a`);
    expect((await error.boundingBox())!.width).toBeGreaterThan(300);
  }
});

test('a key held down goes on stepping but does not flicker between training and pause', async () => {
  const { page, program } = await visit();
  await phase(program, 'ready');
  await choose(program, 'pace', 'slow');
  await program.locator('.play').focus();
  await page.keyboard.down('p');
  for (let repeat = 0; repeat < 3; ++repeat) await page.keyboard.down('p');
  await page.keyboard.up('p');
  await phase(program, 'running');
  const epoch = async () => Number(await text(program.locator('.epoch')));
  const before = await epoch();
  await expect.poll(epoch).toBeGreaterThan(before);
  expect(await program.locator('[data-phase]').getAttribute('data-phase')).toBe('running');
});

test('an element removed while the engine loads trains nothing afterwards, and starts again when put back', async () => {
  const held = heldEngine();
  const { page, program } = await visit({
    autoplay: true,
    prepare: held.prepare,
  });
  await phase(program, 'loading');
  await page.evaluate(() => {
    const element = document.querySelector('s2s-program')!;
    let epochs = 0;
    element.addEventListener('s2s-epoch', () => {
      epochs += 1;
    });
    element.remove();
    Object.assign(globalThis, { removed: element, epochsSeen: () => epochs });
  });
  held.release();
  // Another one trains to its end on the same engine: by then the removed one would have begun.
  await page.evaluate(async () => {
    const other = document.createElement('s2s-program') as ProgramElement;
    other.setAttribute('autostart', 'off');
    document.querySelector('main')!.prepend(other);
    await other.ready;
    other.shadowRoot!.querySelector<HTMLInputElement>('input[name=pace][value=full]')!.click();
    await other.train();
    other.remove();
  });
  const seen = await page.evaluate(() => (globalThis as unknown as { epochsSeen: () => number }).epochsSeen());
  expect(seen).toBe(0);
  await page.evaluate(() =>
    document.querySelector('main')!.prepend((globalThis as unknown as { removed: Element }).removed),
  );
  await choose(program, 'pace', 'full');
  await phase(program, 'finished');
  expect(await text(program.locator('.readings .loss'))).toBe('1.4987');
});

test('a press on Train just as training begins by itself does not pause it', async () => {
  const { page, program } = await visit({
    autoplay: true,
    // Presses at the very change from Train to Pause, as a reader who was about to.
    prepare: (p) =>
      p.addInitScript(() => {
        const { attachShadow } = Element.prototype;
        Element.prototype.attachShadow = function (init) {
          const root = attachShadow.call(this, init);
          // Heard right after the change itself, however busy the machine is.
          const observer = new MutationObserver(() => {
            if (!root.querySelector('[data-phase=running]')) return;
            observer.disconnect();
            root.querySelector<HTMLElement>('.play')!.click();
            Object.assign(globalThis, { pressed: true });
          });
          if (this.localName === 's2s-program')
            observer.observe(root, { subtree: true, childList: true, attributes: true });
          return root;
        };
      }),
  });
  await phase(program, 'running');
  expect(await page.evaluate(() => 'pressed' in globalThis)).toBe(true);
  await expect.poll(async () => Number(await text(program.locator('.epoch')))).toBeGreaterThan(20);
  expect(await page.evaluate(() => document.querySelector('s2s-program')!.shadowRoot!.textContent)).toContain('Pause');
  await program.locator('.play').click();
  await phase(program, 'paused');
});
