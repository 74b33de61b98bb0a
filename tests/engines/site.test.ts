// The page in Chromium, Firefox and WebKit: what a reader sees and does must be the same in all three.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionState } from '../../wasm/protocol';
import type { Tab } from './drivers/driver.mjs';
import { serveSpied, siteFolder } from './pages.mjs';
import { inEveryEngine } from './support';

let server: Awaited<ReturnType<typeof serveSpied>>;
beforeAll(async () => {
  server = await serveSpied(siteFolder);
});
afterAll(() => server?.close());

interface Program extends HTMLElement {
  ready: Promise<SessionState>;
  train(): Promise<SessionState>;
  pause(): Promise<void>;
  reset(): Promise<void>;
  state: SessionState;
}

/** Fresh weights in the program element, nothing running. */
async function fresh(tab: Tab): Promise<void> {
  await tab.evaluate(async () => {
    await customElements.whenDefined('s2s-program');
    const program = document.querySelector('s2s-program') as Program;
    await program.ready;
    await program.pause();
    await program.reset();
  });
}

const train = (tab: Tab) =>
  tab.evaluate(async () => {
    const losses: number[] = [];
    const program = document.querySelector('s2s-program') as Program;
    const hear = (event: Event) => losses.push((event as CustomEvent<{ loss: number }>).detail.loss);
    program.addEventListener('s2s-epoch', hear);
    const state = await program.train();
    program.removeEventListener('s2s-epoch', hear);
    return { losses, digest: state.digest, epoch: state.epoch, finished: state.finished };
  });

/** The name of what has the focus, also inside shadow trees. */
const focused = (tab: Tab) =>
  tab.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active?.getAttribute('aria-label') ?? active?.className ?? '';
  });

inEveryEngine(({ visit }) => {
  test('the page trains the lesson’s model to the lesson’s losses and check code, and nothing complains', async () => {
    await visit(server.url, async (tab) => {
      expect(await tab.evaluate(() => document.title)).toBe('Seq2Seq Lab');
      await fresh(tab);
      const { losses, ...state } = await train(tab);
      expect(losses).toHaveLength(200);
      expect([0, 1, 2, 199].map((epoch) => losses[epoch]!.toFixed(4))).toEqual([
        '6.9713',
        '6.9338',
        '6.8965',
        '1.4987',
      ]);
      expect(state).toEqual({ digest: '787910801e30638b', epoch: 200, finished: true });
      await tab.waitFor(() =>
        document.querySelector('s2s-program')?.shadowRoot?.querySelector('[data-phase=finished]'),
      );
      expect(await tab.texts('s2s-program', '.epoch')).toEqual(['200']);
      expect(await tab.complaints()).toEqual([]);
    });
  });

  test('pressing Train trains, and the scrubber looks back at an earlier epoch', async () => {
    await visit(server.url, async (tab) => {
      await fresh(tab);
      await tab.click('s2s-program', '.pace label:last-of-type');
      await tab.click('s2s-program', '.play');
      await tab.waitFor(() =>
        document.querySelector('s2s-program')?.shadowRoot?.querySelector('[data-phase=finished]'),
      );
      // What a screen reader says of the attention matrix: which epoch's it is, and its strongest weight.
      const matrix = () =>
        tab.evaluate(() => {
          const map = document.querySelector('s2s-program')!.shadowRoot!.querySelector('s2s-part-heatmap')!;
          return map.shadowRoot!.querySelector('[role=grid]')!.getAttribute('aria-label');
        });
      const last = await matrix();
      expect(last).toContain('after 200 epochs');
      await tab.focus('s2s-program', '#scrub');
      await tab.press('Home', 'ArrowRight', 'ArrowRight');
      const early = await matrix();
      expect(early).toContain('after 2 epochs');
      expect(early).toMatch(/Strongest: 4 looks at EOS, 0\.268/);
      await tab.click('s2s-program', '.latest');
      expect(await matrix()).toBe(last);
    });
  });

  test('attention by hand is worked with the keyboard alone and gives the lesson’s numbers', async () => {
    await visit(server.url, async (tab) => {
      await fresh(tab);
      // It is further down, and loaded when it is near.
      await tab.evaluate(() => document.querySelector('s2s-attention')?.scrollIntoView({ behavior: 'instant' }));
      await tab.waitFor(() => document.querySelector('s2s-attention')?.shadowRoot?.querySelector('.next'));
      await tab.click('s2s-attention', '.next');
      await tab.press('n', 'n', 'n', 'n', 'n', 'n');
      const stage = (name: string) =>
        tab.texts('s2s-attention', `[data-stage=${name}] s2s-part-number-grid`, 'td.value');
      expect(await stage('energy')).toEqual(['−0.8377', '1.2709', '−0.4288']);
      expect(await stage('alpha')).toEqual(['0.0931', '0.7668', '0.1401']);
      expect(await stage('context')).toEqual(['−0.7889', '−1.1562', '0.0228', '0.7210']);
      await tab.focus('s2s-attention', '.matrix.Wh s2s-part-number-grid', 'input[data-index="0"]');
      await tab.press('ArrowDown', 'ArrowRight');
      expect(await focused(tab)).toBe('W_h, row 1, column 1');
      expect(await tab.complaints()).toEqual([]);
    });
  });
});
