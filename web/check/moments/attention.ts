// Part 1: energies, weights and context.
import { fixed, grouped, shapeText } from '../../lib/format';
import { dotAttention, largestOf, same, softmaxOf, withSession } from '../ask';
import { type Answer, type Figure, type Made, moment } from '../moment';

const position = (index: number) => String(index);
const positions = (values: readonly number[]) => values.map((_, index) => position(index));

const energyGrid = (title: string, values: readonly number[]): Figure => ({
  type: 'grid',
  title,
  values,
  columns: 1,
  rows: positions(values),
  quantity: 'alpha',
});
const weightGrid = (title: string, values: readonly number[], strongest = -1): Figure => ({
  ...(energyGrid(title, values) as Extract<Figure, { type: 'grid' }>),
  bars: true,
  strongest,
});

const alphaLargest = moment('alpha-largest', async ({ engine, words, dice }) => {
  // One energy is far below 0, so that size and value do not go together.
  const energies = Array.from({ length: dice.between(3, 5) }, () => dice.tenth());
  energies[dice.below(energies.length)] = -3 - Math.abs(dice.tenth());
  const { alpha, largest } = await softmaxOf(engine, energies);
  const sizes = energies.map(Math.abs);
  return {
    question: words.question,
    given: [energyGrid(words.energies, energies)],
    form: { form: 'choice', options: energies.map((_, index) => words.position(index)) },
    right: largest,
    reason: (answer: Answer) => {
      const at = answer as number;
      if (at === largestOf(sizes)) return words.reasons.negative(fixed(energies[at]!, 1), fixed(alpha[at]!));
      return words.reasons.other(at, fixed(energies[at]!, 1), fixed(energies[largest]!, 1));
    },
    because: words.because(largest, fixed(alpha[largest]!)),
    ran: [weightGrid(words.weights, alpha, largest)],
  };
});

const softmaxPaper = moment('softmax-paper', async ({ engine, words, dice }) => {
  const energies = dice.shuffled([dice.between(1, 3), 0, dice.pick([0, 1, -1])]);
  const at = dice.below(3);
  const { alpha, alphaSum } = await softmaxOf(engine, energies);
  return {
    question: words.question(at),
    given: [energyGrid(words.energies, energies)],
    form: { form: 'number', label: words.label(at), tolerance: 0.01, digits: 2 },
    right: alpha[at]!,
    reason: (answer: Answer) => {
      const given = answer as number;
      if (given <= 0) return words.reasons.negative;
      if (given >= 1) return words.reasons.above;
      const other = alpha.findIndex((weight) => Math.abs(weight - given) < 0.01);
      if (other >= 0) return words.reasons.position(other);
      return words.reasons.other(energies.map((energy) => `exp(${energy})`).join(' + '));
    },
    because: words.because(at, fixed(alpha[at]!), String(energies[at])),
    ran: [
      weightGrid(words.weights, alpha),
      { type: 'table', title: '', heads: [words.sum], rows: [[String(alphaSum)]] },
    ],
  };
});

const energyPaper = moment('energy-paper', async ({ engine, words, dice }) => {
  const sum = [dice.tenth(1.5), dice.tenth(1.5)];
  const v = [dice.between(1, 2), -dice.between(1, 2)];
  const common = { sourceLength: 1, hiddenSize: 2, s: [0, 0], Ws: [0, 0, 0, 0], v };
  // W_h is the identity: the sum is handed in as the state.
  const steps = await engine.attentionSteps({ ...common, h: sum, Wh: [1, 0, 0, 1] });
  const [energy] = steps.energy as [number];
  const [straight] = (await dotAttention(engine, [sum], v)).energy as [number];
  return {
    question: words.question,
    given: [
      { type: 'grid', title: words.sum, values: sum, columns: 2, quantity: 'h' },
      { type: 'grid', title: words.v, values: v, columns: 2, quantity: 'v' },
    ],
    form: { form: 'number', label: words.label, tolerance: 0.02, digits: 2 },
    right: energy,
    reason: (answer: Answer) => {
      const given = answer as number;
      if (Math.abs(given - straight) < 0.02) return words.reasons.withoutTanh;
      if (Math.abs(given + energy) < 0.02) return words.reasons.sign;
      if (Math.abs(given) > 4) return words.reasons.bound;
      return words.reasons.other;
    },
    because: words.because(fixed(energy)),
    ran: [
      { type: 'grid', title: words.tanh, values: steps.tanh, columns: 2, quantity: 'h' },
      { type: 'grid', title: words.energy, values: steps.energy, columns: 1, quantity: 'alpha' },
      { type: 'table', title: '', heads: [words.straight], rows: [[fixed(straight)]] },
    ],
  };
});

