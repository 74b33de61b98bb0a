// <s2s-program>: settings that come in bursts, are refused or taken away, what its panels say then; given back and put in
// again; where the focus goes; locked.
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import type { SessionState } from '../../wasm/client';
import { phase, site, text, withAttributes } from './support';

const visit = site(['s2s-program']);
const soon = { timeout: 30_000 }; // only to end a hang

async function opened(attributes: Record<string, string> = {}) {
  const { page } = await visit();
  const program = await withAttributes(page, 's2s-program', attributes);
  await program.scrollIntoViewIfNeeded();
  await phase(program, 'ready');
  return { program, inside: program.locator('s2s-part-inside') };
}

const set = (program: Locator, attributes: [string, string][]) =>
  program.evaluate(async (one, list) => {
    for (const [name, value] of list) {
      one.setAttribute(name, value);
      await (one as unknown as { updateComplete: Promise<unknown> }).updateComplete;
    }
  }, attributes);

const configured = async (program: Locator) => {
  const state = await program.evaluate((one) => (one as unknown as { state: SessionState }).state);
  return state.configuration.training as { epochs: number; forcing: { schedule: string; linear_steps: number } };
};
const tag = (program: Locator) => program.evaluate((one) => (one as unknown as { tag: string }).tag);

test('epochs that the engine refuses change nothing, the schedule neither', async () => {
  const { program } = await opened({ forcing: 'scheduled' });
  await set(program, [['epochs', '9000000000']]);
  await program.locator('s2s-part-field.epochs .error').filter({ hasText: '9000000000' }).waitFor();
  expect(await configured(program)).toMatchObject({ epochs: 200, forcing: { linear_steps: 200 } });
  await set(program, [['epochs', '150']]);
  await expect
    .poll(() => configured(program), soon)
    .toMatchObject({ epochs: 150, forcing: { schedule: 'linear', linear_steps: 150 } });
});

test('of changes in a row the last one holds', async () => {
  const { program } = await opened();
  await set(program, [
    ['forcing', 'free'],
    ['forcing', 'teacher'],
    ['seed', '5'],
    ['epochs', '300'],
    ['epochs', '200'],
    ['learning-rate', '0.01'],
  ]);
  // The last act in the queue is done when the last change is.
  await expect.poll(() => tag(program), soon).toContain('learning-rate="0.01"');
  expect(await tag(program)).toContain('seed="5" epochs="200" learning-rate="0.01" forcing="teacher"');
  expect(await configured(program)).toMatchObject({ epochs: 200, forcing: { schedule: 'teacher' } });
});

test('an attribute that is taken away leaves what holds without it', async () => {
  const { program } = await opened({ seed: '7', epochs: '30', 'learning-rate': '0.01', controls: 'none' });
  await program.evaluate((one) => {
    for (const name of ['seed', 'epochs', 'learning-rate', 'controls', 'autostart']) one.removeAttribute(name);
  });
  await expect.poll(() => tag(program), soon).toContain('seed="99" epochs="200" learning-rate="0.001"');
  await program.locator('button.step').waitFor();
});

test('an attribute that is taken away, of other figures', async () => {
  const { page, attention } = await visit({ figures: ['s2s-attention'] });
  const state = () =>
    attention.evaluate((one) => (one as unknown as { state: { seed: string; kind: string; masked: boolean[] } }).state);
  await set(attention, [
    ['seed', '4'],
    ['kind', 'luong_dot'],
    ['mask', '1'],
  ]);
  await expect.poll(state, soon).toMatchObject({ seed: '4', kind: 'luong_dot', masked: [false, true, false] });
  await attention.evaluate((one) => {
    for (const name of ['seed', 'kind', 'mask', 'alpha', 'temperature']) one.removeAttribute(name);
  });
  await expect.poll(state, soon).toMatchObject({ seed: '0', kind: 'bahdanau', masked: [false, false, false] });
  const seed = await page.evaluate(async () => {
    const check = document.createElement('s2s-check');
    check.setAttribute('seed', '4');
    check.setAttribute('tokens', 'a b');
    document.querySelector('main')!.prepend(check);
    for (const name of ['seed', 'tokens']) check.removeAttribute(name);
    const one = check as unknown as { ready: Promise<void>; state: { seed: string } };
    await one.ready;
    return one.state.seed;
  });
  expect(seed).toBe('0');
});

