// Pairs of random numbers of given lengths, the same everywhere: what sizes are measured with, and what the compared
// runs learn from.

/** 32-bit integers from a seed (xorshift). @param {number} seed not 0 */
export function numbers(seed) {
  let state = seed | 0;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

const firstId = 4; // below are PAD, BOS, EOS and UNK

/**
 * A file of pairs for task data with the tokeniser `ids`. The engine appends EOS to either side, so the model sees
 * sources of `source` and targets of at most `target` tokens. With `padding`, target lengths differ, so that this share
 * of the columns is padding.
 * @param {{ rows: number, vocabulary: number, source: number, target: number, padding?: number }} sizes
 */
export function randomPairs({ rows, vocabulary, source, target, padding = 0 }) {
  const next = numbers(vocabulary * 7919 + source * 31 + target);
  const token = () => firstId + (next() % (vocabulary - firstId));
  const lines = [];
  for (let row = 0; row < rows; ++row) {
    const length = Math.max(1, Math.round(target * (1 - (2 * padding * row) / Math.max(1, rows - 1))));
    // The largest id stands somewhere: the size of the vocabulary follows from it.
    const words = (/** @type {number} */ count) => Array.from({ length: count }, token);
    const from = [row === 0 ? vocabulary - 1 : token(), ...words(source - 2)];
    lines.push(`${from.join(' ')}\t${words(Math.max(1, length - 1)).join(' ')}`);
  }
  return `${lines.join('\n')}\n`;
}
