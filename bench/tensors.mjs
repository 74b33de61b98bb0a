// Reads .safetensors: eight bytes of length, a JSON header, then the numbers.

/** @typedef {Record<string, { shape: number[], data: Float32Array }>} Tensors */

/** @param {ArrayBuffer} bytes @returns {Tensors} */
export function readTensors(bytes) {
  const length = Number(new DataView(bytes).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 8, length)));
  /** @type {Tensors} */
  const tensors = {};
  for (const [name, { shape, data_offsets: [from, to] = [0, 0] }] of Object.entries(header)) {
    if (name === '__metadata__') continue;
    tensors[name] = { shape, data: new Float32Array(bytes.slice(8 + length + from, 8 + length + to)) };
  }
  return tensors;
}
