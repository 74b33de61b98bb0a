// The HTML that "Embed" gives: put into another page it shows the element in the same state.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { hosts } from './hosts';

const places = hosts();
const script = '<script type="module" src="/widget/seq2seq-lab.js"></script>';
const kept = (from: string) => fileURLToPath(new URL(`../../dist/widget/${from}`, import.meta.url));

/** What the menu of the shapes element copies for an entry. */
async function copied(entry: string): Promise<string> {
  const page = await places.open(() => `${script}<s2s-shapes batch="2" hidden-size="16"></s2s-shapes>`, {
    prepare: (prepared) =>
      prepared.addInitScript(() => {
        Object.defineProperty(navigator.clipboard, 'writeText', {
          value: async (text: string) => {
            Object.assign(globalThis, { copied: text });
          },
        });
      }),
  });
  const shapes = page.locator('s2s-shapes');
  await shapes.evaluate((element) => (element as unknown as { ready: Promise<void> }).ready);
  await shapes.locator('s2s-part-export-menu button.open').click();
  await shapes.getByRole('button', { name: entry, exact: true }).click();
  await page.waitForFunction(() => 'copied' in globalThis);
  return page.evaluate(() => (globalThis as unknown as { copied: string }).copied);
}

/** Both sizes of the element on the page that the snippet was put into. */
const sizes = (scope: { locator: (selector: string) => import('playwright-core').Locator }) =>
  scope.locator('s2s-shapes').evaluate((element) => {
    const { sizes: found } = (element as unknown as { state: { sizes: { B: number; H: number } } }).state;
    return [found.B, found.H];
  });

test('script and tag: with the integrity of the script that lies there; a link remains without scripts (C73)', async () => {
  const html = await copied('Embed: script and tag');
  const { integrity } = JSON.parse(readFileSync(kept('seq2seq-lab.json'), 'utf8'));
  expect(html).toContain(`integrity="${integrity}"`);
  expect(html).toMatch(/<s2s-shapes [^>]*batch="2"[^>]*><a href="[^"]*embed\.html\?[^"]*">[^<]+<\/a><\/s2s-shapes>/);
  const page = await places.open(() => html);
  await page.locator('s2s-shapes .frame').waitFor();
  await expect.poll(() => sizes(page)).toEqual([2, 16]);
});

test('frame, locked: a plain iframe, alone (C72), and no control in it', async () => {
  const html = await copied('Embed: frame, locked');
  expect(html).toMatch(/^<iframe [^>]*><\/iframe>$/);
  expect(html).toContain('autostart=visible'); // there is nothing to press
  const page = await places.open(() => html);
  const frame = page.frameLocator('iframe');
  await frame.locator('s2s-shapes .frame').waitFor();
  await expect.poll(() => sizes(frame)).toEqual([2, 16]);
  expect(await frame.locator('s2s-shapes input').count()).toBe(0);
});

test('picture with a link: no script, no frame', async () => {
  const html = await copied('Embed: the picture with a link');
  expect(html).toMatch(
    /^<a href="[^"]*embed\.html\?element=shapes&amp;[^"]*"><img src="shapes\.svg" alt="[^"]+"><\/a>$/,
  );
});

test('a script that was changed is refused by its integrity', async () => {
  const html = (await copied('Embed: script and tag')).replace(/sha384-.{4}/, 'sha384-AAAA');
  const page = await places.open(() => html, {
    tolerated: true,
    prepare: (prepared) =>
      prepared.addInitScript(() => {
        addEventListener(
          'error',
          ({ target }) => {
            if (target instanceof HTMLScriptElement) Object.assign(globalThis, { refused: true });
          },
          true,
        );
      }),
  });
  await page.waitForFunction(() => 'refused' in globalThis);
  expect(await page.evaluate(() => customElements.get('s2s-shapes') === undefined)).toBe(true);
});

test('the program in training: the frame’s address holds seed, epochs, learning rate and feeding', async () => {
  const page = await places.open(() => `${script}<s2s-program seed="7" epochs="30" forcing="free"></s2s-program>`, {
    prepare: (prepared) =>
      prepared.addInitScript(() => {
        Object.defineProperty(navigator.clipboard, 'writeText', {
          value: async (text: string) => {
            Object.assign(globalThis, { copied: text });
          },
        });
      }),
  });
  const program = page.locator('s2s-program');
  await program.locator('[data-phase=ready]').waitFor({ state: 'attached' });
  await program.locator('s2s-part-export-menu button.open').click();
  await program.getByRole('button', { name: 'Embed: frame', exact: true }).click();
  await page.waitForFunction(() => 'copied' in globalThis);
  const html = await page.evaluate(() => (globalThis as unknown as { copied: string }).copied);
  const address = /src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(Object.fromEntries(new URL(address).searchParams)).toMatchObject({
    element: 'program',
    seed: '7',
    epochs: '30',
    forcing: 'free',
  });
});
