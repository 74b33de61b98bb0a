// Part 4, the project and the recap: the whole program, its size, its training.
import type { Engine, SessionState, Snapshot } from '../../../wasm/client';
import { toFailure } from '../../lib/failure';
import { fixed, grouped as groupedIn, typed } from '../../lib/format';
import { largestOf, withSession } from '../ask';
import { type Answer, type Made, moment } from '../moment';

const modules = ['enc.emb', 'enc.gru', 'dec.emb', 'dec.attn', 'dec.gru', 'dec.fc'];

const biggestModule = moment('biggest-module', async ({ engine, words, dice, strings }) => {
  const grouped = (value: number) => groupedIn(value, strings.lang);
  const E = dice.pick([256, 512]);
  const counts = await engine.parameterCounts(30000, E, 512);
  const count = (name: string) => counts.modules.find((module) => module.name === name)!.count;
  const right = largestOf(modules.map(count));
  return {
    question: words.question(E),
    given: [],
    form: { form: 'choice', options: modules.map((name) => words.modules[name]!) },
    right,
    reason: (answer: Answer) =>
      words.reason(words.modules[modules[answer as number]!]!, grouped(count(modules[answer as number]!))),
    because: words.because(grouped(count(modules[right]!)), grouped(counts.total)),
    ran: [
      {
        type: 'table',
        title: words.ran,
        heads: words.heads,
        rows: [
          ...modules.map((name) => [words.modules[name]!, grouped(count(name))]),
          [words.total, grouped(counts.total)],
        ],
        strong: [right],
      },
    ],
  };
});

const doubleIt = moment('double-it', async ({ engine, words, dice, strings }) => {
  const grouped = (value: number) => groupedIn(value, strings.lang);
  const [V, E, H] = dice.pick([
    [10, 6, 8],
    [30000, 256, 512],
    [200, 32, 128],
    [50000, 128, 64],
  ] as const);
  const base = (await engine.parameterCounts(V, E, H)).total;
  const more = [
    (await engine.parameterCounts(2 * V, E, H)).total,
    (await engine.parameterCounts(V, 2 * E, H)).total,
    (await engine.parameterCounts(V, E, 2 * H)).total,
  ];
  const right = largestOf(more);
  return {
    question: words.question(grouped(V), E, H),
    given: [],
    form: { form: 'choice', options: words.options },
    right,
    reason: (answer: Answer) => words.reason(grouped(more[answer as number]!), grouped(base)),
    because: words.because[right]!,
    ran: [
      {
        type: 'table',
        title: words.ran,
        heads: words.heads,
        rows: [[words.asItIs, grouped(base)], ...more.map((total, index) => [words.options[index]!, grouped(total)])],
        strong: [right + 1],
      },
    ],
  };
});

const whereSeen = moment('where-seen', async ({ engine, words, strings, dice, seed }) => {
  const chosen = dice
    .shuffled([
      'gate_order',
      'first_state_zero',
      'no_tanh',
      'context_of_keys',
      'softmax_twice',
      'target_shift',
    ] as const)
    .slice(0, 4);
  const firsts = await withSession(engine, { training: { seed } }, async (session) => {
    const names: string[] = [];
    for (const mistake of chosen) {
      const run = await session.brokenVariant(mistake);
      names.push(run.tensors[run.first]!.name);
    }
    return names;
  });
  const choices = dice.shuffled([...new Set(firsts)]);
  const right = firsts.map((name) => choices.indexOf(name));
  return {
    question: words.question,
    given: [],
    form: {
      form: 'match',
      label: words.label,
      items: chosen.map((mistake) => strings.check.mistakes[mistake].name),
      choices,
    },
    right,
    reason: (answer: Answer) => {
      const at = (answer as number[]).findIndex((choice, index) => choice !== right[index]);
      return words.reason(strings.check.mistakes[chosen[at]!].name, choices[(answer as number[])[at]!]!);
    },
    because: words.because,
    ran: [
      {
        type: 'table',
        title: words.ran,
        heads: words.heads,
        rows: chosen.map((mistake, index) => [strings.check.mistakes[mistake].name, `\`${firsts[index]}\``]),
      },
    ],
  };
});

