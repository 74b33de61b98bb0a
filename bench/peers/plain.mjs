// No library: the same model, forward, backward and Adam, as loops over Float32Array. What a careful person writes in
// an afternoon, and the fastest of the peers where the model is tiny.

const floats = (/** @type {number} */ n) => new Float32Array(n);

/** C[m,n] = A[m,k] W[n,k]^T (+ bias); four sums at a time. */
function timesTransposed(C, c0, A, a0, lda, W, ldw, m, n, k, bias) {
  for (let i = 0; i < m; i++) {
    const a = a0 + i * lda;
    const c = c0 + i * n;
    let j = 0;
    for (; j + 3 < n; j += 4) {
      let [s0, s1, s2, s3] = [0, 0, 0, 0];
      const w0 = j * ldw;
      const w1 = w0 + ldw;
      const w2 = w1 + ldw;
      const w3 = w2 + ldw;
      for (let p = 0; p < k; p++) {
        const v = A[a + p];
        s0 += v * W[w0 + p];
        s1 += v * W[w1 + p];
        s2 += v * W[w2 + p];
        s3 += v * W[w3 + p];
      }
      C[c + j] = bias ? s0 + bias[j] : s0;
      C[c + j + 1] = bias ? s1 + bias[j + 1] : s1;
      C[c + j + 2] = bias ? s2 + bias[j + 2] : s2;
      C[c + j + 3] = bias ? s3 + bias[j + 3] : s3;
    }
    for (; j < n; j++) {
      let sum = bias ? bias[j] : 0;
      for (let p = 0; p < k; p++) sum += A[a + p] * W[j * ldw + p];
      C[c + j] = sum;
    }
  }
}

/** C[m,n] += A[m,k] W[k,n]; A dense. */
function addTimes(C, c0, ldc, A, a0, W, ldw, m, n, k) {
  for (let i = 0; i < m; i++) {
    const a = a0 + i * k;
    const c = c0 + i * ldc;
    let p = 0;
    for (; p + 3 < k; p += 4) {
      const v0 = A[a + p];
      const v1 = A[a + p + 1];
      const v2 = A[a + p + 2];
      const v3 = A[a + p + 3];
      const w0 = p * ldw;
      const w1 = w0 + ldw;
      const w2 = w1 + ldw;
      const w3 = w2 + ldw;
      for (let j = 0; j < n; j++) C[c + j] += v0 * W[w0 + j] + v1 * W[w1 + j] + v2 * W[w2 + j] + v3 * W[w3 + j];
    }
    for (; p < k; p++) for (let j = 0; j < n; j++) C[c + j] += A[a + p] * W[p * ldw + j];
  }
}

/** C[m,n] += A[k,m]^T B[k,n]; A and C dense. */
function addTransposedTimes(C, A, B, b0, m, n, k) {
  let p = 0;
  for (; p + 3 < k; p += 4) {
    const b1 = b0 + p * n;
    const b2 = b1 + n;
    const b3 = b2 + n;
    const b4 = b3 + n;
    for (let i = 0; i < m; i++) {
      const v1 = A[p * m + i];
      const v2 = A[(p + 1) * m + i];
      const v3 = A[(p + 2) * m + i];
      const v4 = A[(p + 3) * m + i];
      const c = i * n;
      for (let j = 0; j < n; j++) C[c + j] += v1 * B[b1 + j] + v2 * B[b2 + j] + v3 * B[b3 + j] + v4 * B[b4 + j];
    }
  }
  for (; p < k; p++)
    for (let i = 0; i < m; i++) for (let j = 0; j < n; j++) C[i * n + j] += A[p * m + i] * B[b0 + p * n + j];
}

function addColumns(C, A, m, n) {
  for (let i = 0; i < m; i++) for (let j = 0; j < n; j++) C[j] += A[i * n + j];
}

