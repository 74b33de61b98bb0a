// onnxruntime-web, which decodes but does not train: encoder and one decoder step as PyTorch exports them.
export async function load() {
  const ort = await import('onnxruntime-web');
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = 'error';
  return {
    version: `onnxruntime-web ${ort.env.versions.web}`,
    async build(data, _, read) {
      const { S, T } = data;
      const session = async (name) => ort.InferenceSession.create(new Uint8Array(await read(name)));
      const encoder = await session('encoder.onnx');
      const decoder = await session('decoder.onnx');
      const ids = (list, shape) => new ort.Tensor('int64', BigInt64Array.from(list, BigInt), shape);
      const source = ids(data.source[0], [1, S]);
      return {
        async decode() {
          const { states, keys, h: first } = await encoder.run({ source });
          let [h, token] = [first, ids([data.bos], [1])];
          const output = [];
          for (let t = 0; t < T; t++) {
            const next = await decoder.run({ token, h, states, keys });
            token = next.best;
            h = next.next;
            output.push(Number(token.data[0]));
          }
          return output;
        },
      };
    },
  };
}
