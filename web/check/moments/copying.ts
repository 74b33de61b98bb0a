// Part 3, second half: copying words from the source. The words may be the reader's own (attribute `tokens`).
import { fixed } from '../../lib/format';
import { largestOf, softmaxOf } from '../ask';
import { type Answer, type Figure, type Made, moment, type Tools } from '../moment';
import { token } from '../rich';

/** A source, a small vocabulary, and what the model would make of them. */
async function mixing({
  engine,
  dice,
  tokens,
  words,
}: Tools<{ vocabulary: readonly string[]; source: readonly string[] }>) {
  const given = [...new Set(tokens)].slice(0, 6);
  const own = given.length >= 3 ? given : [...words.source];
  // Most of the source is in the vocabulary, its last two words never are.
  const known = own.slice(0, Math.max(1, own.length - 2));
  const vocabulary = [...known, ...words.vocabulary.filter((word) => !own.includes(word))].slice(0, 5);
  const names = [...vocabulary, ...own.filter((word) => !vocabulary.includes(word))];
  const source = own.map((word) => names.indexOf(word));
  const energies = (count: number) => Array.from({ length: count }, () => dice.tenth());
  const { alpha } = await softmaxOf(engine, energies(source.length));
  const { alpha: pVocabulary } = await softmaxOf(engine, energies(vocabulary.length));
  return { own, vocabulary, names, source, alpha, pVocabulary };
}

const bars = (title: string, names: readonly string[], values: readonly number[], strongest = -1): Figure => ({
  type: 'grid',
  title,
  values,
  columns: 1,
  rows: names,
  quantity: 'alpha',
  bars: true,
  strongest,
});

const mixturePaper = moment('mixture-paper', async (tools) => {
  const { engine, dice, words } = tools;
  const { own, vocabulary, names, source, alpha, pVocabulary } = await mixing(tools);
  const pGen = dice.between(2, 8) / 10;
  const id = source[0]!;
  const mix = (weights: number[], p: number[]) => engine.copyMixture({ alpha: weights, pVocabulary: p, pGen, source });
  const none = (values: number[]) => values.map(() => 0);
  const { probabilities } = await mix(alpha, pVocabulary);
  const generated = (await mix(none(alpha), pVocabulary)).probabilities[id]!;
  const copied = (await mix(alpha, none(pVocabulary))).probabilities[id]!;
  const right = probabilities[id]!;
  return {
    question: words.question(token(names[id]!), fixed(pGen, 1)),
    given: [bars(words.alpha, own, alpha), bars(words.pVocabulary, vocabulary, pVocabulary)],
    form: { form: 'number', label: words.label(token(names[id]!)), tolerance: 0.005, digits: 3 },
    right,
    reason: (answer: Answer) => {
      const near = (value: number) => Math.abs((answer as number) - value) < 0.005;
      if (near(generated)) return words.reasons.generated;
      if (near(copied)) return words.reasons.copied;
      if (near(alpha[0]! + pVocabulary[id]!)) return words.reasons.unweighted;
      return words.reasons.other;
    },
    because: words.because(fixed(generated), fixed(copied), fixed(right)),
    ran: [bars(words.ran, names, probabilities)],
  };
});

const unknownWord = moment('unknown-word', async (tools) => {
  const { engine, dice, words } = tools;
  const { own, vocabulary, names, source, alpha, pVocabulary } = await mixing(tools);
  const { probabilities } = await engine.copyMixture({ alpha, pVocabulary, pGen: 1, source });
  const unknown = dice.pick(names.slice(vocabulary.length));
  const options = dice.shuffled([...dice.shuffled(vocabulary).slice(0, 3), unknown]);
  const chance = (word: string) => probabilities[names.indexOf(word)]!;
  return {
    question: words.question,
    given: [
      { type: 'tokens', title: words.sourceTitle, tokens: own },
      { type: 'tokens', title: words.vocabularyTitle, tokens: vocabulary, own: true },
    ],
    form: { form: 'choice', options: options.map(token) },
    right: options.findIndex((word) => chance(word) === 0),
    reason: (answer: Answer) => {
      const word = options[answer as number]!;
      return own.includes(word)
        ? words.reasons.both(token(word), fixed(chance(word)))
        : words.reasons.vocabulary(token(word), fixed(chance(word)));
    },
    because: words.because(token(unknown)),
    ran: [bars(words.ran, names, probabilities)],
  };
});

const repeatedWord = moment('repeated-word', async (tools) => {
  const { engine, dice, words } = tools;
  const { vocabulary, names, pVocabulary } = await mixing(tools);
  const [twice, other, third] = dice.shuffled(names.slice(0, Math.min(4, names.length))) as [string, string, string];
  const sentence = [twice, other, twice, third];
  const source = sentence.map((word) => names.indexOf(word));
  let alpha: number[] = [];
  let copied: number[] = [];
  // Weights whose largest single one is not at the repeated word, and whose sum is.
  for (let tries = 0; tries < 40; ++tries) {
    const energies = sentence.map(() => dice.tenth());
    energies[0] = energies[2]! + 0.2;
    energies[1] = energies[2]! + 0.4;
    energies[3] = Math.min(energies[3]!, energies[2]!);
    ({ alpha } = await softmaxOf(engine, energies));
    copied = (await engine.copyMixture({ alpha, pVocabulary, pGen: 0, source })).pCopy;
    if (largestOf(alpha) === 1 && largestOf(copied) === source[0]) break;
  }
  const options = dice.shuffled([...new Set(sentence)]);
  return {
    question: words.question,
    given: [
      bars(words.alpha, sentence, alpha),
      { type: 'tokens', title: words.vocabularyTitle, tokens: vocabulary, own: true },
    ],
    form: { form: 'choice', options: options.map(token) },
    right: options.indexOf(names[largestOf(copied)]!),
    reason: (answer: Answer) => {
      const word = options[answer as number]!;
      return word === sentence[largestOf(alpha)] ? words.reasons.single(token(word)) : words.reasons.other(token(word));
    },
    because: words.because(token(names[largestOf(copied)]!), fixed(Math.max(...copied))),
    ran: [
      {
        type: 'table',
        title: words.ran,
        heads: words.heads,
        rows: options.map((word) => [token(word), fixed(copied[names.indexOf(word)]!)]),
        strong: [options.indexOf(names[largestOf(copied)]!)],
      },
    ],
  };
});

export const made: readonly Made[] = [mixturePaper, unknownWord, repeatedWord];
