// The engine as JavaScript sees it, in Node, in both builds. What the numbers mean is tested natively; here it is what
// crosses the border.
import { beforeAll, describe, expect, test } from 'vitest';
import { type LocalEngine, loadEngine } from '../../wasm/node';
import type { Configuration, StepReport, TrainingProgress } from '../../wasm/protocol';
import { errorOf } from './support';

// Of the toy from seed 99, before training and after its 200 epochs; tests/native/session expects the same.
const initialDigest = 'de682bd0117ab3b1';
const trainedDigest = '787910801e30638b';

const names = ['simd', 'scalar'] as const;
const engines = {} as Record<(typeof names)[number], LocalEngine>;

beforeAll(async () => {
  for (const name of names) engines[name] = await loadEngine({ build: name });
});

function collect(engine: LocalEngine, configuration: Configuration = {}) {
  const session = engine.open(configuration);
  const progress: TrainingProgress[] = [];
  const state = session.train({ onProgress: (one) => progress.push(one) });
  const steps: StepReport[] = progress.flatMap((one) => one.steps);
  const snapshots = progress.flatMap((one) => one.snapshots);
  return { session, state, steps, snapshots, progress };
}

describe.each(names)('%s build', (name) => {
  let engine: LocalEngine;
  beforeAll(() => {
    engine = engines[name];
  });

  test('the toy: the lesson’s losses, and the weights of the native engine', () => {
    expect(engine.open().state().digest).toBe(initialDigest);
    const { state, steps, snapshots, progress } = collect(engine);
    expect(steps.length).toBe(200);
    const printed = [0, 1, 2, 199].map((epoch) => steps[epoch]!.loss.toFixed(4));
    expect(printed).toEqual(['6.9713', '6.9338', '6.8965', '1.4987']);
    expect(state).toMatchObject({ step: 200, epoch: 200, finished: true, digest: trainedDigest });
    expect(progress.at(-1)!.state).toEqual({ step: 200, epoch: 200, finished: true });
    // Snapshot k is the model after k epochs: its loss is the one that epoch k prints.
    expect(snapshots.map((snapshot) => snapshot.epoch)).toEqual(Array.from({ length: 200 }, (_, k) => k + 1));
    for (let k = 1; k < 200; ++k) expect(snapshots[k - 1]!.loss).toBe(steps[k]!.loss);
  });

  test('a snapshot: labels, tokens and rows of attention that sum to 1', () => {
    const session = engine.open();
    session.train();
    const snapshot = session.snapshot();
    expect(snapshot.source).toEqual(['2', '5', '1', 'EOS']);
    expect(snapshot.target).toEqual(['4', '6', 'EOS']);
    expect(snapshot.forcedInputs).toEqual(['BOS', '4', '6']);
    expect(snapshot.decoded).toEqual(['4', '6']);
    expect(snapshot.alpha).toBeInstanceOf(Float32Array);
    expect(snapshot.alpha.length).toBe(12);
    for (let row = 0; row < 3; ++row) {
      const sum = snapshot.alpha.slice(4 * row, 4 * row + 4).reduce((a, b) => a + b, 0);
      expect(sum).toBeCloseTo(1, 5);
    }
  });

  test('a trace: every tensor has as many values as its shape says', () => {
    const session = engine.open();
    for (const regime of ['teacher', 'free'] as const) {
      const trace = session.trace(regime);
      expect(trace.regime).toBe(regime);
      expect(trace.inputs[0]).toBe(0);
      expect(trace.tensors.length).toBeGreaterThan(10);
      for (const tensor of trace.tensors) {
        expect(tensor.values).toBeInstanceOf(Float32Array);
        expect([tensor.name, tensor.values.length]).toEqual([tensor.name, tensor.shape.reduce((a, b) => a * b, 1)]);
        expect(tensor.symbol && tensor.formula).not.toBe('');
      }
    }
    const named = session.trace('teacher', '2 5 1 3', '4 6');
    expect(named).toEqual(session.trace('teacher'));
    const rows = named.tensors.filter((tensor) => tensor.name === 'dec.alpha').flatMap((tensor) => [...tensor.values]);
    expect(rows).toEqual([...session.snapshot().alpha]);
  });

  test('pause in the listener stops after that slice; training in parts gives the same weights', () => {
    const session = engine.open();
    let calls = 0;
    const stopped = session.train({
      onProgress: () => {
        ++calls;
        session.pause();
      },
    });
    expect(calls).toBe(1);
    expect(stopped.finished).toBe(false);
    expect(session.train({ steps: 3 }).step).toBe(stopped.step + 3);
    expect(session.train().digest).toBe(trainedDigest);
    expect(session.reset()).toMatchObject({ step: 0, epoch: 0, finished: false, digest: initialDigest });
    expect(session.train().digest).toBe(trainedDigest);
  });

  test('live fields change during a run, others are refused', () => {
    const session = engine.open();
    session.train({ steps: 5 });
    const state = session.configure('training.learning_rate', 0.01);
    expect(state.configuration.training!.learning_rate).toBe(0.01);
    expect(session.train().digest).not.toBe(trainedDigest);
    expect(errorOf(() => session.configure('model.hidden_size', 16)).code).toBe('invalid_state');
    expect(errorOf(() => session.configure('model.hiden_size', 16))).toMatchObject({ code: 'invalid_value' });
    expect(errorOf(() => session.configure('training.learning_rate', -1)).message).toMatch(/-1.*above 0/);
  });

  test('the table, the lesson and its hand examples', () => {
    const fields = engine.fields();
    const rate = fields.find((field) => field.name === 'training.learning_rate')!;
    expect(rate).toMatchObject({ type: 'number', default: 0.001, minimum: 0, minimumExclusive: true, live: true });
    expect(new Set(fields.map((field) => field.name)).size).toBe(fields.length);
    for (const field of fields) expect(field.sentence).toMatch(/\S.*\.$/);

    const lines = engine.lesson();
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) expect(line.label).not.toBe('');

    const input = engine.attentionInput('0');
    const steps = engine.attentionSteps(input);
    expect([input.h.length, input.Wh.length, steps.tanh.length, steps.alpha.length]).toEqual([12, 16, 12, 3]);
    expect(steps.alpha.reduce((a, b) => a + b, 0)).toBeCloseTo(steps.alphaSum, 6);
    expect(steps.largest).toBe(steps.alpha.indexOf(Math.max(...steps.alpha)));
    // A number typed by hand is used as it is, and a masked position gets exactly nothing.
    const masked = engine.attentionSteps({ ...input, masked: [false, true, false] });
    expect(masked.alpha[1]).toBe(0);
    const even = engine.attentionSteps({ ...input, v: [0, 0, 0, 0] }).alpha;
    expect(even.map(Math.fround)).toEqual([1 / 3, 1 / 3, 1 / 3].map(Math.fround));
    const nothing = engine.attentionSteps({ ...input, masked: [true, true, true] });
    expect([nothing.alpha, nothing.context]).toEqual([
      [0, 0, 0],
      [0, 0, 0, 0],
    ]);

    expect(engine.parameterCounts(10, 6, 8)).toMatchObject({ encoder: 444, decoder: 942, total: 1386 });
    expect(engine.parameterCounts(50_000, 512, 1024).total).toBeGreaterThan(1e8);
    expect(engine.version()).toMatch(/^\d+\.\d+\.\d+$/);
  });

  describe('bad input is an Error with name, code and text, and harms nothing', () => {
    test.each([
      [{ model: { hidden_size: 0 } }, /model\.hidden_size is 0; allowed/],
      [{ model: { hidden_size: -1 } }, /model\.hidden_size is -1; allowed/],
      [{ model: { hidden_size: 1e9 } }, /model\.hidden_size is 1000000000; allowed/],
      [{ model: { embedding_size: 1.5 } }, /model\.embedding_size is 1\.5; allowed/],
      [{ model: { embedding_size: '6' } }, /model\.embedding_size is "6"; allowed/],
      [{ model: { hidden_sise: 8 } }, /hidden_sise/],
      [{ modell: {} }, /modell/],
      [{ training: { learning_rate: 0 } }, /learning_rate is 0; allowed/],
      [{ training: { learning_rate: -0.5 } }, /learning_rate is -0\.5; allowed/],
      [{ training: { learning_rate: Number.NaN } }, /learning_rate is "NaN"; allowed/],
      [{ training: { learning_rate: Number.POSITIVE_INFINITY } }, /learning_rate is "Infinity"; allowed/],
      [{ training: { learning_rate: null } }, /learning_rate is null; allowed/],
      [{ training: { batch_size: 0 } }, /batch_size is 0; allowed/],
      [{ training: { seed: 'abc' } }, /seed is "abc"; allowed/],
      [{ training: { seed: '' } }, /seed is ""; allowed/],
      [{ training: { seed: '1.5' } }, /seed is "1\.5"; allowed/],
      [{ training: { seed: '18446744073709551616' } }, /seed is "18446744073709551616"; allowed/],
      [{ training: { seed: 2 ** 53 } }, /rounded; give it as text/],
      [{ model: { attention: 'luong' } }, /attention is "luong"; allowed: .*luong_dot/],
      [{ task: { kind: 'data' } }, /pairs/],
    ] as [Configuration, RegExp][])('configuration %o', (configuration, text) => {
      const error = errorOf(() => engine.open(configuration));
      expect(['invalid_value', 'invalid_data', 'invalid_state']).toContain(error.code);
      expect(error.message).toMatch(text);
      expect(engine.open().state().digest).toBe(initialDigest);
    });

    test.each([
      ['', 'invalid_data', /empty/],
      ['10', 'invalid_token', /10.*allowed.*0 to 9/],
      ['-1', 'invalid_token', /-1/],
      ['2 99999999999', 'invalid_token', /99999999999/],
      ['2 café', 'invalid_token', /café/],
    ])('source "%s"', (source, code, text) => {
      const session = engine.open();
      for (const call of [() => session.translate(source), () => session.trace('teacher', source, '4')]) {
        const error = errorOf(call);
        expect(error.code).toBe(code);
        expect(error.message).toMatch(text);
      }
      expect(errorOf(() => session.trace('teacher', '2 5', '4 11')).code).toBe('invalid_token');
      expect(session.train().digest).toBe(trainedDigest);
    });

    const calls: [string, (e: LocalEngine) => unknown][] = [
      ['a seed that is no number', (e) => e.attentionInput('zero')],
      ['source length 0', (e) => e.attentionInput('0', 0)],
      ['hidden size -4', (e) => e.attentionInput('0', 3, -4)],
      ['source length NaN', (e) => e.attentionInput('0', Number.NaN)],
      ['a huge source length', (e) => e.attentionInput('0', 1e12)],
      ['s of the wrong length', (e) => e.attentionSteps({ ...e.attentionInput('0'), s: [1] })],
      ['NaN in v', (e) => e.attentionSteps({ ...e.attentionInput('0'), v: [1, 2, Number.NaN, 3] })],
      ['temperature 0', (e) => e.attentionSteps({ ...e.attentionInput('0'), temperature: 0 })],
      ['no attention input at all', (e) => e.attentionSteps({} as never)],
      ['an unknown score', (e) => e.attentionSteps(e.attentionInput('0'), 'dot' as never)],
      ['V 0', (e) => e.parameterCounts(0, 6, 8)],
      ['E 6.5', (e) => e.parameterCounts(10, 6.5, 8)],
      ['H 1e10', (e) => e.parameterCounts(10, 6, 1e10)],
      ['no text', (e) => e.open().translate(undefined as never)],
      ['an unknown regime', (e) => e.open().trace('forced' as never)],
      ['steps -1', (e) => e.open().train({ steps: -1 })],
      ['steps NaN', (e) => e.open().train({ steps: Number.NaN })],
      ['a value that is undefined', (e) => e.open().configure('training.learning_rate', undefined)],
      ['pairs that are no text', (e) => e.open({}, 5 as never)],
    ];
    test.each(calls)('%s', (_name, call) => {
      expect(errorOf(() => call(engine)).code).toMatch(/^invalid_/);
    });

    test('limits are those of what computes, the same however it is asked', () => {
      const e = engine;
      const message = (call: () => unknown) => errorOf(call).message;
      expect(e.attentionInput('0', 256, 1).h.length).toBe(256);
      expect(message(() => e.attentionInput('0', 257, 1))).toBe('source_length is 257; allowed: 1 to 256');
      expect(message(() => e.attentionInput('0', 3, 0))).toBe('hidden_size is 0; allowed: 1 to 256');
      const sizes = { sourceLength: 257, hiddenSize: 1 };
      expect(message(() => e.attentionSteps({ ...e.attentionInput('0'), ...sizes }))).toBe(
        'source_length is 257; allowed: 1 to 256',
      );
      expect(e.parameterCounts(1e7, 1, 1).encoder).toBe(1e7 + 12);
      expect(message(() => e.parameterCounts(1e7 + 1, 1, 1))).toBe('V is 10000001; allowed: 1 to 10000000');
      expect(message(() => e.forcingComparison('1', 101))).toBe('the number of seeds is 101; allowed: 1 to 100');
      expect(message(() => e.open().translations('2 5', 0))).toBe('the number of outputs is 0; allowed: 1 or more');
    });

    test('a learning rate of 1e9 stops with the cause; the model stays usable', () => {
      const session = engine.open({ training: { learning_rate: 1e9 } });
      const error = errorOf(() => session.train());
      expect(error.code).toBe('not_finite');
      expect(error.message).toMatch(/step \d+.*1000000000|1000000000.*step \d+/);
      expect(Number.isFinite(session.snapshot().loss)).toBe(true);
      expect(session.reset().digest).toBe(initialDigest);
      session.configure('training.learning_rate', 0.001);
      expect(session.train().digest).toBe(trainedDigest);
    });

    test('a disposed session says so', () => {
      const session = engine.open();
      session.dispose();
      session.dispose();
      expect(errorOf(() => session.state())).toMatchObject({ code: 'invalid_state' });
      expect(errorOf(() => session.train()).message).toMatch(/disposed/);
    });
  });

  test('seeds are used exactly as written (C65)', () => {
    const digest = (seed: string) => {
      const state = engine.open({ training: { seed } }).state();
      expect(state.configuration.training!.seed).toBe(seed); // shown and stored unchanged
      return state.digest;
    };
    expect(digest('9007199254740993')).toBe(digest('1')); // 2^53 + 1: the low 32 bits are 1
    expect(digest('9007199254740993')).not.toBe(digest('9007199254740992'));
    expect(digest('-1')).toBe(digest('18446744073709551615'));
    expect(digest('-1')).toBe(digest('4294967295'));
    expect(engine.attentionInput('9007199254740993')).toEqual(engine.attentionInput('1'));
    expect(engine.open({ training: { seed: 9007199254740993n } }).state().digest).toBe(digest('1'));
  });

  test('texts cross unchanged (C66)', () => {
    const text = 'café 👩‍🚀 a\0b';
    const session = engine.open(
      { task: { kind: 'data', validation_share: 0, test_share: 0 } },
      `${text.replace('\0', '')}\tx\n`,
    );
    const translation = session.translate(text);
    // Blanks are shown as ␣; nothing else is touched.
    const letters = translation.source.filter((letter) => letter !== 'EOS').map((letter) => letter.replace('␣', ' '));
    expect(letters.join('')).toBe(text);
    expect(letters).toContain('👩‍🚀');
    expect('👩‍🚀'.length).toBe(5);
    expect(errorOf(() => engine.open().translate('2 👩‍🚀')).message).toContain('👩‍🚀');
  });

  test('own pairs may come as text or as bytes', () => {
    const configuration: Configuration = {
      task: { kind: 'data', tokeniser: 'words', validation_share: 0, test_share: 0 },
      training: { epochs: 3, batch_size: 2 },
    };
    const pairs = 'cat\tchat\r\nblack cat\tchat noir\r\nthe dog\tle chien\r\n';
    const digests = [pairs, new TextEncoder().encode(pairs), new TextEncoder().encode(`\uFEFF${pairs}`)].map(
      (given) => engine.open(configuration, given).train().digest,
    );
    expect(new Set(digests).size).toBe(1);
  });

  test('sessions do not disturb each other', () => {
    const [one, two] = [engine.open(), engine.open({ training: { seed: '7' } })];
    for (let i = 0; i < 20; ++i) {
      one.train({ steps: 10 });
      two.train({ steps: 10 });
    }
    expect(one.state().digest).toBe(trainedDigest);
    const alone = engine.open({ training: { seed: '7' } });
    expect(alone.train().digest).toBe(two.state().digest);
  });

  describe('memory', () => {
    test('growth of the memory leaves earlier copies whole (C47)', async () => {
      const fresh = await loadEngine({ build: name });
      const session = fresh.open();
      session.train();
      const { total } = fresh.memory();
      const snapshot = session.snapshot();
      const before = [...snapshot.alpha];
      const values = session.trace('teacher').tensors.map((tensor) => [...tensor.values]);
      const large = fresh.open({ model: { hidden_size: 700, embedding_size: 500 } });
      expect(fresh.memory().total).toBeGreaterThan(total + 32 * 2 ** 20);
      expect([...snapshot.alpha]).toEqual(before);
      expect([...session.snapshot().alpha]).toEqual(before);
      expect(session.trace('teacher').tensors.map((tensor) => [...tensor.values])).toEqual(values);
      large.dispose();
    });

    test('10,000 reads leave the heap as it was (C48)', () => {
      const session = engine.open();
      const read = (times: number) => {
        for (let i = 0; i < times; ++i) session.snapshot();
        session.state();
        session.translate('2 5 1 3');
        session.trace('free');
        return engine.memory();
      };
      const first = read(100);
      expect(read(10_000)).toEqual(first);
      session.dispose();
    });

    test('1,000 sessions, trained, failed and disposed, leave the heap as it was (C48)', () => {
      const use = (times: number) => {
        for (let i = 0; i < times; ++i) {
          const session = engine.open();
          session.train({ steps: 2 });
          session.snapshot();
          errorOf(() => session.translate('a long text that is refused as it holds no ids'));
          session.dispose();
          errorOf(() => engine.open({ model: { hidden_size: -i - 1 } }));
        }
        return engine.memory();
      };
      const first = use(5);
      expect(use(1000)).toEqual(first);
    });
  });
});

