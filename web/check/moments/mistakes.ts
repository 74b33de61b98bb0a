// Something is wrong here: passes with a real mistake in them, made by the engine. The right answer is the mistake whose
// own run gives the numbers shown.
import type { BrokenVariant, BrokenVariantOptions, Mistake } from '../../../wasm/client';
import { fixed } from '../../lib/format';
import { same, withSession } from '../ask';
import { type Answer, type Figure, type Made, moment, type Tools } from '../moment';
import { ownToken, token } from '../rich';

type Runs = Record<string, BrokenVariant>;
interface Passes {
  all: Runs;
  /** What each id is called. */
  labels: readonly string[];
}

/** A pair to reverse, on weights that have learned a little. */
async function runs(
  { engine, dice, seed }: Pick<Tools, 'engine' | 'dice' | 'seed'>,
  mistakes: readonly Mistake[],
  padding: Pick<BrokenVariantOptions, 'sourcePadding' | 'targetPadding'>,
): Promise<Passes> {
  const source = Array.from({ length: dice.between(3, 4) }, () => dice.pick(['a', 'b', 'c', 'd', 'e'])).join('');
  const configuration = {
    task: { kind: 'reverse', symbols: 6, examples: 200 },
    model: { embedding_size: 6, hidden_size: 8 },
    training: { seed, steps: 300, learning_rate: 0.02 },
  };
  return withSession(engine, configuration, async (session) => {
    await session.train({ steps: 40 });
    const found: Runs = {};
    for (const mistake of mistakes) {
      const options = { source, target: [...source].reverse().join(''), ...padding };
      found[mistake] = await session.brokenVariant(mistake, options);
    }
    return { all: found, labels: await session.labels() };
  });
}

const theirs = (run: BrokenVariant, name: string, step: number) =>
  run.tensors.find((tensor) => tensor.name === name && tensor.step === step)!.theirs;
const everything = (run: BrokenVariant) =>
  [run.tensors.flatMap((tensor) => tensor.theirs), run.theirs.inputs.join(' ')] as const;

/** What a side was fed, its own predictions outlined. */
const fedTo = ({ inputs, predictions }: BrokenVariant['ours'], own = false) =>
  inputs
    .map((input, step) => (own && step > 0 && input === predictions[step - 1] ? ownToken(input) : token(input)))
    .join(' ');

/** Which of the mistakes gives these numbers: found by comparing, not remembered. */
function culprit(shown: BrokenVariant, all: Runs, mistakes: readonly Mistake[]): number {
  const [numbers, inputs] = everything(shown);
  return mistakes.findIndex((mistake) => {
    const [others, fed] = everything(all[mistake]!);
    return fed === inputs && same(numbers, others, 0);
  });
}

/** Tensor by tensor: where theirs and ours agree, up to what comes after the step. */
function agreement(
  run: BrokenVariant,
  names: readonly string[],
  title: string,
  words: { heads: string[]; yes: string; no: string },
): Figure {
  const shown = run.tensors.filter(({ name, step }) => step <= 0 && names.includes(name));
  const differs = shown.findIndex(({ agrees }) => !agrees);
  const begin = (values: readonly number[]) =>
    values
      .slice(0, 2)
      .map((x) => fixed(x, 3))
      .join(', ');
  return {
    type: 'table',
    title,
    heads: differs === -1 ? words.heads.slice(0, 2) : words.heads,
    rows: shown.map(({ name, agrees, ours, theirs: wrong }) => [
      `\`${name}\``,
      agrees ? words.yes : words.no,
      ...(differs === -1 ? [] : [agrees ? '' : begin(ours), agrees ? '' : begin(wrong)]),
    ]),
    strong: differs === -1 ? [] : [differs],
  };
}

const ofAttention = [
  'enc.out',
  'enc.hidden',
  'dec.Wh_h',
  'dec.Ws_s',
  'dec.tanh',
  'dec.energy',
  'dec.alpha',
  'dec.context',
];

