// Where two places that should agree first part: the earliest step, and in the file's order the first number of the
// first tensor.
import { lengthOf, shortened } from './runs.mjs';

/** @typedef {import('./runs.mjs').Run} Run */
/** @typedef {import('./places.mjs').Trained} Trained */
/** @typedef {(run: Run) => Promise<Trained>} Train */

/** The tensors of a model file (safetensors) in its order. @param {Uint8Array} file */
function tensors(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const start = 8 + Number(view.getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, start)));
  return Object.entries(header)
    .filter(([name]) => name !== '__metadata__')
    .map(
      ([
        name,
        {
          shape,
          data_offsets: [from, to],
        },
      ]) => ({ name, shape, bytes: file.slice(start + from, start + to) }),
    )
    .sort((a, b) => a.bytes.byteOffset - b.bytes.byteOffset);
}

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
  const others = new Map(tensors(other).map((tensor) => [tensor.name, tensor]));
  for (const { name, shape, bytes } of tensors(one)) {
    const theirs = others.get(name);
    if (theirs === undefined) return `${name} is in one file only`;
    if (String(theirs.shape) !== String(shape)) return `${name} is (${shape}) and (${theirs.shape})`;
    // As integers: two NaN are the same bits, and 0 is not -0.
    const [a, b] = [bytes, theirs.bytes].map((data) => new Int32Array(data.buffer));
    const index = /** @type {Int32Array} */ (a).findIndex((bits, at) => bits !== /** @type {Int32Array} */ (b)[at]);
    if (index < 0) continue;
    const [x, y] = [bytes, theirs.bytes].map((data) => new Float32Array(data.buffer)[index]);
    return `${name}${position(shape, index)} is ${x} and ${y}`;
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
