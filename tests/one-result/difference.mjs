// Where two places that should agree first part: the earliest step, and in the file's order the first number of the
// first tensor.
import { readTensors } from '../../scripts/safetensors.mjs';
import { lengthOf, shortened } from './runs.mjs';

/** @typedef {import('./runs.mjs').Run} Run */
/** @typedef {import('./places.mjs').Trained} Trained */
/** @typedef {(run: Run) => Promise<Trained>} Train */

/** @param {number[]} shape @param {number} index */
function position(shape, index) {
  const at = [];
  let rest = index;
  for (const size of shape.toReversed()) {
    at.unshift(rest % size);
    rest = Math.floor(rest / size);
  }
  return `[${at.join(', ')}]`;
}

/** The first number that differs between two model files. @param {Uint8Array} one @param {Uint8Array} other */
export function firstNumber(one, other) {
  const others = readTensors(other);
  for (const [name, { shape, data }] of Object.entries(readTensors(one))) {
    const theirs = others[name];
    if (theirs === undefined) return `${name} is in one file only`;
    if (String(theirs.shape) !== String(shape)) return `${name} is (${shape}) and (${theirs.shape})`;
    // As integers: two NaN are the same bits, and 0 is not -0.
    const [a, b] = [new Int32Array(data.buffer), new Int32Array(theirs.data.buffer)];
    const index = a.findIndex((bits, at) => bits !== b[at]);
    if (index >= 0) return `${name}${position(shape, index)} is ${data[index]} and ${theirs.data[index]}`;
  }
  return 'the tensors are equal: the check codes are computed differently';
}

/**
 * Says where the run parts, in two places that end with different weights. Once apart they stay apart, so the earliest
 * step is found by halving.
 * @param {Run} run
 * @param {Train} one
 * @param {Train} other
 */
export async function firstDifference(run, one, other) {
  const { count, unit } = lengthOf(run);
  const both = (/** @type {number} */ length) =>
    Promise.all([one, other].map((train) => train(shortened(run, length))));
  let [same, apart] = [0, count];
  while (apart - same > 1) {
    const middle = Math.floor((same + apart) / 2);
    const [a, b] = await both(middle);
    if (a?.digest === b?.digest) same = middle;
    else apart = middle;
  }
  const [a, b] = /** @type {[Trained, Trained]} */ (await both(apart));
  const where = `${run.name}: equal after ${same} ${unit}, different after ${apart}`;
  return `${where}: ${firstNumber(a.model, b.model)}`;
}