const wrongWeights = moment('wrong-weights', async (tools) => {
  const { words, dice, strings } = tools;
  const mistakes = dice.shuffled(['padding_unmasked', 'softmax_axis', 'no_tanh', 'first_state_zero'] as const);
  const { all } = await runs(tools, mistakes, { sourcePadding: 3 });
  // The named mistake of this moment comes first; new numbers bring the others.
  const shown = all[dice.below(3) < 2 ? 'padding_unmasked' : dice.pick(mistakes)]!;
  const right = culprit(shown, all, mistakes);
  const weights = theirs(shown, 'dec.alpha', 0);
  return {
    question: words.question,
    given: [
      {
        type: 'grid',
        title: words.weights,
        values: weights,
        columns: 1,
        rows: shown.source,
        quantity: 'alpha',
        bars: true,
      },
      agreement(shown, ofAttention.slice(0, -2), words.before, strings.check.agreement),
    ],
    form: { form: 'choice', options: mistakes.map((mistake) => strings.check.mistakes[mistake].name) },
    right,
    reason: (answer: Answer) => strings.check.mistakes[mistakes[answer as number]!].sign,
    because: strings.check.mistakes[mistakes[right]!].because,
    ran: [agreement(shown, ofAttention, words.ran, strings.check.agreement)],
  };
});

const ofEncoder = [
  'enc.emb',
  'enc.gru.r',
  'enc.gru.z',
  'enc.gru.n',
  'enc.out',
  'enc.hidden',
  'dec.Ws_s',
  'dec.context',
];

const wrongGates = moment('wrong-gates', async (tools) => {
  const { words, dice, strings } = tools;
  const mistakes = dice.shuffled(['gate_order', 'update_reversed', 'first_state_zero', 'context_of_keys'] as const);
  const { all } = await runs(tools, mistakes, {});
  const shown = all[dice.below(3) < 2 ? 'gate_order' : dice.pick(mistakes)]!;
  const right = culprit(shown, all, mistakes);
  return {
    question: words.question,
    given: [agreement(shown, ofEncoder, words.table, strings.check.agreement)],
    form: { form: 'choice', options: mistakes.map((mistake) => strings.check.mistakes[mistake].name) },
    right,
    reason: (answer: Answer) => strings.check.mistakes[mistakes[answer as number]!].sign,
    because: strings.check.mistakes[mistakes[right]!].because,
    ran: [
      {
        type: 'table',
        title: words.ran,
        heads: words.heads,
        rows: mistakes.map((mistake) => {
          const run = all[mistake]!;
          return [strings.check.mistakes[mistake].name, `\`${run.tensors[run.first]!.name}\``];
        }),
        strong: [right],
      },
    ],
  };
});

const wrongPrintout = moment('wrong-printout', async (tools) => {
  const { words, dice, strings } = tools;
  const mistakes = dice.shuffled(['forcing_left_on', 'padding_in_loss', 'target_shift', 'softmax_twice'] as const);
  const { all, labels } = await runs(tools, mistakes, { targetPadding: 2 });
  const name = dice.pick(mistakes);
  const shown = all[name]!;
  const right = culprit(shown, all, mistakes);
  const { target } = shown;
  const steps = shown.theirs.predictions.length;
  const losses = shown.theirs.predictions.map((_, step) => theirs(shown, 'dec.loss', step)[0]!);
  const total = shown.tensors.at(-1)!;
  return {
    question: words.question(name === 'forcing_left_on'),
    given: [
      {
        type: 'table',
        title: words.printed,
        heads: words.heads,
        rows: [
          ...losses.map((loss, step) => [
            String(step),
            token(shown.theirs.inputs[step]!),
            ownToken(shown.theirs.predictions[step]!),
            token(target[step]!),
            fixed(theirs(shown, 'dec.probabilities', step)[labels.indexOf(target[step]!)]!),
            fixed(loss),
          ]),
          [words.total, '', '', '', '', fixed(total.theirs[0]!)],
        ],
        strong: [steps],
      },
    ],
    form: { form: 'choice', options: mistakes.map((mistake) => strings.check.mistakes[mistake].name) },
    right,
    reason: (answer: Answer) => strings.check.mistakes[mistakes[answer as number]!].sign,
    because: strings.check.mistakes[mistakes[right]!].because,
    ran: [
      {
        type: 'table',
        title: words.ran,
        heads: words.sides,
        rows: [
          [words.fed, fedTo(shown.ours, name === 'forcing_left_on'), fedTo(shown.theirs)],
          [words.total, fixed(total.ours[0]!), fixed(total.theirs[0]!)],
        ],
      },
    ],
  };
});

export const made: readonly Made[] = [wrongWeights, wrongGates, wrongPrintout];
