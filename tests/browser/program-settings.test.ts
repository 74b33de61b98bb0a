// <s2s-program>: what its panels say after a change of the run, where the focus goes, and locked.
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