// Sizes that are no multiples of the kernels' widths, every kind of attention and copying.
test.each([
  {},
  { model: { hidden_size: 13, embedding_size: 7, attention: 'luong_general' } },
  { model: { hidden_size: 5, attention: 'luong_dot' }, training: { optimizer: 'sgd', learning_rate: 0.05 } },
  { model: { hidden_size: 33, embedding_size: 1, attention: 'none' } },
  { training: { forcing: { schedule: 'linear', linear_steps: 20 } } },
  {
    task: { kind: 'reverse', examples: 40 },
    model: { hidden_size: 19, embedding_size: 10 },
    training: { batch_size: 7, epochs: 2, clip_norm: 1, loss: 'mean', forcing: { schedule: 'inverse_sigmoid' } },
  },
  {
    task: { kind: 'names', examples: 30, tokeniser: 'words' },
    model: { hidden_size: 11, copy: 'pointer_generator' },
    training: { batch_size: 3, epochs: 2, optimizer: 'adamw', weight_decay: 0.01 },
  },
] as Configuration[])('SIMD and scalar agree to the bit: %j', (given) => {
  const configuration = { ...given, training: { epochs: 40, ...given.training } };
  const [simd, scalar] = names.map((name) => collect(engines[name], configuration));
  expect(simd!.state).toEqual(scalar!.state);
  expect(simd!.steps).toEqual(scalar!.steps);
  expect(simd!.session.snapshot()).toEqual(scalar!.session.snapshot());
  expect(simd!.session.trace('free')).toEqual(scalar!.session.trace('free'));
});

test('SIMD and scalar agree on the whole lesson', () => {
  expect(engines.simd.lesson()).toEqual(engines.scalar.lesson());
});