interface Ran {
  losses: number[];
  snapshot: Snapshot;
  state: SessionState;
}

/** The lesson's pair; where training breaks, the losses up to there. */
function train(engine: Engine, training: Record<string, unknown>): Promise<Ran> {
  return withSession(engine, { training }, async (session) => {
    const losses: number[] = [];
    try {
      await session.train({ onProgress: ({ steps }) => losses.push(...steps.map((step) => step.loss)) });
    } catch (error) {
      if (toFailure(error).code !== 'not_finite') throw error;
      losses.push(Number.POSITIVE_INFINITY);
    }
    return { losses, snapshot: await session.snapshot(), state: await session.state() };
  });
}

const learningRate = moment('learning-rate', async ({ engine, words, dice, seed }) => {
  const rates = dice.shuffled([0.001, 0.01, 0.05, dice.pick([3, 10, 30])]);
  const epochs = 40;
  const runs: Ran[] = [];
  for (const rate of rates) runs.push(await train(engine, { seed, learning_rate: rate, epochs }));
  const last = runs.map(({ losses }) => losses.at(-1)!);
  const right = largestOf(last);
  return {
    question: words.question(epochs),
    given: [],
    form: { form: 'choice', options: rates.map((rate) => words.rate(typed(rate))) },
    right,
    reason: (answer: Answer) =>
      words.reason(fixed(runs[answer as number]!.losses[0]!, 2), fixed(last[answer as number]!, 2)),
    because: words.because,
    ran: [
      {
        type: 'table',
        title: words.ran,
        heads: words.heads(epochs - 1),
        rows: rates.map((rate, index) => [typed(rate), fixed(runs[index]!.losses[0]!), fixed(last[index]!)]),
        strong: [right],
      },
    ],
  };
});

const finalLoss = moment('final-loss', async ({ engine, words, dice, seed }) => {
  const epochs = dice.pick([50, 100, 200]);
  const { losses, snapshot } = await train(engine, { seed, epochs });
  const printed = losses.at(-1)!;
  const gap = snapshot.loss - printed;
  return {
    question: words.question(epochs),
    given: [
      {
        type: 'code',
        title: words.printed,
        lines: [`epoch ${epochs - 1}   loss ${printed.toFixed(4)}`, `final loss ${printed.toFixed(4)}`],
      },
    ],
    form: { form: 'choice', options: words.options },
    right: Math.abs(gap) < 1e-6 ? 1 : gap < 0 ? 0 : 2,
    reason: (answer: Answer) => words.reasons[answer as number]!,
    because: words.because,
    ran: [
      {
        type: 'table',
        title: words.ran,
        heads: words.heads,
        rows: [
          [words.before(epochs - 1), fixed(printed)],
          [words.after, fixed(snapshot.loss)],
        ],
      },
    ],
  };
});

const watchLoss = moment('watch-loss', async ({ engine, words, dice, seed }) => {
  const rate = dice.pick([0.005, 0.01, 0.02]);
  const { losses } = await train(engine, { seed, learning_rate: rate, epochs: 120 });
  const right = losses.findIndex((loss) => loss < 1);
  return {
    question: words.question(typed(rate)),
    given: [
      {
        type: 'table',
        title: words.begins,
        heads: words.heads,
        rows: [0, 4, 8].map((epoch) => [String(epoch), fixed(losses[epoch]!)]),
      },
    ],
    form: { form: 'number', label: words.label, tolerance: 10, digits: 0 },
    right,
    reason: (answer: Answer) => {
      const at = Math.round(answer as number);
      const loss = losses[Math.min(losses.length - 1, Math.max(0, at))]!;
      return at < right ? words.reasons.early(fixed(loss, 2)) : words.reasons.late(fixed(loss, 2));
    },
    because: words.because(right),
    ran: [{ type: 'curve', title: words.ran, losses, mark: right }],
  };
});

