// Reads .safetensors, in Node and in a page: eight bytes of length, a JSON header, then the numbers.

/** @typedef {Record<string, { shape: number[], data: Float32Array<ArrayBuffer> }>} Tensors in the file's order */

/** @param {ArrayBuffer | Uint8Array} file @returns {Tensors} */
export function readTensors(file) {
  const bytes = new Uint8Array(file); // a copy of its own where it was a view
  const start = 8 + Number(new DataView(bytes.buffer).getBigUint64(0, true));
  /** @type {Record<string, { shape: number[], data_offsets: [number, number] }>} */
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, start)));
  const entries = Object.entries(header)
    .filter(([name]) => name !== '__metadata__')
    .sort(([, { data_offsets: one }], [, { data_offsets: other }]) => one[0] - other[0]);
  return Object.fromEntries(
    entries.map(
      ([
        name,
        {
          shape,
          data_offsets: [from, to],
        },
      ]) => [name, { shape, data: new Float32Array(bytes.buffer.slice(start + from, start + to)) }],
    ),
  );
}

/**
 * The nearest number of half precision as its 16 bits; between two the even one. What is too large becomes infinite.
 * @param {number} value a float32
 */
export function half(value) {
  const bits = new Uint32Array(new Float32Array([value]).buffer)[0] ?? 0;
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 255) - 127;
  const digits = (bits & 0x7fffff) | 0x800000; // with the 1 before the point
  if (exponent >= 16) return exponent === 128 && (bits & 0x7fffff) !== 0 ? sign | 0x7e00 : sign | 0x7c00;
  // So many digits go: 13, and below 2^-14 one more for each halving. What is rounded up may carry into the exponent.
  const gone = exponent < -14 ? -1 - exponent : 13;
  if (gone > 24) return sign;
  const kept = digits >>> gone;
  const rest = digits & (2 ** gone - 1);
  const up = rest > 2 ** (gone - 1) || (rest === 2 ** (gone - 1) && kept % 2 === 1) ? 1 : 0;
  return exponent < -14 ? sign | (kept + up) : sign | (((exponent + 14) << 10) + kept + up);
}

/**
 * The same file with every F32 tensor in half precision.
 * @param {Uint8Array} file
 */
export function halved(file) {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const start = 8 + Number(view.getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(file.subarray(8, start)));
  /** @type {number[]} */
  const halves = [];
  for (const [name, tensor] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    if (tensor.dtype !== 'F32') throw new Error(`${name} is ${tensor.dtype}, not F32`);
    const [from, to] = tensor.data_offsets;
    tensor.data_offsets = [2 * halves.length, 2 * halves.length + (to - from) / 2];
    tensor.dtype = 'F16';
    for (let at = start + from; at < start + to; at += 4) halves.push(half(view.getFloat32(at, true)));
  }
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = Math.ceil(text.length / 8) * 8; // blanks up to there, so that the numbers lie well
  const out = new Uint8Array(8 + length + 2 * halves.length).fill(0x20, 8, 8 + length);
  const made = new DataView(out.buffer);
  made.setBigUint64(0, BigInt(length), true);
  out.set(text, 8);
  for (const [index, bits] of halves.entries()) made.setUint16(8 + length + 2 * index, bits, true);
  return out;
}
