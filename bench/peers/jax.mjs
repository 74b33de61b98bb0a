// jax-js: forward, backward and Adam in one traced function. An array is used up by an operation unless `.ref` is taken;
// there is no loop to trace, so the steps are unrolled.
import { stepMajor } from './plain.mjs';

export function build(data, tensors, jax) {
  const { numpy: np, nn, valueAndGrad, tree } = jax;
  const { V, H, B, S, T } = data;
  const matMul = (x, w) => np.matmul(x, w.ref.transpose());
  const linear = (x, P, weight, bias) => matMul(x, P[weight]).add(P[bias].ref);
  // Traced, the gradient of `take` fails in this version unless what comes back is no view: negating twice helps.
  const embed = (table, ids) => np.negative(np.negative(np.take(table.ref, ids, 0)));
  const gates = (gi, gh, h) => {
    const [ir, iz, inn] = np.split(gi, 3, 1);
    const [hr, hz, hn] = np.split(gh, 3, 1);
    const r = nn.sigmoid(ir.add(hr));
    const z = nn.sigmoid(iz.add(hz));
    const n = np.tanh(inn.add(r.mul(hn)));
    return n.ref.add(z.mul(h.sub(n)));
  };
  const inputSide = (P, side, x) => linear(x, P, `${side}.gru.weight_ih_l0`, `${side}.gru.bias_ih_l0`);
  const stateSide = (P, side, h) => linear(h, P, `${side}.gru.weight_hh_l0`, `${side}.gru.bias_hh_l0`);

  function encode(P, source, rows) {
    const gi = np.split(inputSide(P, 'enc', embed(P['enc.emb.weight'], source)), S, 0);
    let h = np.zeros([rows, H]);
    const all = [];
    for (let t = 0; t < S; t++) {
      const gh = stateSide(P, 'enc', h.ref);
      h = gates(gi[t], gh, h);
      all.push(h.ref);
    }
    const states = np.stack(all, 1); // [B,S,H]
    const keys = matMul(states.ref.reshape([rows * S, H]), P['dec.attn.Wh.weight']).reshape([rows, S, H]);
    return { states, keys, h };
  }
  function attend(P, states, keys, h, rows) {
    const query = matMul(h.ref, P['dec.attn.Ws.weight']).reshape([rows, 1, H]);
    const sums = np.tanh(keys.ref.add(query)).reshape([rows * S, H]);
    const alpha = nn.softmax(matMul(sums, P['dec.attn.v.weight']).reshape([rows, S]), 1);
    return np.sum(alpha.reshape([rows, S, 1]).mul(states.ref), 1);
  }
  const decoderStep = (P, token, context, h) => {
    const gh = stateSide(P, 'dec', h.ref);
    return gates(inputSide(P, 'dec', np.concatenate([token, context.ref], 1)), gh, h);
  };
  const head = (P, x) => linear(x, P, 'dec.fc.weight', 'dec.fc.bias');

  function loss(P, source, input, label) {
    let { states, keys, h } = encode(P, source, B);
    const tokens = np.split(embed(P['dec.emb.weight'], input), T, 0);
    const outputs = [];
    const contexts = [];
    for (let t = 0; t < T; t++) {
      const context = attend(P, states, keys, h, B);
      h = decoderStep(P, tokens[t], context, h);
      outputs.push(h.ref);
      contexts.push(context);
    }
    const logits = head(P, np.concatenate([np.concatenate(outputs, 0), np.concatenate(contexts, 0)], 1));
    const sum = nn.logSoftmax(logits, 1).mul(nn.oneHot(label, V)).sum().mul(-1);
    for (const array of [states, keys, h]) array.dispose();
    tree.dispose(P);
    return data.loss === 'sum' ? sum : sum.div(B * T);
  }
  const gradient = valueAndGrad(loss);
  const train = jax.jit((P, M, Q, rate, scale, ...batch) => {
    const [value, D] = gradient(tree.ref(P), ...batch);
    const [p, m, q] = [{}, {}, {}];
    for (const name of Object.keys(P)) {
      m[name] = M[name].mul(0.9).add(D[name].ref.mul(0.1));
      q[name] = Q[name].mul(0.999).add(D[name].ref.mul(D[name]).mul(0.001));
      const size = np.sqrt(q[name].ref).div(scale.ref).add(1e-8);
      p[name] = P[name].sub(m[name].ref.div(size).mul(rate.ref));
    }
    rate.dispose();
    scale.dispose();
    return [value, p, m, q];
  });

  let [P, M, Q] = [{}, {}, {}];
  for (const [name, { data: values, shape }] of Object.entries(tensors)) {
    P[name] = np.array(values).reshape(shape);
    M[name] = np.zeros(shape);
    Q[name] = np.zeros(shape);
  }
  const ids = (rows, length) => np.array(stepMajor(rows, length), { dtype: np.int32 });
  const batch = [ids(data.source, S), ids(data.input, T), ids(data.label, T)];
  const watched = ids(data.source.slice(0, 1), S);
  const begin = jax.jit((weights, source) => {
    const { states, keys, h } = encode(weights, source, 1);
    tree.dispose(weights);
    return [states, keys, h];
  });
  const advance = jax.jit((weights, states, keys, h, token) => {
    const context = attend(weights, states, keys, h, 1);
    const next = decoderStep(weights, embed(weights['dec.emb.weight'], token), context, h);
    const best = np.argmax(head(weights, np.concatenate([next.ref, context], 1)), 1);
    for (const array of [states, keys]) array.dispose();
    tree.dispose(weights);
    return [next, best];
  });
  let steps = 0;
  return {
    async step() {
      steps += 1;
      const rate = np.array(1e-3 / (1 - 0.9 ** steps));
      const scale = np.array(Math.sqrt(1 - 0.999 ** steps));
      let value;
      [value, P, M, Q] = train(P, M, Q, rate, scale, ...batch.map((array) => array.ref));
      return await value.jsAsync();
    },
    async decode() {
      let [states, keys, h] = begin(tree.ref(P), watched.ref);
      let token = np.array(new Int32Array([data.bos]), { dtype: np.int32 });
      const output = [];
      for (let t = 0; t < T; t++) {
        [h, token] = advance(tree.ref(P), states.ref, keys.ref, h, token);
        token = token.astype(np.int32);
        output.push((await token.ref.jsAsync())[0]);
      }
      for (const array of [states, keys, h, token]) array.dispose();
      return output;
    },
  };
}

export async function load() {
  const jax = await import('@jax-js/jax');
  await jax.init('wasm');
  jax.defaultDevice('wasm');
  return { version: 'jax-js', build: (data, tensors) => build(data, tensors, jax) };
}
