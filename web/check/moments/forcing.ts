// Part 2: teacher forcing, free running, the loss.
import type { Snapshot } from '../../../wasm/client';
import { fixed } from '../../lib/format';
import { withSession } from '../ask';
import { type Answer, type Figure, type Made, moment, type Tools } from '../moment';
import { ownToken, token } from '../rich';

const words = (tokens: readonly string[]) => tokens.map(token).join(' ');

/** The lesson's pair with weights of this seed, after so many epochs. */
const toy = (engine: Tools['engine'], seed: string, epochs: number): Promise<Snapshot> =>
  withSession(engine, { training: { seed, learning_rate: 0.01 } }, async (session) => {
    if (epochs > 0) await session.train({ steps: epochs });
    return session.snapshot();
  });

const lanesOf = (
  { forcedInputs, forcedPredictions, freeInputs, freePredictions }: Snapshot,
  title: string,
  names: { heads: string[]; step: (step: number) => string },
): Figure => ({
  type: 'table',
  title,
  heads: names.heads,
  rows: forcedInputs.map((fed, step) => [
    names.step(step),
    `${token(fed)} → ${ownToken(forcedPredictions[step]!)}`,
    `${step === 0 ? token(freeInputs[0]!) : ownToken(freeInputs[step]!)} → ${ownToken(freePredictions[step]!)}`,
  ]),
});

const firstParting = ({ forcedInputs, freeInputs }: Snapshot) =>
  freeInputs.findIndex((input, step) => input !== forcedInputs[step]);

const firstDivergence = moment('first-divergence', async ({ engine, words: texts, dice, seed }) => {
  const snapshot = await toy(engine, seed, dice.pick([0, 8, 12, 16, 24]));
  const parting = firstParting(snapshot);
  const last = snapshot.target.length - 1;
  const right = parting === -1 ? last : parting - 1;
  const steps = Array.from({ length: last }, (_, step) => step + 1);
  return {
    question: texts.question,
    given: [
      { type: 'tokens', title: texts.target, tokens: snapshot.target },
      { type: 'tokens', title: texts.free, tokens: snapshot.freePredictions, own: true },
    ],
    form: { form: 'choice', options: [...steps.map(texts.step), texts.never] },
    right,
    reason: (answer: Answer) => {
      const chosen = answer as number;
      if (chosen === last) return texts.reasons.never(ownToken(snapshot.freePredictions[parting - 1]!), parting - 1);
      if (parting === -1) return texts.reasons.same;
      return chosen < right ? texts.reasons.early(chosen) : texts.reasons.late(parting - 1);
    },
    because: parting === -1 ? texts.because.never : texts.because.parts(parting),
    ran: [lanesOf(snapshot, texts.ran, texts.lanes)],
  };
});

const freeInput = moment('free-input', async ({ engine, words: texts, dice, seed, nearby }) => {
  const step = dice.pick([1, 2]);
  const allowed = await withSession(engine, {}, (session) => session.labels());
  let snapshot = await toy(engine, seed, 0);
  // One where neither the truth nor the step's own prediction would pass for the answer.
  const unclear = () =>
    [snapshot.forcedInputs[step], snapshot.freePredictions[step]].includes(snapshot.freeInputs[step]!);
  for (let k = 1; k < 40 && unclear(); ++k) snapshot = await toy(engine, nearby(k), 0);
  const right = snapshot.freeInputs[step]!;
  return {
    question: texts.question,
    given: [
      { type: 'tokens', title: texts.target, tokens: snapshot.target },
      { type: 'tokens', title: texts.predictions, tokens: snapshot.freePredictions, own: true },
    ],
    form: {
      form: 'fill',
      before: texts.before(step),
      after: texts.after,
      allowed,
      expected: texts.expected(allowed.join(', ')),
    },
    right,
    reason: (answer: Answer) => {
      if (answer === snapshot.forcedInputs[step]) return texts.reasons.truth;
      if (answer === snapshot.freePredictions[step]) return texts.reasons.sameStep;
      return texts.reasons.other(step - 1);
    },
    because: texts.because(ownToken(right), step - 1),
    ran: [lanesOf(snapshot, texts.ran, texts.lanes)],
  };
});

const stopRule = moment('stop-rule', async ({ engine, words: texts, seed, nearby }) => {
  // One whose free run says EOS somewhere.
  let snapshot = await toy(engine, seed, 0);
  for (let k = 1; k < 20 && !snapshot.freePredictions.includes('EOS'); ++k) snapshot = await toy(engine, nearby(k), 0);
  const right = snapshot.decoded.length;
  return {
    question: texts.question,
    given: [{ type: 'tokens', title: texts.predictions, tokens: snapshot.freePredictions, own: true }],
    form: { form: 'number', label: texts.label, tolerance: 0, digits: 0 },
    right,
    reason: (answer: Answer) => {
      if (answer === snapshot.freePredictions.length) return texts.reasons.all;
      if (answer === right + 1) return texts.reasons.eos;
      return texts.reasons.other;
    },
    because: right === 0 ? texts.because.nothing : texts.because.some(right),
    ran: [{ type: 'tokens', title: texts.ran, tokens: snapshot.decoded, own: true }],
  };
});

