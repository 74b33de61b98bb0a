// Part 3, first half: scheduled sampling.
import { fixed } from '../../lib/format';
import { type Answer, type Made, moment } from '../moment';

const epsilonPaper = moment('epsilon-paper', async ({ engine, words, dice }) => {
  const K = dice.pick([40, 60, 80, 100, 200]);
  const k = (K / 10) * dice.pick([1, 2, 3, 4, 6, 7, 8, 9, 12]);
  const forcing = { schedule: 'linear', linear_steps: K } as const;
  const [epsilon] = (await engine.schedule(forcing, [k])) as [number];
  const places = [0, K / 4, K / 2, (3 * K) / 4, K];
  const table = await engine.schedule(forcing, places);
  return {
    question: words.question(K, k),
    given: [],
    form: { form: 'number', label: words.label(k), tolerance: 0.005, digits: 2 },
    right: epsilon,
    reason: (answer: Answer) => {
      const given = answer as number;
      if (given < 0) return words.reasons.negative;
      if (given > 1) return words.reasons.above;
      if (Math.abs(given + epsilon - 1) < 0.006) return words.reasons.complement;
      return words.reasons.other(k, K);
    },
    because: words.because(fixed(epsilon, 2)),
    ran: [
      {
        type: 'table',
        title: words.ran,
        heads: words.heads,
        rows: places.map((at, index) => [String(at), fixed(table[index]!, 2)]),
      },
    ],
  };
});

const quarter = moment('quarter', async ({ engine, words, seed }) => {
  // Eleven inputs a row: BOS, and ten that a coin decides.
  const rows = await engine.coins({ seed, rows: 10, length: 11, epsilon: 0.25 });
  const right = rows.flatMap((row) => row.slice(1)).filter((own) => !own).length;
  return {
    question: words.question,
    given: [{ type: 'code', title: words.program, lines: ['epoch  75   epsilon 0.25   free-run'] }],
    form: { form: 'number', label: words.label, tolerance: 8, digits: 0 },
    right,
    reason: (answer: Answer) => {
      if ((answer as number) < 5) return words.reasons.none;
      return (answer as number) > right ? words.reasons.many : words.reasons.few;
    },
    because: words.because(right),
    ran: [{ type: 'coins', title: words.ran, rows }],
  };
});

const wrongCoin = moment('wrong-coin', async ({ engine, words, dice, seed, nearby }) => {
  const common = { rows: 6, length: 8, epsilon: 0.5 };
  const throwing = (coin: 'token' | 'sequence', from: string) => engine.coins({ ...common, coin, seed: from });
  const mixed = (rows: boolean[][]) => rows.some((row) => row[1]) && rows.some((row) => !row[1]);
  let from = seed;
  let broken = await throwing('sequence', from);
  for (let k = 1; k < 20 && !mixed(broken); ++k) {
    from = nearby(k);
    broken = await throwing('sequence', from);
  }
  const sound = await throwing('token', from);
  const strips = dice.shuffled([broken, sound]);
  const again = JSON.stringify(await throwing('sequence', from));
  return {
    question: words.question,
    given: strips.map((rows, index) => ({ type: 'coins' as const, title: words.strip(index), rows })),
    form: { form: 'choice', options: strips.map((_, index) => words.program(index)) },
    right: strips.findIndex((rows) => JSON.stringify(rows) === again),
    reason: () => words.reason,
    because: words.because,
    ran: [{ type: 'code', title: words.ran, lines: words.lines }],
  };
});

const curves = ['linear', 'exponential', 'inverse_sigmoid'] as const;

const curveOrder = moment('curve-order', async ({ engine, words, dice }) => {
  const constants = { linear_steps: 100, exponential_base: 0.96, sigmoid_scale: 12 };
  const at = (k: number) =>
    Promise.all(curves.map(async (schedule) => (await engine.schedule({ schedule, ...constants }, [k]))[0]!));
  const apart = (values: number[]) => {
    const [a, b, c] = [...values].sort((x, y) => x - y) as [number, number, number];
    return b - a > 0.02 && c - b > 0.02;
  };
  let k = dice.pick([10, 25, 40, 55, 70]);
  let values = await at(k);
  for (const next of [25, 40, 10, 55]) {
    if (apart(values)) break;
    k = next;
    values = await at(k);
  }
  const items = dice.shuffled([0, 1, 2]);
  const right = [0, 1, 2].sort((a, b) => values[items[b]!]! - values[items[a]!]!);
  return {
    question: words.question(k),
    given: [],
    form: { form: 'order', label: words.label, items: items.map((index) => words.curves[curves[index]!]) },
    right,
    reason: (answer: Answer) => {
      const wrong = (answer as number[]).findIndex((item, place) => item !== right[place]);
      const curve = curves[items[(answer as number[])[wrong]!]!]!;
      return words.reason(words.curves[curve], k, fixed(values[curves.indexOf(curve)]!, 2));
    },
    because: words.because,
    ran: [
      {
        type: 'table',
        title: words.ran(k),
        heads: words.heads,
        rows: curves.map((curve, index) => [words.curves[curve], fixed(values[index]!)]),
      },
    ],
  };
});

const firstCoin = moment('first-coin', async ({ engine, words, dice, seed }) => {
  const length = dice.between(4, 9);
  // With epsilon 0 every coin says "own": as many as were thrown.
  const [row] = (await engine.coins({ seed, length, epsilon: 0 })) as [boolean[]];
  const right = row.filter(Boolean).length;
  return {
    question: words.question(length),
    given: [],
    form: { form: 'number', label: words.label, tolerance: 0, digits: 0 },
    right,
    reason: (answer: Answer) => (answer === length ? words.reasons.all : words.reasons.other),
    because: words.because(right),
    ran: [{ type: 'coins', title: words.ran, rows: [row] }],
  };
});

export const made: readonly Made[] = [epsilonPaper, quarter, wrongCoin, curveOrder, firstCoin];
