// TensorFlow.js on its WebAssembly backend, with the three work-arounds that a user has to know. The built-in gradient
// of matMul multiplies transposed operands, which that backend does a dozen times slower than transposing first; gather
// has no gradient there, scatterND has; a batched matMul is faster than multiply and sum.
import { stepMajor } from './plain.mjs';

export function build(data, tensors, tf) {
  const { V, E: _, H, B, S, T } = data;
  const P = {};
  for (const [name, { data: values, shape }] of Object.entries(tensors)) {
    const tensor = tf.tensor(values, shape, 'float32');
    const kept = shape.length === 2 && !name.includes('emb') ? tf.transpose(tensor) : tensor; // [in,out]
    P[name] = tf.variable(kept, true);
    kept.dispose();
    if (kept !== tensor) tensor.dispose();
  }
  const product = (order) =>
    tf.customGrad((a, b, save) => {
      save([a, b]);
      const gradFunc = (d, [left, right]) => [
        tf.matMul(d, tf.transpose(right, order)),
        tf.matMul(tf.transpose(left, order), d),
      ];
      return { value: tf.matMul(a, b), gradFunc };
    });
  const matMul = product([1, 0]);
  const matMulBatched = product([0, 2, 1]);
  const embed = tf.customGrad((table, ids, save) => {
    save([ids]);
    const gradFunc = (d, [at]) => [tf.scatterND(tf.expandDims(at, 1), d, table.shape), tf.zerosLike(at)];
    return { value: tf.gather(table, ids), gradFunc };
  });
  const linear = (input, weight, bias) => tf.add(matMul(input, P[weight]), P[bias]);
  const gates = (gi, gh, h) => {
    const [ir, iz, inn] = tf.split(gi, 3, 1);
    const [hr, hz, hn] = tf.split(gh, 3, 1);
    const r = tf.sigmoid(tf.add(ir, hr));
    const z = tf.sigmoid(tf.add(iz, hz));
    const n = tf.tanh(tf.add(inn, tf.mul(r, hn)));
    return tf.add(n, tf.mul(z, tf.sub(h, n)));
  };
  const inputSide = (side, x) => linear(x, `${side}.gru.weight_ih_l0`, `${side}.gru.bias_ih_l0`);
  const stateSide = (side, h) => linear(h, `${side}.gru.weight_hh_l0`, `${side}.gru.bias_hh_l0`);

  function encode(source, rows) {
    const gi = tf.split(inputSide('enc', embed(P['enc.emb.weight'], source)), S, 0);
    let h = tf.zeros([rows, H]);
    const states = [];
    for (let t = 0; t < S; t++) {
      h = gates(gi[t], stateSide('enc', h), h);
      states.push(h);
    }
    const all = tf.stack(states, 1); // [B,S,H]
    const keys = matMul(tf.reshape(all, [rows * S, H]), P['dec.attn.Wh.weight']);
    return { states: all, keys: tf.reshape(keys, [rows, S, H]), h };
  }
  function attend({ states, keys }, h, rows) {
    const query = tf.expandDims(matMul(h, P['dec.attn.Ws.weight']), 1);
    const sums = tf.reshape(tf.tanh(tf.add(keys, query)), [rows * S, H]);
    const alpha = tf.softmax(tf.reshape(matMul(sums, P['dec.attn.v.weight']), [rows, S]));
    return tf.reshape(matMulBatched(tf.expandDims(alpha, 1), states), [rows, H]);
  }
  const decoderStep = (token, context, h) =>
    gates(inputSide('dec', tf.concat([token, context], 1)), stateSide('dec', h), h);
  const head = (h, context) => linear(tf.concat([h, context], 1), 'dec.fc.weight', 'dec.fc.bias');

  const ids = (rows, length) => tf.tensor1d(stepMajor(rows, length), 'int32');
  const [source, input, label] = [ids(data.source, S), ids(data.input, T), ids(data.label, T)];
  const watched = ids(data.source.slice(0, 1), S);
  function loss() {
    const encoded = encode(source, B);
    let h = encoded.h;
    const tokens = tf.split(embed(P['dec.emb.weight'], input), T, 0);
    const [states, contexts] = [[], []];
    for (let t = 0; t < T; t++) {
      const context = attend(encoded, h, B);
      h = decoderStep(tokens[t], context, h);
      states.push(h);
      contexts.push(context);
    }
    const logits = head(tf.concat(states, 0), tf.concat(contexts, 0));
    const sum = tf.neg(tf.sum(tf.mul(tf.logSoftmax(logits), tf.oneHot(label, V))));
    return data.loss === 'sum' ? sum : tf.div(sum, B * T);
  }
  const adam = tf.train.adam(1e-3, 0.9, 0.999, 1e-8);
  const variables = Object.values(P);
  return {
    step() {
      const result = adam.minimize(loss, true, variables);
      const value = result.dataSync()[0];
      result.dispose();
      return value;
    },
    decode: () =>
      tf.tidy(() => {
        const encoded = encode(watched, 1);
        let h = encoded.h;
        let token = data.bos;
        const output = [];
        for (let t = 0; t < T; t++) {
          const context = attend(encoded, h, 1);
          h = decoderStep(tf.gather(P['dec.emb.weight'], tf.tensor1d([token], 'int32')), context, h);
          token = tf.argMax(head(h, context), 1).dataSync()[0];
          output.push(token);
        }
        return output;
      }),
  };
}

export async function load(folder) {
  const tf = await import('@tensorflow/tfjs-core');
  await import('@tensorflow/tfjs-core/dist/register_all_gradients.js');
  const wasm = await import('@tensorflow/tfjs-backend-wasm');
  wasm.setWasmPaths(folder);
  await tf.setBackend('wasm');
  await tf.ready();
  return { version: `TensorFlow.js ${tf.version_core}`, build: (data, tensors) => build(data, tensors, tf) };
}