const shiftEnergies = moment('shift-energies', async ({ engine, words, dice }) => {
  const energies = Array.from({ length: 3 }, () => dice.tenth());
  const added = dice.between(2, 9);
  const before = await softmaxOf(engine, energies);
  // A second entry of 1 in each state, and `added` in s: every energy grows by it.
  const after = await dotAttention(
    engine,
    energies.map((energy) => [energy, 1]),
    [1, added],
  );
  const [was, is] = [before.alpha[before.largest]!, after.alpha[before.largest]!];
  const right = Math.abs(is - was) < 1e-5 ? 1 : is > was ? 0 : 2;
  return {
    question: words.question(added),
    given: [energyGrid(words.energies, energies), weightGrid(words.weights, before.alpha, before.largest)],
    form: { form: 'choice', options: words.options },
    right,
    reason: (answer: Answer) => words.reasons[answer as number]!,
    because: words.because(added),
    ran: [
      energyGrid(words.energiesAfter(added), after.energy),
      weightGrid(words.weightsAfter, after.alpha, after.largest),
    ],
  };
});

const temperature = moment('temperature', async ({ engine, words, dice }) => {
  const energies = Array.from({ length: dice.between(3, 5) }, () => dice.tenth());
  energies[dice.below(energies.length)] = 2 + Math.abs(dice.tenth());
  const by = dice.pick([50, 100]);
  const [before, after] = [await softmaxOf(engine, energies), await softmaxOf(engine, energies, { temperature: by })];
  const even = (await softmaxOf(engine, Array(energies.length).fill(0))).alpha[0]!;
  const ends = [1, even, before.alpha[before.largest]!, 0];
  const off = ends.map((end) => Math.abs(after.alpha[before.largest]! - end));
  return {
    question: words.question(by),
    given: [energyGrid(words.energies, energies), weightGrid(words.weights, before.alpha, before.largest)],
    form: { form: 'choice', options: words.options(fixed(even, 2)) },
    right: off.indexOf(Math.min(...off)),
    reason: (answer: Answer) => words.reasons[answer as number]!,
    because: words.because(by),
    ran: [weightGrid(words.weightsAfter(by), after.alpha)],
  };
});

const tensorNames = ['enc.out', 'dec.energy', 'dec.alpha', 'dec.context', 'dec.gru_input', 'dec.logits'] as const;

const whichTensor = moment('which-tensor', async ({ engine, words, dice, seed }) => {
  const configuration = {
    task: { kind: 'reverse', symbols: 9, examples: 200 },
    model: { embedding_size: dice.between(5, 6), hidden_size: dice.between(7, 9) },
    training: { seed },
  };
  const { tensors } = await withSession(engine, configuration, (session) => session.trace('teacher', 'abc', 'cba'));
  const shapeOf = (name: string) => tensors.find((tensor) => tensor.name === name && tensor.step <= 0)!.shape;
  const items = dice.shuffled(tensorNames);
  const right = items.map((name) => tensorNames.indexOf(name));
  return {
    question: words.question,
    given: [
      {
        type: 'table',
        title: words.sizes,
        heads: ['B', 'S', 'E', 'H', 'V'],
        rows: [
          [
            1,
            shapeOf('enc.out')[1]!,
            configuration.model.embedding_size,
            configuration.model.hidden_size,
            shapeOf('dec.logits')[1]!,
          ].map(String),
        ],
      },
    ],
    form: {
      form: 'match',
      label: words.label,
      items: items.map((name) => shapeText(shapeOf(name))),
      choices: tensorNames.map((name) => words.names[name]),
    },
    right,
    reason: (answer: Answer) => {
      const at = (answer as number[]).findIndex((choice, index) => choice !== right[index]);
      const said = tensorNames[(answer as number[])[at]!]!;
      return words.reason(shapeText(shapeOf(items[at]!)), words.names[said], shapeText(shapeOf(said)));
    },
    because: words.because,
    ran: [
      {
        type: 'table',
        title: words.ran,
        heads: words.heads,
        rows: tensorNames.map((name) => [`\`${name}\``, words.names[name], shapeText(shapeOf(name))]),
      },
    ],
  };
});