const forcingLie = moment('forcing-lie', async ({ engine, words: texts, dice, seed, nearby }) => {
  const look = (from: string) =>
    withSession(engine, { training: { seed: from } }, async (session) => {
      const [forced, free] = [await session.trace('teacher'), await session.trace('free')];
      return { forced, free, snapshot: await session.snapshot() };
    });
  let one = await look(seed);
  // An untrained pair of lanes where feeding the truth happens to cost more.
  for (let k = 1; k < 40 && one.free.loss >= one.forced.loss; ++k) one = await look(nearby(k));
  const other = await look(nearby(41));
  const truths = {
    first: one.snapshot.forcedInputs[0] === one.snapshot.freeInputs[0],
    weights: one.snapshot.forcedInputs.join(' ') === other.snapshot.forcedInputs.join(' '),
    loss: one.free.loss >= one.forced.loss,
  };
  const statements = dice.shuffled(['first', 'weights', 'loss'] as const);
  return {
    question: texts.question,
    given: [lanesOf(one.snapshot, texts.lanesTitle, texts.lanes)],
    form: { form: 'choice', options: statements.map((name) => texts.statements[name]) },
    right: statements.findIndex((name) => !truths[name]),
    reason: (answer: Answer) => texts.reasons[statements[answer as number]!],
    because: texts.because,
    ran: [
      {
        type: 'table',
        title: texts.ran,
        heads: texts.heads,
        rows: [
          [texts.forced, words(one.snapshot.forcedInputs), fixed(one.forced.loss)],
          [texts.free, words(one.snapshot.freeInputs), fixed(one.free.loss)],
          [texts.otherWeights, words(other.snapshot.forcedInputs), fixed(other.forced.loss)],
        ],
      },
    ],
  };
});

const stepLoss = moment('step-loss', async ({ engine, words: texts, dice, seed }) => {
  const epochs = dice.pick([0, 15, 30, 45]);
  const { tensors, target, labels } = await withSession(
    engine,
    { training: { seed, learning_rate: 0.01 } },
    async (session) => {
      if (epochs > 0) await session.train({ steps: epochs });
      const steps = await session.decodeSteps(null, { regime: 'teacher' });
      return {
        tensors: (await session.trace('teacher')).tensors,
        target: steps.target,
        labels: await session.labels(),
      };
    },
  );
  const at = (name: string, step: number) =>
    tensors.find((tensor) => tensor.name === name && tensor.step === step)!.values;
  const step = dice.below(target.length);
  const p = (t: number) => at('dec.probabilities', t)[labels.indexOf(target[t]!)]!;
  const right = at('dec.loss', step)[0]!;
  return {
    question: texts.question,
    given: [
      {
        type: 'table',
        title: texts.probabilities(token(target[step]!), step),
        heads: [texts.p],
        rows: [[fixed(p(step))]],
      },
    ],
    form: { form: 'number', label: texts.label, tolerance: 0.02, digits: 2 },
    right,
    reason: (answer: Answer) => {
      const given = answer as number;
      if (Math.abs(given + right) < 0.02) return texts.reasons.sign;
      if (Math.abs(given - p(step)) < 0.02 || Math.abs(given - (1 - p(step))) < 0.02) return texts.reasons.share;
      return texts.reasons.other;
    },
    because: texts.because(fixed(p(step)), fixed(right)),
    ran: [
      {
        type: 'table',
        title: texts.ran,
        heads: texts.heads,
        rows: target.map((label, t) => [String(t), token(label), fixed(p(t)), fixed(at('dec.loss', t)[0]!)]),
        strong: [step],
      },
    ],
  };
});

const exposureAloud = moment('exposure-aloud', async ({ engine, words: texts, dice, seed, nearby }) => {
  let snapshot = await toy(engine, seed, 10);
  for (let k = 1; k < 20 && firstParting(snapshot) === -1; ++k)
    snapshot = await toy(engine, nearby(k), dice.pick([0, 10]));
  return {
    question: texts.question,
    given: [lanesOf(snapshot, texts.lanesTitle, texts.lanes)],
    form: { form: 'aloud', label: texts.label, points: texts.points, model: texts.model },
    right: texts.points.map((_, index) => index),
    reason: () => texts.reason,
    because: texts.because(firstParting(snapshot)),
    ran: [],
  };
});

export const made: readonly Made[] = [firstDivergence, freeInput, stopRule, forcingLie, stepLoss, exposureAloud];
