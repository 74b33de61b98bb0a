// The recap: everything once more, mixed.
import { fixed } from '../../lib/format';
import { same, withSession } from '../ask';
import { type Answer, type Made, moment } from '../moment';
import { written } from '../rich';

const connected = ['enc.out', 'dec.energy', 'dec.alpha', 'dec.context', 'dec.hidden', 'dec.probabilities'];

const connectSymbols = moment('connect-symbols', async ({ engine, words, dice, seed }) => {
  const { tensors } = await withSession(engine, { training: { seed } }, (session) => session.trace('teacher'));
  const chosen = dice.shuffled(connected).slice(0, 5);
  const found = chosen.map((name) => tensors.find((tensor) => tensor.name === name && tensor.step <= 0)!);
  const rightSide = (formula: string) => formula.split(' = ').slice(1).join(' = ');
  const order = dice.shuffled(found.map((_, index) => index));
  return {
    question: words.question,
    given: [],
    form: {
      form: 'match',
      label: words.label,
      items: found.map(({ formula }) => written(rightSide(formula))),
      choices: order.map((index) => words.symbols[chosen[index]!]!),
    },
    right: found.map((_, index) => order.indexOf(index)),
    reason: (answer: Answer) => {
      const at = (answer as number[]).findIndex((choice, index) => order[choice] !== index);
      const said = found[order[(answer as number[])[at]!]!]!;
      return words.reason(words.symbols[said.name]!, written(rightSide(said.formula)));
    },
    because: words.because,
    ran: [
      {
        type: 'table',
        title: words.ran,
        heads: words.heads,
        rows: connected.map((name) => {
          const { formula } = tensors.find((tensor) => tensor.name === name && tensor.step <= 0)!;
          return [words.symbols[name]!, written(formula)];
        }),
      },
    ],
  };
});

const recapLie = moment('recap-lie', async ({ engine, words, dice, seed }) => {
  const input = await engine.attentionInput(seed);
  const { sourceLength: S, hiddenSize: H } = input;
  const at = dice.below(S);
  const plain = await engine.attentionSteps(input);
  const rows = Array.from({ length: S }, (_, row) => input.h.slice(row * H, row * H + H));
  const turned = await engine.attentionSteps({ ...input, h: [...rows].reverse().flat() });
  const masked = await engine.attentionSteps({ ...input, masked: rows.map((_, row) => row === at) });
  const doubled = await engine.attentionSteps({ ...input, s: input.s.map((x) => 2 * x) });
  const truths = {
    mask: masked.alpha[at] === 0,
    order: same(plain.context, turned.context, 1e-5),
    between: plain.context.every((c, column) => {
      const entries = rows.map((row) => row[column]!);
      return c >= Math.min(...entries) - 1e-5 && c <= Math.max(...entries) + 1e-5;
    }),
    double: same(
      doubled.energy,
      plain.energy.map((energy) => 2 * energy),
      1e-4,
    ),
  };
  const statements = dice.shuffled([
    ...dice.shuffled(['mask', 'order', 'between'] as const).slice(0, 2),
    'double' as const,
  ]);
  return {
    question: words.question,
    given: [],
    form: { form: 'choice', options: statements.map((name) => words.statements[name]) },
    right: statements.findIndex((name) => !truths[name]),
    reason: (answer: Answer) => words.reasons[statements[answer as number]!],
    because: words.because,
    ran: [
      {
        type: 'table',
        title: words.ran,
        heads: words.heads,
        rows: [
          [
            words.plain,
            plain.energy.map((x) => fixed(x, 3)).join(', '),
            plain.alpha.map((x) => fixed(x, 3)).join(', '),
          ],
          [
            words.doubled,
            doubled.energy.map((x) => fixed(x, 3)).join(', '),
            doubled.alpha.map((x) => fixed(x, 3)).join(', '),
          ],
          [
            words.turned,
            turned.energy.map((x) => fixed(x, 3)).join(', '),
            turned.alpha.map((x) => fixed(x, 3)).join(', '),
          ],
          [
            words.masked(at),
            masked.energy.map((x) => fixed(x, 3)).join(', '),
            masked.alpha.map((x) => fixed(x, 3)).join(', '),
          ],
        ],
      },
    ],
  };
});

const attentionAloud = moment('attention-aloud', async ({ engine, words, seed }) => {
  const snapshot = await withSession(
    engine,
    { training: { seed, learning_rate: 0.01, epochs: 100 } },
    async (session) => {
      await session.train();
      return session.snapshot();
    },
  );
  const { source, target, alpha } = snapshot;
  return {
    question: words.question,
    given: [
      {
        type: 'grid',
        title: words.map,
        values: [...alpha],
        columns: source.length,
        rows: target,
        heads: source,
        quantity: 'alpha',
      },
    ],
    form: { form: 'aloud', label: words.label, points: words.points, model: words.model },
    right: words.points.map((_, index) => index),
    reason: () => words.reason,
    because: words.because,
    ran: [],
  };
});

export const made: readonly Made[] = [connectSymbols, recapLie, attentionAloud];
