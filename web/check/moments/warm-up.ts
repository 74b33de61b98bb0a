// The warm-up: what goes in, what comes out, what stays the same.
import type { TraceTensor } from '../../../wasm/client';
import { shapeText } from '../../lib/format';
import { same, withSession } from '../ask';
import { type Answer, type Made, moment, type Tools } from '../moment';
import { written } from '../rich';

const letters = ['a', 'b', 'c', 'd', 'e', 'f'];
const find = (tensors: readonly TraceTensor[], name: string, step = -1) =>
  tensors.find((tensor) => tensor.name === name && tensor.step === step)!;

/** A small model that has learned nothing yet, and a word for it to read. */
function reversing({ dice, seed }: Pick<Tools, 'dice' | 'seed'>) {
  const E = dice.between(5, 7);
  const H = dice.between(8, 11);
  const word = Array.from({ length: dice.between(3, 5) }, () => dice.pick(letters)).join('');
  const configuration = {
    task: { kind: 'reverse', symbols: 6, examples: 200 },
    model: { embedding_size: E, hidden_size: H },
    training: { seed },
  };
  return { E, H, word, back: [...word].reverse().join(''), configuration };
}

const encoderShape = moment('encoder-shape', async (tools) => {
  const { engine, words } = tools;
  const { E, H, word, back, configuration } = reversing(tools);
  const { tensors, source } = await withSession(engine, configuration, async (session) => ({
    tensors: (await session.trace('teacher', word, back)).tensors,
    source: (await session.decodeSteps(word, { steps: 1 })).source,
  }));
  const right = find(tensors, 'enc.out').shape;
  const [, S] = right as [number, number, number];
  return {
    question: words.question(E, H),
    given: [{ type: 'tokens', title: words.source, tokens: source }],
    form: { form: 'shape', label: words.label },
    right,
    reason: (answer: Answer) => {
      const [batch, positions, features] = answer as number[];
      if (same(answer as number[], find(tensors, 'enc.hidden').shape)) return words.reasons.last;
      if ((answer as number[]).length !== right.length) return words.reasons.dimensions(right.length);
      if (batch !== 1) return words.reasons.batch;
      if (positions === S - 1) return words.reasons.eos;
      if (features === E) return words.reasons.embedding;
      return words.reasons.other;
    },
    because: words.because(shapeText(right)),
    ran: [
      {
        type: 'table',
        title: words.ran,
        heads: words.heads,
        rows: tensors
          .filter(({ name }) => name.startsWith('enc.'))
          .map(({ name, symbol, shape }) => [`\`${name}\``, symbol, shapeText(shape)]),
      },
    ],
  };
});

const summaryRow = moment('summary-row', async (tools) => {
  const { engine, words } = tools;
  const { word, back, configuration } = reversing(tools);
  const { tensors, source } = await withSession(
    engine,
    { ...configuration, model: { embedding_size: 5, hidden_size: 4 } },
    async (session) => ({
      tensors: (await session.trace('teacher', word, back)).tensors,
      source: (await session.decodeSteps(word, { steps: 1 })).source,
    }),
  );
  const states = [...find(tensors, 'enc.out').values];
  const summary = [...find(tensors, 'enc.hidden').values];
  const rows = source.map((_, row) => states.slice(row * 4, row * 4 + 4));
  const right = rows.findIndex((row) => same(row, summary, 0));
  return {
    question: words.question,
    given: [
      {
        type: 'grid',
        title: words.states,
        values: states,
        columns: 4,
        rows: source.map((label, row) => `${row} · ${label}`),
        quantity: 'h',
      },
    ],
    form: {
      ...{ form: 'fill', before: words.before, after: words.after, expected: words.expected(source.length - 1) },
      allowed: [...source.keys(), source.length].map(String), // also the row that there is not: who counts from 1 says it
    },
    right: String(right),
    reason: (answer: Answer) => {
      const row = Number(answer);
      if (row === source.length) return words.reasons.fromOne(source.length);
      if (row === 0) return words.reasons.first;
      if (row === right - 1) return words.reasons.eos;
      return words.reasons.other;
    },
    because: words.because(right),
    ran: [{ type: 'grid', title: words.ran, values: summary, columns: 4, quantity: 's' }],
  };
});

const steps = ['dec.energy', 'dec.alpha', 'dec.context', 'dec.gru_input', 'dec.hidden', 'dec.logits'] as const;

const whatFirst = moment('what-first', async (tools) => {
  const { engine, words, dice } = tools;
  const { word, back, configuration } = reversing(tools);
  const { tensors } = await withSession(engine, configuration, (session) => session.trace('teacher', word, back));
  const made = tensors.filter(({ name, step }) => step === 0 && (steps as readonly string[]).includes(name));
  const items = dice.shuffled(steps);
  const place = (name: string) => made.findIndex((tensor) => tensor.name === name);
  const right = items.map((_, index) => index).sort((a, b) => place(items[a]!) - place(items[b]!));
  return {
    question: words.question,
    given: [],
    form: { form: 'order', label: words.label, items: items.map((name) => words.steps[name]) },
    right,
    reason: (answer: Answer) => {
      const list = answer as number[];
      const wrong = list.findIndex((item, at) => item !== right[at]);
      return words.reason(words.steps[items[right[wrong]!]!], words.steps[items[list[wrong]!]!], wrong + 1);
    },
    because: words.because,
    ran: [
      {
        type: 'table',
        title: words.ran,
        heads: words.heads,
        rows: made.map(({ name, formula, shape }) => [
          words.steps[name as (typeof steps)[number]],
          written(formula),
          shapeText(shape),
        ]),
      },
    ],
  };
});

const sameSeed = moment('same-seed', async ({ engine, words, seed, nearby, dice }) => {
  const epochs = dice.between(10, 40);
  const run = (from: string) =>
    withSession(engine, { training: { seed: from, epochs } }, async (session) => {
      const state = await session.train();
      return { digest: state.digest, loss: (await session.snapshot()).loss.toFixed(4) };
    });
  const [one, again, other] = [await run(seed), await run(seed), await run(nearby(1))];
  const right = one.digest === again.digest ? 0 : one.loss === again.loss ? 1 : 2;
  return {
    question: words.question(epochs),
    given: [],
    form: { form: 'choice', options: words.options },
    right,
    reason: (answer: Answer) => words.reasons[answer as number]!,
    because: words.because,
    ran: [
      {
        type: 'table',
        title: words.ran,
        heads: words.heads,
        rows: [
          [words.run(seed), `\`${one.digest}\``, one.loss],
          [words.run(seed), `\`${again.digest}\``, again.loss],
          [words.run(nearby(1)), `\`${other.digest}\``, other.loss],
        ],
      },
    ],
  };
});

export const made: readonly Made[] = [encoderShape, summaryRow, whatFirst, sameSeed];
