// One result everywhere: the same configuration and seed end with the same bits natively by both compilers, in Node with
// SIMD and without, in Chromium, Firefox and WebKit.
import { afterAll, describe, expect, test } from 'vitest';
import { firstDifference } from '../one-result/difference.mjs';
import { lacking, openPlace, placeNames } from '../one-result/places.mjs';
import { readRuns } from '../one-result/runs.mjs';

type Place = Awaited<ReturnType<typeof openPlace>>;

const runs = readRuns();
const [reference = '', ...others] = placeNames;

const open = new Map<string, Place>();
async function place(name: string): Promise<Place> {
  const found = open.get(name) ?? (await openPlace(name));
  open.set(name, found);
  return found;
}
afterAll(async () => {
  for (const one of open.values()) await one.close();
});

const trained = new Map<string, ReturnType<Place['train']>>();
/** What the run ends with in the place that the others are compared with. */
async function wanted(run: (typeof runs)[number]) {
  const { train } = await place(reference);
  if (!trained.has(run.name)) trained.set(run.name, train(run));
  return trained.get(run.name)!;
}

test('the lesson’s toy has its check code', async () => {
  const toy = runs.find(({ name }) => name === 'toy')!;
  expect((await wanted(toy)).digest).toBe('787910801e30638b');
});

for (const name of others) {
  const problem = lacking(name);
  if (problem !== undefined) {
    test.skip(`${name} is not compared here: ${problem}`, () => {});
    continue;
  }
  test.each(runs)(`${name} ends the run $name with the weights of ${reference}`, async (run) => {
    const here = await place(name);
    const [one, other] = [await wanted(run), await here.train(run)];
    if (one.digest !== other.digest) {
      const { train } = await place(reference);
      expect.fail(`${reference} and ${name} differ. ${await firstDifference(run, train, here.train)}`);
    }
    // The files hold the same numbers, not only the same check code.
    expect(Buffer.compare(one.model, other.model)).toBe(0);
  });
}

describe('a place that does differ', () => {
  // The learning rate changes by its last bit in the 38th epoch.
  const other = async (run: (typeof runs)[number]) => {
    const right = await place('node-simd');
    const { epochs } = run.configuration.training;
    if (epochs < 38) return right.train(run);
    const rate = { ...run.configuration.training, learning_rate: 0.00100000005 };
    return right.train({ ...run, configuration: { ...run.configuration, training: rate } });
  };

  test('is told with the first step and the first number that differ', async () => {
    const toy = runs.find(({ name }) => name === 'toy')!;
    const right = await place('node-simd');
    expect((await other(toy)).digest).not.toBe((await right.train(toy)).digest);
    expect(await firstDifference(toy, right.train, other)).toMatch(
      /^toy: equal after 37 epochs, different after 38: enc\.emb\.weight\[\d, \d\] is -?[\d.]+ and -?[\d.]+$/,
    );
  });
});
