// Floating point operations and bytes of one training step, counted by hand.

/** @typedef {import('./data.mjs').Data} Data @typedef {import('./data.mjs').Sizes} Sizes */

/**
 * A product of MxK by KxN counts 2MNK; backward has two products for each of forward's; attention counts 9 operations
 * for each of its H S T B sums. `nominal` is a textbook's count. `executed` leaves out what the engine does once for
 * every distinct token and not for every column: the embeddings' part of the input products.
 * @param {Data} data
 */
export function operations({ V, E, H, B, S, T, source, input }) {
  const encoder = 2 * 3 * H * (E + H) * S * B + 2 * H * H * S * B;
  const decoder = (2 * 3 * H * (E + 2 * H) + 2 * H * H + 4 * H * V) * T * B;
  const nominal = 3 * (encoder + decoder) + 9 * H * S * T * B;
  const distinct = (/** @type {number[][]} */ rows) => new Set(rows.flat()).size;
  const saved = S * B - distinct(source) + (T * B - distinct(input));
  return { nominal, executed: nominal - 3 * 2 * 3 * H * E * saved };
}

/** @param {Sizes} size */
export function parameterCount({ V, E, H }) {
  const gru = (/** @type {number} */ input) => 3 * H * (input + H) + 6 * H;
  return 2 * V * E + gru(E) + gru(E + H) + 2 * H * H + H + 2 * H * V + V;
}

/**
 * Weights, gradients and Adam's two moments are 16 bytes a parameter; beside them what forward must keep for backward:
 * gates, states, keys, attention weights, logits.
 * @param {Sizes} size
 */
export function neededBytes(size) {
  const { V, H, B, S, T } = size;
  const encoder = (4 * H + H + H) * S * B + H * B;
  const decoder = (5 * H + 2 * H + S + V) * T * B + 2 * H * B;
  return 16 * parameterCount(size) + 4 * (encoder + decoder);
}