const scores = ['bahdanau', 'luong_general', 'luong_dot'] as const;

const attentionCost = moment('attention-cost', async ({ engine, words, dice, strings }) => {
  const H = dice.pick([8, 16, 32, 64]);
  const counts: number[] = [];
  for (const attention of scores) {
    const state = await withSession(engine, { model: { hidden_size: H, attention } }, (session) => session.state());
    counts.push(state.parameterCount);
  }
  const none = await withSession(engine, { model: { hidden_size: H, attention: 'none' } }, (session) =>
    session.state(),
  );
  const items = dice.shuffled([0, 1, 2]);
  const extra = (index: number) => counts[index]! - none.parameterCount;
  return {
    question: words.question(H),
    given: [],
    form: {
      form: 'match',
      label: words.label,
      items: items.map((index) => words.weights(grouped(counts[index]!, strings.lang))),
      choices: scores.map((score) => words.scores[score]),
    },
    right: items,
    reason: (answer: Answer) => {
      const at = (answer as number[]).findIndex((choice, index) => choice !== items[index]);
      return words.reasons[scores[(answer as number[])[at]!]!];
    },
    because: words.because(H),
    ran: [
      {
        type: 'table',
        title: words.ran,
        heads: words.heads,
        rows: scores.map((score, index) => [
          words.scores[score],
          grouped(counts[index]!, strings.lang),
          grouped(extra(index), strings.lang),
        ]),
      },
    ],
  };
});

const longestWins = moment('longest-wins', async ({ engine, words, dice }) => {
  const cases: { states: number[][]; s: number[]; lengths: number[]; alpha: number[]; refutes: boolean }[] = [];
  // Three cases, exactly one of which refutes the claim; ties and near ones are passed over.
  for (let tries = 0; tries < 60 && cases.length < 3; ++tries) {
    const states = Array.from({ length: 2 }, () => [dice.between(-3, 3), dice.between(-3, 3)]);
    const s = [dice.between(-2, 2), dice.between(-2, 2)];
    const lengths = await engine.stateDistances(states, [
      [0, 0],
      [0, 0],
    ]);
    const { alpha } = await dotAttention(engine, states, s);
    if (Math.abs(lengths[0]! - lengths[1]!) < 0.3 || Math.abs(alpha[0]! - alpha[1]!) < 0.1) continue;
    const refutes = largestOf(lengths) !== largestOf(alpha);
    const room = refutes ? !cases.some((one) => one.refutes) : cases.filter((one) => !one.refutes).length < 2;
    if (room) cases.push({ states, s, lengths, alpha, refutes });
  }
  const shown = dice.shuffled(cases);
  return {
    question: words.question,
    given: shown.map(({ states, s, lengths }, index) => ({
      type: 'table' as const,
      title: words.case(index),
      heads: words.heads,
      rows: [
        ...states.map((state, row) => [
          words.state(row),
          state.map((x) => fixed(x, 0)).join(', '),
          fixed(lengths[row]!, 2),
        ]),
        ['s', s.map((x) => fixed(x, 0)).join(', '), ''],
      ],
    })),
    form: { form: 'choice', options: shown.map((_, index) => words.case(index)) },
    right: shown.findIndex((one) => one.refutes),
    reason: (answer: Answer) => {
      const { lengths, alpha } = shown[answer as number]!;
      return words.reason(largestOf(lengths), fixed(alpha[largestOf(alpha)]!));
    },
    because: words.because,
    ran: shown.map(({ alpha }, index) => weightGrid(words.weights(index), alpha, largestOf(alpha))),
  };
});

