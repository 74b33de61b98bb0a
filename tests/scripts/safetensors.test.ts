// The scripts' own reader of model files, and what is told of two that differ.
import { expect, test } from 'vitest';
import { readTensors } from '../../scripts/safetensors.mjs';
import { firstNumber } from '../one-result/difference.mjs';

/** A file whose header names the later tensor first, as writers may. */
function file(a: number, b: [number, number]): Uint8Array {
  const header = JSON.stringify({
    __metadata__: { format: 'x' },
    b: { dtype: 'F32', shape: [1, 2], data_offsets: [4, 12] },
    a: { dtype: 'F32', shape: [1], data_offsets: [0, 4] },
  });
  // Not at the beginning of its buffer, as parts of larger ones are.
  const bytes = new Uint8Array(5 + 8 + header.length + 12).subarray(5);
  new DataView(bytes.buffer, bytes.byteOffset).setBigUint64(0, BigInt(header.length), true);
  bytes.set(new TextEncoder().encode(header), 8);
  bytes.set(new Uint8Array(Float32Array.of(a, ...b).buffer), 8 + header.length);
  return bytes;
}

test('tensors are read in the order of their numbers, from a part of a buffer and from a whole one', () => {
  const bytes = file(1.5, [-2, 3]);
  for (const one of [bytes, bytes.slice().buffer as ArrayBuffer]) {
    const tensors = readTensors(one);
    expect(Object.entries(tensors)).toEqual([
      ['a', { shape: [1], data: Float32Array.of(1.5) }],
      ['b', { shape: [1, 2], data: Float32Array.of(-2, 3) }],
    ]);
  }
});

test('the first number that differs is the first in the file, whatever the header begins with', () => {
  expect(firstNumber(file(1, [2, 3]), file(1.5, [2, 4]))).toBe('a[0] is 1 and 1.5');
  expect(firstNumber(file(1, [2, 3]), file(1, [2, -3]))).toBe('b[0, 1] is 3 and -3');
  expect(firstNumber(file(0, [2, Number.NaN]), file(-0, [2, Number.NaN]))).toBe('a[0] is 0 and 0');
  expect(firstNumber(file(0, [2, Number.NaN]), file(0, [2, Number.NaN]))).toMatch(/^the tensors are equal/);
});
