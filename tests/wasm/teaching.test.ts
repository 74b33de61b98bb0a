// What the teaching views ask of the engine, in both builds. The numbers are tested natively; here it is what crosses.
import { beforeAll, describe, expect, test } from 'vitest';
import { type LocalEngine, loadEngine } from '../../wasm/node';
import { errorOf } from './support';

describe.each(['simd', 'scalar'] as const)('%s build', (build) => {
  let engine: LocalEngine;
  beforeAll(async () => {
    engine = await loadEngine({ build });
  });

  test('schedules: the lesson’s table, and the two other curves', () => {
    const at = [0, 10, 25, 50, 75, 100, 400];
    const linear = engine.schedule({ schedule: 'linear', linear_steps: 100 }, at);
    expect(linear.map((epsilon) => epsilon.toFixed(2))).toEqual([
      '1.00',
      '0.90',
      '0.75',
      '0.50',
      '0.25',
      '0.00',
      '0.00',
    ]);
    expect(engine.schedule({ schedule: 'linear', linear_steps: 100, floor: 0.2 }, [100])).toEqual([0.2]);
    const exponential = engine.schedule({ schedule: 'exponential', exponential_base: 0.5 }, [0, 1, 3]);
    expect(exponential.slice(0, 2)).toEqual([1, 0.5]);
    expect(exponential[2]).toBeCloseTo(0.125, 12);
    const sigmoid = engine.schedule({ schedule: 'inverse_sigmoid', sigmoid_scale: 4 }, [0, 8, 1e9]);
    expect(sigmoid[0]).toBe(0.8);
    expect(sigmoid[1]).toBeCloseTo(4 / (4 + Math.exp(2)), 12);
    expect(sigmoid[2]).toBe(0);
    expect(engine.schedule({}, [])).toEqual([]);
    // A run's own epsilons.
    const forcing = { schedule: 'exponential', exponential_base: 0.9 } as const;
    const session = engine.open({ training: { epochs: 12, forcing } });
    const epsilons: number[] = [];
    session.train({ onProgress: (progress) => epsilons.push(...progress.steps.map((step) => step.epsilon)) });
    expect(engine.schedule(forcing, [...epsilons.keys()])).toEqual(epsilons);
  });

  test('coins: a list a row, BOS never the model’s own, the same from the same seed', () => {
    const thrown = { seed: '7', rows: 3, length: 5, epsilon: 0.5 };
    const coins = engine.coins(thrown);
    expect(coins.map((row) => row.length)).toEqual([5, 5, 5]);
    expect(coins.every((row) => row[0] === false)).toBe(true);
    expect(engine.coins({ ...thrown, seed: 7 })).toEqual(coins);
    expect(engine.coins({ ...thrown, step: 1 })).not.toEqual(coins);
    const flat = engine.coins({ seed: '1', rows: 1, length: 10_001, epsilon: 0.25 })[0]!;
    expect(flat.filter((own) => own).length / 10_000).toBeCloseTo(0.75, 1);
    const whole = engine.coins({ rows: 40, length: 4, epsilon: 0.5, coin: 'sequence' });
    for (const row of whole) expect(new Set(row.slice(1)).size).toBe(1);
    expect(new Set(whole.map((row) => row[1])).size).toBe(2);
    expect(engine.coins({ length: 3, epsilon: 1 })).toEqual([[false, false, false]]);
    expect(engine.coins({ length: 3, epsilon: 0 })).toEqual([[false, true, true]]);
  });

  test('a copy mixture: repeated words add up, p_gen by hand', () => {
    const input = { alpha: [0.5, 0.25, 0.25], pVocabulary: [0.5, 0.5], pGen: 0.5, source: [1, 2, 1] };
    expect(engine.copyMixture(input)).toEqual({ pCopy: [0, 0.75, 0.25], probabilities: [0.25, 0.625, 0.125] });
    expect(engine.copyMixture({ ...input, pGen: 1 }).probabilities).toEqual([0.5, 0.5, 0]);
    expect(engine.copyMixture({ ...input, pGen: 0 }).probabilities).toEqual([0, 0.75, 0.25]);
  });

  test('a copy mixture with the model’s own p_gen is what the model says', () => {
    const session = engine.open({
      task: { kind: 'names', examples: 30, tokeniser: 'words' },
      model: { hidden_size: 11, copy: 'pointer_generator' },
      training: { epochs: 2, batch_size: 3 },
    });
    session.train();
    const source = 'i met zorblax and zorblax in quuxburg';
    const trace = session.trace('free', source);
    const labels = session.labels(source);
    expect(labels.slice(-2)).toEqual(expect.arrayContaining(['zorblax']));
    const tensor = (name: string) => {
      return [...trace.tensors.find((one) => one.name === name && one.step === 0)!.values];
    };
    const steps = session.decodeSteps(source, { steps: 1 });
    const mixture = engine.copyMixture({
      alpha: tensor('dec.alpha'),
      pVocabulary: tensor('dec.p_vocabulary'),
      pGen: tensor('dec.p_gen')[0]!,
      source: steps.source.map((token) => labels.indexOf(token)),
    });
    expect(mixture.probabilities.length).toBe(labels.length);
    const wanted = tensor('dec.probabilities');
    mixture.probabilities.forEach((p, i) => {
      expect(p).toBeCloseTo(wanted[i]!, 6);
    });
    expect(steps.steps[0]!.pGen).toBeCloseTo(tensor('dec.p_gen')[0]!, 6);
  });

  test('decode steps: the lesson’s divergence, from the watched pair', () => {
    const session = engine.open();
    const forced = session.decodeSteps(null, { regime: 'teacher' });
    const free = session.decodeSteps(null);
    expect(forced.source).toEqual(['2', '5', '1', 'EOS']);
    expect(forced.target).toEqual(['4', '6', 'EOS']);
    const tokens = (run: typeof free) => run.steps.map((step) => [step.input, step.prediction]);
    expect(tokens(forced)).toEqual([
      ['BOS', 'EOS'],
      ['4', 'BOS'],
      ['6', 'BOS'],
    ]);
    expect(tokens(free)).toEqual([
      ['BOS', 'EOS'],
      ['EOS', '2'],
      ['2', 'EOS'],
    ]);
    expect(free.steps.map((step) => step.ended)).toEqual([true, true, true]);
    expect(session.decodeSteps(null, { stop: true }).steps.length).toBe(1);
    for (const step of forced.steps) {
      expect([step.top.length, step.state.length, step.alpha.length]).toEqual([5, 8, 4]);
      expect(step.top[0]!.token).toBe(step.prediction);
      expect(step.given).toBe(false);
      expect('pGen' in step).toBe(false);
    }
    expect(forced.steps.reduce((sum, step) => sum + step.loss!, 0)).toBeCloseTo(6.9713, 4);
    const distances = engine.stateDistances(
      forced.steps.map((step) => step.state),
      free.steps.map((step) => step.state),
    );
    expect(distances[0]).toBe(0);
    expect(distances[1]).toBeGreaterThan(0);
    const by = (t: number) => forced.steps[t]!.state.map((x, i) => x - free.steps[t]!.state[i]!);
    expect(distances[2]).toBeCloseTo(Math.hypot(...by(2)), 6);
  });

  test('decode steps: a wrong token put in by hand, by its own or its shown name', () => {
    const session = engine.open();
    session.train();
    const usual = session.decodeSteps('2 5 1 3', { target: '4 6', regime: 'teacher' });
    const wrong = session.decodeSteps('2 5 1 3', { target: '4 6', regime: 'teacher', inputs: [null, '7'] });
    expect(wrong.steps.map((step) => step.input)).toEqual(['BOS', '7', '6']);
    expect(wrong.steps.map((step) => step.given)).toEqual([false, true, false]);
    expect(wrong.steps[0]).toEqual(usual.steps[0]);
    expect(wrong.steps[1]!.state).not.toEqual(usual.steps[1]!.state);
    const named = session.decodeSteps('2 5 1 3', { steps: 6, inputs: [null, null, 'EOS'] });
    expect(named.steps.length).toBe(6);
    expect(named.steps[2]).toMatchObject({ input: 'EOS', given: true });
    expect(named.target).toEqual([]);
    expect('loss' in named.steps[0]! || 'expected' in named.steps[0]!).toBe(false);
    expect(session.decodeSteps('2 5 1 3', { inputs: [null, '3'], steps: 2 })).toEqual(
      session.decodeSteps('2 5 1 3', { inputs: [null, 'EOS'], steps: 2 }),
    );
  });

  const refused: [string, (e: LocalEngine) => unknown, RegExp][] = [
    ['schedule', (e) => e.schedule({ schedule: 'cosine' as never }, [0]), /schedule is "cosine"; allowed: .*linear/],
    ['K', (e) => e.schedule({ schedule: 'linear', linear_steps: 0 }, [0]), /linear_steps is 0; allowed/],
    ['no forcing', (e) => e.schedule(undefined as never, [0]), /forcing is missing/],
    ['k', (e) => e.schedule({}, [0, -1]), /at\[1\] is -1; allowed: a whole number from 0/],
    ['k and a half', (e) => e.schedule({}, [0.5]), /at\[0\] is 0\.5; allowed/],
    ['no list', (e) => e.schedule({}, 5 as never), /at is 5; allowed: a list/],
    ['rows', (e) => e.coins({ rows: 0, length: 3, epsilon: 1 }), /rows is 0; allowed/],
    ['no length', (e) => e.coins({ epsilon: 1 } as never), /length is missing/],
    ['too many', (e) => e.coins({ rows: 1e6, length: 1e6, epsilon: 1 }), /length is 1000000; allowed: 1 to 1/],
    ['epsilon', (e) => e.coins({ length: 3, epsilon: 1.5 }), /epsilon is 1\.5; allowed/],
    ['epsilon NaN', (e) => e.coins({ length: 3, epsilon: Number.NaN }), /epsilon is "NaN"; allowed/],
    [
      'coin',
      (e) => e.coins({ length: 3, epsilon: 1, coin: 'row' as never }),
      /coin is "row"; allowed: token, sequence/,
    ],
    ['seed', (e) => e.coins({ length: 3, epsilon: 1, seed: 'abc' }), /seed is "abc"; allowed/],
    ['step', (e) => e.coins({ length: 3, epsilon: 1, step: 1e8 }), /step is 100000000; allowed: 0 to 50000000/],
    ['unknown field', (e) => e.coins({ length: 3, epsilon: 1, row: 1 } as never), /no field row; allowed: seed, rows/],
    [
      'alpha',
      (e) => e.copyMixture({ alpha: [1.5], pVocabulary: [1], pGen: 1, source: [0] }),
      /alpha\[0\] is 1\.5.*; allowed: 0 to 1/,
    ],
    [
      'alpha too short',
      (e) => e.copyMixture({ alpha: [], pVocabulary: [1], pGen: 1, source: [0] }),
      /alpha has 0 numbers; allowed: .*1 source/,
    ],
    ['p_gen', (e) => e.copyMixture({ alpha: [1], pVocabulary: [1], pGen: -1, source: [0] }), /p_gen is -1; allowed/],
    [
      'a source id',
      (e) => e.copyMixture({ alpha: [1], pVocabulary: [1], pGen: 1, source: [2] }),
      /source word is 2; allowed: 0 to 1/,
    ],
    ['a weight below 0', (e) => e.attentionContext({ h: [1], alpha: [-1] }), /alpha\[0\] is -1.*; allowed: 0 to 1/],
    ['no weights', (e) => e.attentionContext({ h: [1], alpha: [] }), /number of weights is 0; allowed/],
    [
      'weights that are all 0',
      (e) => e.attentionContext({ h: [1], alpha: [0], normalized: true }),
      /weights sum to 0; allowed/,
    ],
    ['states', (e) => e.stateDistances([[1, 2]], [[1]]), /step 0 have 2 and 1 values/],
    ['no states', (e) => e.stateDistances(3 as never, [[1]]), /one is 3; allowed/],
    ['state NaN', (e) => e.stateDistances([[Number.NaN]], [[1]]), /one\[0\]\[0\] is "NaN"; allowed/],
    ['input', (e) => e.open().decodeSteps(null, { inputs: ['cat'] }), /input of step 0 is "cat"; allowed/],
    ['inputs', (e) => e.open().decodeSteps(null, { inputs: [5 as never] }), /inputs is 5; allowed/],
    [
      'too many inputs',
      (e) => e.open().decodeSteps(null, { inputs: ['1', '1'], steps: 1 }),
      /inputs has 2.*the 1 steps/,
    ],
    ['steps', (e) => e.open().decodeSteps(null, { steps: 1001 }), /steps is 1001; allowed/],
    ['stop', (e) => e.open().decodeSteps(null, { stop: 'no' as never }), /stop is "no"; allowed: true or false/],
    [
      'regime',
      (e) => e.open().decodeSteps(null, { regime: 'forced' as never }),
      /regime is "forced"; allowed: free, t/,
    ],
    ['no target', (e) => e.open().decodeSteps('2 5', { regime: 'teacher' }), /no target; teacher forcing needs/],
    ['target alone', (e) => e.open().decodeSteps(null, { target: '4' }), /target was given without its source/],
    ['source', (e) => e.open().decodeSteps('2 11'), /11.*allowed/],
    ['source type', (e) => e.open().decodeSteps(5 as never), /source is 5; allowed: a text/],
    ['labels', (e) => e.open().labels('x'), /x.*allowed/],
  ];
  test.each(refused)('refused by name: %s', (_name, call, message) => {
    const error = errorOf(() => call(engine));
    expect(error.code).toMatch(/^invalid_/);
    expect(error.message).toMatch(message);
  });

  test('a context of weights by hand: as they are, or divided by their sum', () => {
    const input = engine.attentionInput('5', 4, 3);
    const { alpha, context, alphaSum } = engine.attentionSteps(input);
    expect(engine.attentionContext({ h: input.h, alpha })).toEqual({ alpha, context, alphaSum });
    const h = [1, 2, 3, 10, 20, 30];
    expect(engine.attentionContext({ h, alpha: [0.5, 0.25] })).toEqual({
      alpha: [0.5, 0.25],
      context: [3, 6, 9],
      alphaSum: 0.75,
    });
    expect(engine.attentionContext({ h, alpha: [0.25, 0.25], normalized: true })).toEqual({
      alpha: [0.5, 0.5],
      context: [5.5, 11, 16.5],
      alphaSum: 1,
    });
  });

  test('temperature and mask count in all three scores', () => {
    const input = engine.attentionInput('5', 4, 3);
    for (const score of ['bahdanau', 'luong_dot', 'luong_general'] as const) {
      const plain = engine.attentionSteps(input, score);
      const changed = engine.attentionSteps({ ...input, temperature: 2.5, masked: [false, true, false, false] }, score);
      expect(changed.energy).toEqual(plain.energy);
      const weights = plain.energy.map((energy, i) => (i === 1 ? 0 : Math.exp(energy / 2.5)));
      const sum = weights.reduce((a, b) => a + b);
      changed.alpha.forEach((alpha, i) => {
        expect(alpha).toBeCloseTo(weights[i]! / sum, 6);
      });
      expect(changed.alpha[1]).toBe(0);
      changed.context.forEach((c, k) => {
        const expected = changed.alpha.reduce((total, alpha, i) => total + alpha * input.h[i * 3 + k]!, 0);
        expect(c).toBeCloseTo(expected, 5);
      });
    }
  });
});

test('SIMD and scalar agree to the bit on every step', async () => {
  const [simd, scalar] = await Promise.all([loadEngine({ build: 'simd' }), loadEngine({ build: 'scalar' })]);
  const configuration = {
    task: { kind: 'names', examples: 30 },
    model: { hidden_size: 13, embedding_size: 7, copy: 'pointer_generator' },
    training: { epochs: 2, batch_size: 3 },
  };
  const runs = [simd!, scalar!].map((engine) => {
    const session = engine.open(configuration);
    session.train();
    return session.decodeSteps(null, { steps: 30, inputs: [null, 'UNK'] });
  });
  expect(runs[0]).toEqual(runs[1]);
});
