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
