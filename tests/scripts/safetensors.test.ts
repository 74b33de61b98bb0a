// The scripts' own reader of model files, and what is told of two that differ.
import { expect, test } from 'vitest';
import { half, halved, readTensors } from '../../scripts/safetensors.mjs';
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

test.each([
  [1, 0x3c00],
  [-2, 0xc000],
  [0, 0],
  [65504, 0x7bff],
  [65520, 0x7c00], // halfway to what there is not: infinite
  [2 ** -24, 0x0001],
  [2 ** -25, 0], // half of the smallest: to the even one
  [1.5 * 2 ** -25, 0x0001],
  [2 ** -14, 0x0400], // the smallest that is normal
  [1023 * 2 ** -24, 0x03ff],
  [1 + 2 ** -11, 0x3c00], // a half more: to the even one
  [1 + 3 * 2 ** -11, 0x3c02],
  [1 + 2 ** -11 + 2 ** -20, 0x3c01],
  [2 - 2 ** -12, 0x4000], // carried into the exponent
  [Number.POSITIVE_INFINITY, 0x7c00],
  [Number.NaN, 0x7e00],
])('%f in half precision is %i', (value, bits) => {
  expect(half(value)).toBe(bits);
});

test('a file in halves keeps its words and shapes, and has half the numbers’ bytes', () => {
  const packed = halved(file(1, [-2, 0.5]));
  const length = Number(new DataView(packed.buffer).getBigUint64(0, true));
  expect(JSON.parse(new TextDecoder().decode(packed.subarray(8, 8 + length)))).toEqual({
    __metadata__: { format: 'x' },
    b: { dtype: 'F16', shape: [1, 2], data_offsets: [0, 4] },
    a: { dtype: 'F16', shape: [1], data_offsets: [4, 6] },
  });
  expect([...new Uint16Array(packed.slice(8 + length).buffer)]).toEqual([0xc000, 0x3800, 0x3c00]);
});