export function build(data, tensors) {
  const { V, E, H, B, S, T } = data;
  const G = 3 * H;
  const K = E + H;
  const BH = B * H;
  const P = {};
  const D = {};
  const M = {};
  const Q = {};
  for (const [name, { data: values }] of Object.entries(tensors)) {
    P[name] = values;
    D[name] = floats(values.length);
    M[name] = floats(values.length);
    Q[name] = floats(values.length);
  }
  const rnn = (side) =>
    ['weight_ih_l0', 'weight_hh_l0', 'bias_ih_l0', 'bias_hh_l0'].map((name) => `${side}.gru.${name}`);
  const [eWi, eWh, ebi, ebh] = rnn('enc');
  const [dWi, dWh, dbi, dbh] = rnn('dec');
  const emb = P['dec.emb.weight'];
  const encEmb = P['enc.emb.weight'];
  const v = P['dec.attn.v.weight'];

  const x = floats(S * B * E);
  const gi = floats(S * B * G);
  const gh = floats(B * G);
  const stepGi = floats(B * G);
  const cells = (S + T) * BH;
  const [R, Z, N, HN] = [floats(cells), floats(cells), floats(cells), floats(cells)];
  const states = floats((S + 1) * BH);
  const keys = floats(S * BH);
  const dec = floats((T + 1) * BH);
  const u = floats(T * S * BH);
  const alpha = floats(T * S * B);
  const input = floats(T * B * K);
  const head = floats(T * B * 2 * H);
  const logits = floats(T * B * V);
  const query = floats(BH);
  const dGi = floats(Math.max(S, T) * B * G);
  const dGh = floats(Math.max(S, T) * B * G);
  const dh = floats(BH);
  const carried = floats(BH);
  const dHead = floats(T * B * 2 * H);
  const dStates = floats(S * BH);
  const dKeys = floats(S * BH);
  const dQuery = floats(T * BH);
  const dInput = floats(Math.max(S * B * E, T * B * K));
  const dAlpha = floats(S);

  function cell(from, from0, h, h0, to, to0, at, rows) {
    for (let b = 0; b < rows; b++)
      for (let j = 0; j < H; j++) {
        const a = from0 + b * G + j;
        const y = b * G + j;
        const k = at + b * H + j;
        const r = 1 / (1 + Math.exp(-(from[a] + gh[y])));
        const z = 1 / (1 + Math.exp(-(from[a + H] + gh[y + H])));
        const hn = gh[y + 2 * H];
        const n = Math.tanh(from[a + 2 * H] + r * hn);
        R[k] = r;
        Z[k] = z;
        N[k] = n;
        HN[k] = hn;
        to[to0 + b * H + j] = n + z * (h[h0 + b * H + j] - n);
      }
  }

  function cellBack(to, at, h, h0) {
    for (let b = 0; b < B; b++)
      for (let j = 0; j < H; j++) {
        const i = b * H + j;
        const k = at + i;
        const g = dh[i];
        const [r, z, n] = [R[k], Z[k], N[k]];
        const dn = g * (1 - z) * (1 - n * n);
        const dz = g * (h[h0 + i] - n) * z * (1 - z);
        const dr = dn * HN[k] * r * (1 - r);
        const y = to + b * G + j;
        dGi[y] = dGh[y] = dr;
        dGi[y + H] = dGh[y + H] = dz;
        dGi[y + 2 * H] = dn;
        dGh[y + 2 * H] = dn * r;
        carried[i] = g * z;
      }
  }

  function encode(source, rows) {
    for (let i = 0; i < S * rows; i++) for (let j = 0; j < E; j++) x[i * E + j] = encEmb[source[i] * E + j];
    timesTransposed(gi, 0, x, 0, E, P[eWi], E, S * rows, G, E, P[ebi]);
    states.fill(0, 0, rows * H);
    for (let t = 0; t < S; t++) {
      timesTransposed(gh, 0, states, t * rows * H, H, P[eWh], H, rows, G, H, P[ebh]);
      cell(gi, t * rows * G, states, t * rows * H, states, (t + 1) * rows * H, t * rows * H, rows);
    }
    timesTransposed(keys, 0, states, rows * H, H, P['dec.attn.Wh.weight'], H, S * rows, H, H);
    for (let i = 0; i < rows * H; i++) dec[i] = states[S * rows * H + i];
  }

  function attend(t, rows) {
    timesTransposed(query, 0, dec, t * rows * H, H, P['dec.attn.Ws.weight'], H, rows, H, H);
    for (let b = 0; b < rows; b++) {
      const a = (t * rows + b) * S;
      let most = Number.NEGATIVE_INFINITY;
      for (let s = 0; s < S; s++) {
        const p = (s * rows + b) * H;
        const at = (t * S * rows + s * rows + b) * H;
        let energy = 0;
        for (let j = 0; j < H; j++) {
          const y = Math.tanh(keys[p + j] + query[b * H + j]);
          u[at + j] = y;
          energy += v[j] * y;
        }
        alpha[a + s] = energy;
        if (energy > most) most = energy;
      }
      let sum = 0;
      for (let s = 0; s < S; s++) sum += alpha[a + s] = Math.exp(alpha[a + s] - most);
      const to = (t * rows + b) * K + E;
      input.fill(0, to, to + H);
      for (let s = 0; s < S; s++) {
        alpha[a + s] /= sum;
        const w = alpha[a + s];
        const p = (s * rows + b + rows) * H;
        for (let j = 0; j < H; j++) input[to + j] += w * states[p + j];
      }
      head.set(input.subarray(to, to + H), (t * rows + b) * 2 * H + H);
    }
  }

  function decoderStep(t, tokens, first, rows) {
    attend(t, rows);
    for (let b = 0; b < rows; b++)
      for (let j = 0; j < E; j++) input[(t * rows + b) * K + j] = emb[tokens[first + b] * E + j];
    timesTransposed(stepGi, 0, input, t * rows * K, K, P[dWi], K, rows, G, K, P[dbi]);
    timesTransposed(gh, 0, dec, t * rows * H, H, P[dWh], H, rows, G, H, P[dbh]);
    cell(stepGi, 0, dec, t * rows * H, dec, (t + 1) * rows * H, (S + t) * rows * H, rows);
    for (let b = 0; b < rows; b++)
      for (let j = 0; j < H; j++) head[(t * rows + b) * 2 * H + j] = dec[((t + 1) * rows + b) * H + j];
  }

  /** Leaves the gradient in the logits. */
  function crossEntropy(labels, scale) {
    let loss = 0;
    for (let i = 0; i < T * B; i++) {
      const o = i * V;
      let most = Number.NEGATIVE_INFINITY;
      for (let j = 0; j < V; j++) if (logits[o + j] > most) most = logits[o + j];
      const right = logits[o + labels[i]] - most;
      let sum = 0;
      for (let j = 0; j < V; j++) sum += logits[o + j] = Math.exp(logits[o + j] - most);
      loss += Math.log(sum) - right;
      for (let j = 0; j < V; j++) logits[o + j] *= scale / sum;
      logits[o + labels[i]] -= scale;
    }
    return loss * scale;
  }

  function attentionBack(t) {
    const gv = D['dec.attn.v.weight'];
    for (let b = 0; b < B; b++) {
      const dc = (t * B + b) * K + E;
      const a = (t * B + b) * S;
      const dq = (t * B + b) * H;
      const dhead = (t * B + b) * 2 * H + H;
      let dot = 0;
      for (let j = 0; j < H; j++) {
        dInput[dc + j] += dHead[dhead + j];
        dQuery[dq + j] = 0;
      }
      for (let s = 0; s < S; s++) {
        const p = (s * B + b + B) * H;
        const w = alpha[a + s];
        let sum = 0;
        for (let j = 0; j < H; j++) {
          const g = dInput[dc + j];
          sum += g * states[p + j];
          dStates[p - BH + j] += w * g;
        }
        dAlpha[s] = sum;
        dot += w * sum;
      }
      for (let s = 0; s < S; s++) {
        const g = alpha[a + s] * (dAlpha[s] - dot);
        const at = (t * S * B + s * B + b) * H;
        const p = (s * B + b) * H;
        for (let j = 0; j < H; j++) {
          const y = u[at + j];
          gv[j] += g * y;
          const d = g * v[j] * (1 - y * y);
          dQuery[dq + j] += d;
          dKeys[p + j] += d;
        }
      }
    }
  }

  function backward(source, tokens) {
    dHead.fill(0);
    addTimes(dHead, 0, 2 * H, logits, 0, P['dec.fc.weight'], 2 * H, T * B, 2 * H, V);
    addTransposedTimes(D['dec.fc.weight'], logits, head, 0, V, 2 * H, T * B);
    addColumns(D['dec.fc.bias'], logits, T * B, V);
    dh.fill(0);
    dStates.fill(0);
    dKeys.fill(0);
    dInput.fill(0, 0, T * B * K);
    for (let t = T - 1; t >= 0; t--) {
      for (let b = 0; b < B; b++) for (let j = 0; j < H; j++) dh[b * H + j] += dHead[(t * B + b) * 2 * H + j];
      cellBack(t * B * G, (S + t) * BH, dec, t * BH);
      addTimes(carried, 0, H, dGh, t * B * G, P[dWh], H, B, H, G);
      addTimes(dInput, t * B * K, K, dGi, t * B * G, P[dWi], K, B, K, G);
      attentionBack(t);
      addTimes(carried, 0, H, dQuery, t * BH, P['dec.attn.Ws.weight'], H, B, H, H);
      dh.set(carried);
    }
    addTransposedTimes(D['dec.attn.Ws.weight'], dQuery, dec, 0, H, H, T * B);
    addTransposedTimes(D[dWi], dGi, input, 0, G, K, T * B);
    addTransposedTimes(D[dWh], dGh, dec, 0, G, H, T * B);
    addColumns(D[dbi], dGi, T * B, G);
    addColumns(D[dbh], dGh, T * B, G);
    const dEmb = D['dec.emb.weight'];
    for (let i = 0; i < T * B; i++) for (let j = 0; j < E; j++) dEmb[tokens[i] * E + j] += dInput[i * K + j];
    addTimes(dStates, 0, H, dKeys, 0, P['dec.attn.Wh.weight'], H, S * B, H, H);
    addTransposedTimes(D['dec.attn.Wh.weight'], dKeys, states, BH, H, H, S * B);
    for (let t = S - 1; t >= 0; t--) {
      for (let i = 0; i < BH; i++) dh[i] += dStates[t * BH + i];
      cellBack(t * B * G, t * BH, states, t * BH);
      addTimes(carried, 0, H, dGh, t * B * G, P[eWh], H, B, H, G);
      dh.set(carried);
    }
    addTransposedTimes(D[eWi], dGi, x, 0, G, E, S * B);
    addTransposedTimes(D[eWh], dGh, states, 0, G, H, S * B);
    addColumns(D[ebi], dGi, S * B, G);
    addColumns(D[ebh], dGh, S * B, G);
    dInput.fill(0, 0, S * B * E);
    addTimes(dInput, 0, E, dGi, 0, P[eWi], E, S * B, E, G);
    const dEnc = D['enc.emb.weight'];
    for (let i = 0; i < S * B; i++) for (let j = 0; j < E; j++) dEnc[source[i] * E + j] += dInput[i * E + j];
  }

  let steps = 0;
  function adam() {
    steps += 1;
    const rate = 1e-3 / (1 - 0.9 ** steps);
    const scale = 1 / Math.sqrt(1 - 0.999 ** steps);
    for (const name in P) {
      const [p, d, m, q] = [P[name], D[name], M[name], Q[name]];
      for (let i = 0; i < p.length; i++) {
        const g = d[i];
        m[i] = 0.9 * m[i] + 0.1 * g;
        q[i] = 0.999 * q[i] + 0.001 * g * g;
        p[i] -= (rate * m[i]) / (Math.sqrt(q[i]) * scale + 1e-8);
      }
    }
  }

  const source = stepMajor(data.source, S);
  const tokens = stepMajor(data.input, T);
  const labels = stepMajor(data.label, T);
  const watched = stepMajor(data.source.slice(0, 1), S);
  const scores = floats(V);
  return {
    step() {
      for (const name in D) D[name].fill(0);
      encode(source, B);
      for (let t = 0; t < T; t++) decoderStep(t, tokens, t * B, B);
      timesTransposed(logits, 0, head, 0, 2 * H, P['dec.fc.weight'], 2 * H, T * B, V, 2 * H, P['dec.fc.bias']);
      const loss = crossEntropy(labels, data.loss === 'sum' ? 1 : 1 / (T * B));
      backward(source, tokens);
      adam();
      return loss;
    },
    decode() {
      encode(watched, 1);
      const output = [];
      let token = [data.bos];
      for (let t = 0; t < T; t++) {
        decoderStep(t, token, 0, 1);
        timesTransposed(scores, 0, head, t * 2 * H, 2 * H, P['dec.fc.weight'], 2 * H, 1, V, 2 * H, P['dec.fc.bias']);
        let best = 0;
        for (let j = 1; j < V; j++) if (scores[j] > scores[best]) best = j;
        output.push(best);
        token = [best];
      }
      return output;
    },
  };
}

/** Rows to one list, step after step. @param {number[][]} rows @param {number} length */
export function stepMajor(rows, length) {
  const list = new Int32Array(rows.length * length);
  rows.forEach((row, b) => {
    for (let t = 0; t < length; t++) list[t * rows.length + b] = row[t] ?? 0;
  });
  return list;
}

export const load = async () => ({ version: 'plain JavaScript', build });
