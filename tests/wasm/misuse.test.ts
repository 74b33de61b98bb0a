// Calls with what no call takes, and calls at the wrong time: each is refused, and what was open goes on.
import { beforeAll, describe, expect, test } from 'vitest';
import { type LocalEngine, loadEngine, type Session } from '../../wasm/node';
import { whenBroken } from '../../wasm/values';
import { errorOf } from './support';

// biome-ignore lint/suspicious/noExplicitAny: what a caller without types can hand in
type Any = any;

const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;
const wrongJson = {
  toJSON() {
    throw new RangeError('not today');
  },
};

const ofEngine: [string, (engine: Any) => unknown, string?][] = [
  ['attentionSteps without input', (engine) => engine.attentionSteps()],
  ['attentionSteps of a number', (engine) => engine.attentionSteps(7)],
  ['attentionContext of null', (engine) => engine.attentionContext(null)],
  ['coins without a throw', (engine) => engine.coins()],
  ['copyMixture of a text', (engine) => engine.copyMixture('copy')],
  ['forwardCost without sizes', (engine) => engine.forwardCost()],
  ['forwardCost of one size', (engine) => engine.forwardCost({ B: 1 })],
  ['open of null', (engine) => engine.open(null)],
  ['open of what turns in a circle', (engine) => engine.open(cyclic)],
  ['open of what does not let itself be written', (engine) => engine.open(wrongJson)],
  ['pairs that are a number', (engine) => engine.open({ task: { kind: 'data' } }, 5)],
  ['load of a text', (engine) => engine.load('model')],
  ['bleu of NaN', (engine) => engine.bleu([Number.NaN], [Number.NaN])],
  ['bleu against NaN', (engine) => engine.bleu(['a b'], [['a b', Number.NaN]])],
  ['bleu without lists', (engine) => engine.bleu()],
  ['a seed that is a symbol', (engine) => engine.attentionInput(Symbol('seed'))],
];

const ofSession: [string, (session: Any) => unknown, string?][] = [
  ['train of a number', (session) => session.train(5)],
  ['train with no function to hear', (session) => session.train({ onProgress: 3 })],
  ['evaluate null', (session) => session.evaluate(null)],
  ['evaluate a number', (session) => session.evaluate(3)],
  ['evaluate with no function to hear', (session) => session.evaluate('train', { onProgress: 3 })],
  ['translate half a character', (session) => session.translate('a\ud83d'), 'invalid_data'],
  ['translate the other half', (session) => session.translate('\ude00b'), 'invalid_data'],
  ['translate without a text', (session) => session.translate()],
  ['decodeSteps of NaN', (session) => session.decodeSteps(Number.NaN)],
  ['decodeSteps with half a character put in', (s) => s.decodeSteps('2 5', { inputs: ['\ud83d'] }), 'invalid_data'],
  ['exportModel of a text', (session) => session.exportModel('yes')],
  ['trace without a regime', (session) => session.trace()],
  ['dump of a number', (session) => session.dump(4)],
  ['configure without a name', (session) => session.configure(undefined, 1)],
  ['configure to what turns in a circle', (session) => session.configure('training.learning_rate', cyclic)],
  ['importWeights of nothing', (session) => session.importWeights()],
];

describe.each(['simd', 'scalar'] as const)('%s build', (build) => {
  let engine: LocalEngine;
  let session: Session;
  beforeAll(async () => {
    engine = await loadEngine({ build });
    session = engine.open();
    session.train({ steps: 3 });
  });

  test.each(ofEngine)('%s is refused', (_, call, code = 'invalid_value') => {
    expect(errorOf(() => call(engine))).toMatchObject({ code });
    expect(session.state().step).toBe(3);
  });

  test.each(ofSession)('%s is refused', (_, call, code = 'invalid_value') => {
    const before = session.state();
    expect(errorOf(() => call(session))).toMatchObject({ code });
    expect(session.state()).toEqual(before);
  });

  test('null stands for options that are left out', () => {
    const any = session as Any;
    expect(any.exportModel(null).length).toBe(session.exportModel().length);
    expect(any.trace('teacher', '2 5', '3', null).tensors.length).toBeGreaterThan(0);
    expect(any.checkGradients(null)).toEqual(session.checkGradients());
  });

  test('what is called back while the engine works cannot pull its frames away', () => {
    const own = engine.open();
    const refused: unknown[] = [];
    const attempts: (() => unknown)[] = [
      () => own.reset(),
      () => own.train({ steps: 1 }),
      () => own.evaluate('train'),
      () => engine.open(),
      () => engine.version(),
    ];
    const report = own.evaluate('train', {
      onProgress() {
        for (const attempt of attempts) refused.push(errorOf(attempt));
        own.dispose();
      },
    });
    expect(report.loss).toBeGreaterThan(0);
    expect(refused.length).toBeGreaterThanOrEqual(attempts.length);
    for (const error of refused) expect(error).toMatchObject({ code: 'invalid_state' });
    expect(errorOf(() => own.state())).toMatchObject({ code: 'invalid_state' });
    expect(engine.open().state().step).toBe(0);
  });

  test('what a listener throws is thrown on as it is, and the engine is whole', () => {
    let broken = 0;
    whenBroken(() => ++broken);
    for (const mine of [new Error('mine'), new RangeError('mine'), 'mine', undefined]) {
      const thrown: unknown[] = [];
      try {
        session.evaluate('train', {
          onProgress() {
            throw mine;
          },
        });
      } catch (error) {
        thrown.push(error);
      }
      expect(thrown).toEqual([mine]);
    }
    whenBroken(() => {});
    expect(broken).toBe(0);
    expect(session.evaluate('train').loss).toBeGreaterThan(0);
  });

  test('a session that ends itself while it is evaluated is freed', () => {
    const once = () => {
      const own = engine.open({ model: { hidden_size: 64 } });
      own.evaluate('train', { onProgress: () => own.dispose() });
    };
    once();
    const { inUse } = engine.memory();
    once();
    once();
    expect(engine.memory().inUse).toBe(inUse);
  });

  test('tokens that read as numbers stay texts, and numbers that JSON lacks stay numbers', () => {
    const pairs = 'one two\tInfinity\nthree\tNaN\nfour five\t-Infinity\n';
    const task = { kind: 'data', tokeniser: 'words', validation_share: 0, test_share: 0 } as const;
    const own = engine.open({ task, training: { epochs: 1 } }, pairs);
    const targets = own.evaluate('train').texts.map((one) => one.target);
    expect([...targets].sort()).toEqual(['-Infinity', 'Infinity', 'NaN']);
    const bytes = new TextEncoder().encode(pairs);
    const evaluated = own.evaluate({ pairs: bytes.buffer });
    expect(evaluated.texts.map((one) => one.target).sort()).toEqual(['-Infinity', 'Infinity', 'NaN']);
    const infinite = engine.attentionSteps({
      ...engine.attentionInput('0'),
      masked: [false, true, false],
    });
    expect(JSON.stringify(infinite)).not.toContain('Infinity"');
  });

  test('what is too large for WebAssembly’s memory is refused before it is copied', () => {
    const { total } = engine.memory();
    const large = new Uint8Array(512 * 1024 * 1024 + 1);
    for (const call of [
      () => engine.load(large),
      () => session.importWeights(large.buffer),
      () => engine.open({ task: { kind: 'data' } }, large),
    ]) {
      expect(errorOf(call).message).toMatch(/has 536870913 bytes; allowed: at most 536870912/);
    }
    expect(engine.memory().total).toBe(total);
    expect(session.state().step).toBe(3);
  });
});