test('put in again while its session was being given back: it begins anew, and trains', async () => {
  const { program } = await opened();
  const page = program.page();
  // A second one keeps the engine: the first has only its session to give back.
  await program.evaluate((one) => one.parentElement!.append(document.createElement('s2s-program')));
  const first = page.locator('s2s-program').first();
  await first.evaluate((one) => void (one as unknown as { train: () => Promise<unknown> }).train());
  await phase(first, 'running');
  await first.evaluate(async (one) => {
    const place = one.parentElement!;
    one.remove();
    await new Promise((resolve) => setTimeout(resolve)); // after the removal was taken for one
    place.prepend(one);
  });
  await first.scrollIntoViewIfNeeded();
  await phase(first, 'ready');
  const step = await first.evaluate(async (one) => {
    const program = one as unknown as { train: () => Promise<unknown>; state: SessionState };
    await program.train();
    return program.state.step;
  });
  expect(step).toBe(200);
});

test('rules hold where fewer epochs are set than were trained', async () => {
  const { program, inside } = await opened({ epochs: '20' });
  await program.evaluate((one) => (one as unknown as { train: () => Promise<unknown> }).train());
  await phase(program, 'finished');
  await set(program, [['epochs', '5']]);
  await program.locator('.open-rules').click();
  await inside.locator('.verdict').first().waitFor();
  expect(await text(inside.locator('.rules-panel'))).not.toContain('✗');
});

test('back from the first stage gives the focus to what opens it; a note is of its step only', async () => {
  const { program, inside } = await opened();
  await program.locator('.open-stages').click();
  await inside.locator('[data-stage=forward] .body').waitFor();
  for (let i = 0; i < 4; ++i) await inside.locator('button.next').click();
  await inside.locator('.note').waitFor();
  await program.locator('button.reset').click();
  await inside.locator('[data-stage=forward][data-step="0"] .body').waitFor();
  expect(await inside.locator('.note').count()).toBe(0);
  await inside.locator('button.back').focus();
  await inside.locator('button.back').press('Enter');
  await expect
    .poll(() => inside.evaluate((one) => one.shadowRoot?.activeElement?.className), soon)
    .toContain('open-stages');
});

test.each([
  ['', 1],
  ['none', 0],
])('controls "%s": the key for a step makes %i', async (controls, steps) => {
  const { program } = await opened({ controls });
  expect(await program.locator('.keys').count()).toBe(steps);
  await program.evaluate(async (one) => {
    const inner = one.shadowRoot!.querySelector('[role=group]')!;
    inner.dispatchEvent(new KeyboardEvent('keydown', { key: 's', bubbles: true, composed: true, cancelable: true }));
    // Acts come in turn, so this one comes after the step.
    await (one as unknown as { translate: (text: string) => Promise<unknown> }).translate('2 5 1');
  });
  const step = () => program.evaluate((one) => (one as unknown as { state: SessionState }).state.step);
  await expect.poll(step, soon).toBe(steps);
});

test('what cannot be fetched is said where it was asked for, and comes when it can', async () => {
  const { page, program } = await visit({}, true);
  const part = /assets\/within-[^/]*\.js$/;
  await page.route(part, (route) => route.abort());
  await phase(program, 'ready');
  await program.locator('.open-stages').click();
  await program.locator('[role=alert]', { hasText: 'could not be fetched' }).waitFor();
  await page.unroute(part);
  await program.locator('.open-stages').click();
  await program.locator('s2s-part-inside [data-stage=forward] .body').waitFor();
});
