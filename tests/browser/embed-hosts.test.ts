// Hosts that take something away, or that have two versions: what remains, and who wins.
import { expect, test } from 'vitest';
import { hosts, toysLoss, trained } from './hosts';
import { phase } from './support';

const places = hosts();
const script = '<script type="module" src="/widget/seq2seq-lab.js"></script>';
const tag =
  '<s2s-program seed="99" epochs="200">The lesson’s model. <a href="/site/#fig-program">See it on its own page.</a></s2s-program>';

test('a host that removes scripts: the text between the tags stays, and its link leads to the figure', async () => {
  // A cleaning host strips the script and every tag it does not know; the text and the link are ordinary HTML.
  const cleaned = `${script}${tag}`.replace(/<script.*?<\/script>/gs, '').replace(/<\/?s2s-[^>]*>/g, '');
  const page = await places.open(() => `<div>${cleaned}</div>`);
  expect(await page.locator('div').innerText()).toContain('The lesson’s model.');
  await page.locator('a').click();
  await page.waitForURL('**/site/#fig-program');
  await phase(page.locator('#fig-program s2s-program'), 'ready', 'running', 'finished');
});

test('a host that forbids scripts but keeps the tag: its text and link are seen', async () => {
  const page = await places.open(() => `${script}${tag}`, {
    headers: { 'Content-Security-Policy': "script-src 'none'" },
    tolerated: true, // the browser reports the refused script
  });
  expect(await page.locator('s2s-program').innerText()).toContain('See it on its own page.');
  expect(await page.locator('s2s-program a').isVisible()).toBe(true);
});

test('a host that keeps pictures only: the saved picture is one file that shows itself, with a link to the figure', async () => {
  const page = await places.open(() => `${script}<s2s-shapes batch="2"></s2s-shapes>`);
  const shapes = page.locator('s2s-shapes');
  await shapes.evaluate((element) => (element as unknown as { ready: Promise<unknown> }).ready);
  await shapes.locator('s2s-part-export-menu button.open').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    shapes.getByRole('button', { name: 'Picture, SVG', exact: true }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const svg = Buffer.concat(chunks).toString('utf8');
  // As a page that allows nothing but pictures has it.
  const link = '/embed.html?element=shapes&amp;batch=2';
  const address = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  const host = await places.open(() => `<a href="${link}"><img src="${address}" alt="Shapes"></a>`, {
    headers: { 'Content-Security-Policy': "default-src 'none'; img-src data:" },
  });
  const size = await host.locator('img').evaluate(async (image) => {
    await (image as HTMLImageElement).decode();
    return (image as HTMLImageElement).naturalWidth;
  });
  expect(size).toBeGreaterThan(300);
  await host.locator('a').click();
  await host.waitForURL('**/embed.html?element=shapes&batch=2');
});

test('two versions on one page: the first keeps the elements, the second says so, and both pages’ tags work', async () => {
  const warnings: string[] = [];
  const page = await places.open(
    () => `${script}${tag}<s2s-shapes></s2s-shapes><script type="module" src="/later/widget/seq2seq-lab.js"></script>`,
    {
      tolerated: true, // the second version warns
      viewport: { width: 1280, height: 4000 },
      prepare: async (prepared) => {
        prepared.on('console', (message) => warnings.push(message.text()));
        // The same files in another folder, with another version’s number in them.
        await prepared.route('**/later/widget/**', async (route) => {
          const response = await route.fetch({ url: route.request().url().replace('/later/widget/', '/widget/') });
          if (!route.request().url().endsWith('.js')) return route.fulfill({ response });
          const code = await response.text();
          const { version } = JSON.parse(
            await (await route.fetch({ url: new URL('/widget/seq2seq-lab.json', route.request().url()).href })).text(),
          );
          return route.fulfill({
            response,
            body: code.replaceAll(`\`${version}\``, '`99.0.0`').replaceAll(`"${version}"`, '"99.0.0"'),
          });
        });
      },
    },
  );
  expect(await trained(page)).toBe(toysLoss);
  await page.locator('s2s-shapes .frame').waitFor();
  // Both have been asked for each element; whoever came second has said who it is and who was there.
  await expect
    .poll(() => warnings.filter((one) => /<s2s-\S+> is already registered/.test(one)).length)
    .toBeGreaterThanOrEqual(2);
  const versions = new Set(
    await page.evaluate(() =>
      ['s2s-program', 's2s-shapes'].map((name) => (customElements.get(name) as unknown as { version: string }).version),
    ),
  );
  for (const warning of warnings.filter((one) => one.includes('s2s-program> is already'))) {
    expect(warning).toMatch(/\(version \S+\); version \S+ does nothing here/);
    expect(warning).toContain('99.0.0');
  }
  expect(versions.size).toBeGreaterThanOrEqual(1);
});

test('a frame of another origin in an isolated page: with the two headers of the guide it is shown and trains', async () => {
  const isolated = { 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Opener-Policy': 'same-origin' };
  const page = await places.open(
    (there) =>
      `<iframe title="t" src="${there}embed.html?element=program&seed=99&epochs=200" width="800" height="700"></iframe>`,
    {
      headers: isolated,
      widgetHeaders: {
        'Cross-Origin-Embedder-Policy': 'require-corp',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      },
    },
  );
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(await trained(page.frameLocator('iframe') as never)).toBe(toysLoss);
});