const allMasked = moment('all-masked', async ({ engine, words, dice }) => {
  const energies = Array.from({ length: dice.between(2, 4) }, () => dice.tenth());
  const one = await softmaxOf(engine, energies, { masked: energies.map((_, index) => index > 0) });
  const all = await softmaxOf(engine, energies, { masked: energies.map(() => true) });
  const right = all.alpha.some(Number.isNaN) ? 1 : all.alpha.every((weight) => weight === 0) ? 2 : 0;
  return {
    question: words.question,
    given: [energyGrid(words.energies, energies), weightGrid(words.allButOne, one.alpha)],
    form: { form: 'choice', options: words.options },
    right,
    reason: (answer: Answer) => words.reasons[answer as number]!,
    because: words.because,
    ran: [weightGrid(words.weights, all.alpha)],
  };
});

const flatten = moment('flatten', async ({ engine, words, dice, seed }) => {
  const input = await engine.attentionInput(seed);
  const zero = (values: number[]) => values.map(() => 0);
  const changes = dice.shuffled([
    { name: 'v' as const, input: { ...input, v: zero(input.v) } },
    { name: 's' as const, input: { ...input, s: zero(input.s) } },
    { name: 'h' as const, input: { ...input, h: input.h.map((x) => x * 2) } },
    { name: 'Ws' as const, input: { ...input, Ws: zero(input.Ws) } },
  ]);
  const before = await engine.attentionSteps(input);
  const results: number[][] = [];
  for (const change of changes) results.push((await engine.attentionSteps(change.input)).alpha);
  const even = (alpha: readonly number[]) =>
    same(
      alpha,
      alpha.map(() => alpha[0]!),
    );
  return {
    question: words.question,
    given: [weightGrid(words.weights, before.alpha, before.largest)],
    form: { form: 'choice', options: changes.map(({ name }) => words.changes[name]) },
    right: results.findIndex(even),
    reason: (answer: Answer) =>
      words.reason(
        words.why[changes[answer as number]!.name],
        results[answer as number]!.map((x) => fixed(x, 2)).join(', '),
      ),
    because: words.because,
    ran: [
      {
        type: 'table',
        title: words.ran,
        heads: [words.change, ...positions(before.alpha)],
        rows: changes.map(({ name }, index) => [words.changes[name], ...results[index]!.map((x) => fixed(x))]),
        strong: [results.findIndex(even)],
      },
    ],
  };
});

const exactOne = moment('exact-one', async ({ engine, words, nearby }) => {
  const seeds = 20;
  const sums: number[] = [];
  for (let k = 0; k < seeds; ++k) {
    const input = await engine.attentionInput(nearby(k), 9, 4);
    sums.push((await engine.attentionSteps(input)).alphaSum);
  }
  const right = sums.filter((sum) => sum === 1).length;
  const missed = sums.filter((sum) => sum !== 1);
  return {
    question: words.question(seeds),
    given: [{ type: 'code', title: words.rule, lines: ['assert alpha.sum() == 1'] }],
    form: { form: 'number', label: words.label(seeds), tolerance: 4, digits: 0 },
    right,
    reason: (answer: Answer) => ((answer as number) > right ? words.reasons.many : words.reasons.few),
    because: words.because(right, seeds),
    ran: [
      {
        type: 'table',
        title: words.ran,
        heads: [words.sums],
        rows: [...new Set(missed)].sort().map((sum) => [Math.fround(sum).toFixed(9)]),
      },
    ],
  };
});

export const made: readonly Made[] = [
  alphaLargest,
  softmaxPaper,
  energyPaper,
  shiftEnergies,
  temperature,
  whichTensor,
  attentionCost,
  longestWins,
  allMasked,
  flatten,
  exactOne,
];
