// What <s2s-copy> shows of one sentence, read off the engine's trace: for each word written, where it came from. Every
// probability is the engine's, the mixture by hand included.
import type { Engine, EngineSession, Trace } from '../../wasm/client';

export interface Word {
  word: string;
  /** Outside the vocabulary: it can only be copied. */
  unknown: boolean;
  /** P_vocab(w); null for an unknown word. */
  vocabulary: number | null;
  /** The sum of alpha over its places in the source. */
  copied: number;
  places: number[];
  final: number;
}

export interface CopyStep {
  /** What the model chose and went on with. */
  word: string;
  /** The likeliest word of `words`: the same, unless p_gen was set by hand. */
  likeliest: string;
  gate: number;
  /** One weight a source word. */
  alpha: number[];
  /** The likeliest words first; `others` more have less. */
  words: Word[];
  others: number;
}

export interface CopyView {
  source: { word: string; unknown: boolean }[];
  steps: CopyStep[];
}

const rows = 8;

/** One decode with copying: what mixtures by hand are made of. */
export interface Decode {
  trace: Trace;
  /** What every id is called: the vocabulary, then the source's own words. */
  labels: string[];
  vocabularySize: number;
  source: number[];
}

export async function decode(session: EngineSession, sentence: string): Promise<Decode> {
  const trace = await session.trace('free', sentence);
  const labels = await session.labels(sentence);
  const vocabularySize = (await session.labels()).length;
  const words = (await session.translate(sentence)).source;
  // A typed "EOS" is a word of the source; the last place is the real one.
  const source = words.map((word, place) =>
    place < words.length - 1 ? labels.lastIndexOf(word) : labels.indexOf(word),
  );
  return { trace, labels, vocabularySize, source };
}

/** `gate`: p_gen by hand, null for the model's own at each step. */
export async function mixed(engine: Engine, found: Decode, gate: number | null): Promise<CopyView> {
  const { trace, labels, vocabularySize: V, source } = found;
  const steps: CopyStep[] = [];
  for (const [step, id] of trace.predictions.entries()) {
    const tensor = (name: string) => [...trace.tensors.find((one) => one.name === name && one.step === step)!.values];
    const alpha = tensor('dec.alpha');
    const vocabulary = tensor('dec.p_vocabulary');
    const own = tensor('dec.p_gen')[0]!;
    const byHand =
      gate === null
        ? { pCopy: tensor('dec.p_copy'), probabilities: tensor('dec.probabilities') }
        : await engine.copyMixture({ alpha, pVocabulary: vocabulary, pGen: gate, source });
    const word = (of: number): Word => ({
      word: labels[of]!,
      unknown: of >= V,
      vocabulary: vocabulary[of] ?? null,
      copied: byHand.pCopy[of] ?? 0,
      places: source.flatMap((one, place) => (one === of ? [place] : [])),
      final: byHand.probabilities[of]!,
    });
    const order = labels
      .map((_, of) => of)
      .sort((a, b) => byHand.probabilities[b]! - byHand.probabilities[a]! || a - b);
    steps.push({
      word: labels[id]!,
      likeliest: labels[order[0]!]!,
      gate: gate ?? own,
      alpha,
      words: order.slice(0, rows).map(word),
      others: Math.max(0, order.length - rows),
    });
  }
  return { source: source.map((of) => ({ word: labels[of]!, unknown: of >= V })), steps };
}