// ---- The project ---------------------------------------------------------------------------------------------------

const fairStart = moment('fair-start', async ({ engine, words, dice, seed, strings }) => {
  const grouped = (value: number) => groupedIn(value, strings.lang);
  const open = (schedule: string) =>
    withSession(engine, { training: { seed, epochs: 20, forcing: { schedule } } }, async (session) => {
      const { digest: before, parameterCount } = await session.state();
      const losses: number[] = [];
      await session.train({ onProgress: ({ steps }) => losses.push(...steps.map((step) => step.loss)) });
      return { before, count: parameterCount, after: (await session.state()).digest, first: losses[0]! };
    });
  const [forced, free] = [await open('teacher'), await open('free')];
  const alike = {
    before: forced.before === free.before,
    count: forced.count === free.count,
    first: forced.first === free.first,
    after: forced.after === free.after,
  };
  const items = dice.shuffled(['before', 'count', 'first', 'after'] as const);
  return {
    question: words.question,
    given: [],
    form: { form: 'several', options: items.map((name) => words.items[name]) },
    right: items.flatMap((name, index) => (alike[name] ? [index] : [])),
    reason: (answer: Answer) => {
      const list = answer as number[];
      const extra = items.find((name, index) => list.includes(index) && !alike[name]);
      return extra ? words.extra[extra] : words.missing;
    },
    because: words.because,
    ran: [
      {
        type: 'table',
        title: words.ran,
        heads: words.heads,
        rows: (['before', 'count', 'first', 'after'] as const).map((name) => {
          const show = (value: string | number) =>
            typeof value === 'number' ? (name === 'count' ? grouped(value) : fixed(value)) : `\`${value}\``;
          return [words.items[name], show(forced[name]), show(free[name])];
        }),
      },
    ],
  };
});

const oneSeed = moment('one-seed', async ({ engine, words, seed, nearby }) => {
  const epochs = 60;
  const run = async (from: string) => {
    const loss = async (schedule: string) =>
      (await train(engine, { seed: from, learning_rate: 0.01, epochs, forcing: { schedule } })).losses.at(-1)!;
    return { from, forced: await loss('teacher'), free: await loss('free') };
  };
  const runs: Awaited<ReturnType<typeof run>>[] = [];
  for (let k = 0; runs.length < 4 && k < 24; ++k) {
    const one = await run(k === 0 ? seed : nearby(k));
    // One seed that refutes the claim, where there is one nearby, and three that do not.
    const refutes = one.forced > one.free;
    if (
      refutes
        ? !runs.some(({ forced, free }) => forced > free)
        : runs.filter(({ forced, free }) => forced <= free).length < 3
    )
      runs.push(one);
  }
  const refuting = runs.findIndex(({ forced, free }) => forced > free);
  return {
    question: words.question(epochs),
    given: [
      {
        type: 'table',
        title: words.table,
        heads: words.heads,
        rows: runs.map(({ from, forced, free }, index) => [words.seed(index, from), fixed(forced), fixed(free)]),
      },
    ],
    form: { form: 'choice', options: [...runs.map(({ from }, index) => words.seed(index, from)), words.none] },
    right: refuting === -1 ? runs.length : refuting,
    reason: (answer: Answer) => {
      const chosen = runs[answer as number];
      return chosen ? words.reason(fixed(chosen.forced), fixed(chosen.free)) : words.reasonNone;
    },
    because: words.because,
    ran: [],
  };
});

export const made: readonly Made[] = [
  biggestModule,
  doubleIt,
  whereSeen,
  learningRate,
  finalLoss,
  watchLoss,
  fairStart,
  oneSeed,
];
