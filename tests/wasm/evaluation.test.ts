// Evaluations, several outputs, checks and programs: what crosses, in both builds. Numbers are tested natively.
import { beforeAll, describe, expect, test } from 'vitest';
import { type LocalEngine, loadEngine, type Session } from '../../wasm/node';
import type { Configuration } from '../../wasm/protocol';
import { errorOf } from './support';

const reverse: Configuration = {
  task: { kind: 'reverse', examples: 60, validation_share: 0.25, test_share: 0.1 },
  model: { hidden_size: 13, embedding_size: 7 },
  training: { batch_size: 5, epochs: 2 },
  decoding: { beam: 3, max_length: 9 },
};

describe.each(['simd', 'scalar'] as const)('%s build', (build) => {
  let engine: LocalEngine;
  let session: Session;
  beforeAll(async () => {
    engine = await loadEngine({ build });
    session = engine.open(reverse);
    session.train();
  });

  test('an evaluation: the parts’ sizes, shares that are shares, one text a pair', () => {
    expect((['train', 'validation', 'test'] as const).map((part) => session.partSize(part))).toEqual([39, 15, 6]);
    const before = session.state();
    for (const part of ['train', 'validation', 'test'] as const) {
      const report = session.evaluate(part);
      expect(report.pairs).toBe(session.partSize(part));
      expect(report.texts.length).toBe(report.pairs);
      expect(report.perplexity).toBeCloseTo(Math.exp(report.loss), 6);
      for (const share of [report.forcedAccuracy, report.freeAccuracy, report.exactMatch, report.bleu.score]) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }
      const [sum, forced] = report.positions.reduce((a, p) => [a[0]! + p.tokens, a[1]! + p.forced], [0, 0]);
      expect(sum).toBe(report.tokens);
      expect(forced! / sum!).toBeCloseTo(report.forcedAccuracy, 12);
      for (const { tokens, forced, free, forcedAccuracy, freeAccuracy } of report.positions) {
        expect(forcedAccuracy * tokens).toBeCloseTo(forced, 9);
        expect(freeAccuracy * tokens).toBeCloseTo(free, 9);
      }
      expect(report.bleu.signature).toContain('BLEU-4');
    }
    expect(session.evaluate()).toEqual(session.evaluate('test'));
    expect(session.state()).toEqual(before);
    const text = session.evaluate('test').texts[0]!;
    expect(session.translate(text.source).text).toBe(text.output);
  });

  test('an evaluation of other pairs, as text or bytes; progress from it, and its end at a word', () => {
    const pairs = 'abc\tcba\nbca\tacb\n';
    const fractions: number[] = [];
    const report = session.evaluate({ pairs }, { onProgress: (fraction) => fractions.push(fraction) });
    expect(report.texts.map((one) => one.source)).toEqual(['abc', 'bca']);
    expect(fractions.at(-1)).toBe(1);
    expect(session.evaluate({ pairs: new TextEncoder().encode(pairs) })).toEqual(report);
    const many = { pairs: Array.from({ length: 200 }, (_, i) => `${i}a\ta${i}\n`).join('') };
    let heard = 0;
    const ended = errorOf(() => session.evaluate(many, { onProgress: () => ++heard < 2 }));
    expect([ended.code, heard]).toEqual(['cancelled', 2]);
    const mine = new Error('mine');
    expect(() =>
      session.evaluate(
        { pairs },
        {
          onProgress: () => {
            throw mine;
          },
        },
      ),
    ).toThrow(mine);
    expect(session.evaluate({ pairs })).toEqual(report);
  });

  test('several outputs by falling score; every output there is, the search’s best among them', () => {
    const list = session.translations('abc', 3);
    expect(list.length).toBe(3);
    expect(list[0]).toEqual(session.translate('abc'));
    const scores = list.map((one) => one.score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    const toy = engine.open({ decoding: { max_length: 4 } });
    const all = toy.everyTranslation('2 5 1 3', 5);
    expect(all.length).toBe(5);
    expect(all[0]!.score).toBeGreaterThanOrEqual(toy.translate('2 5 1 3').score);
  });

  test('what reading own pairs met', () => {
    const pairs = 'a b;c d\n;nothing\nlonely\ne;f;more\na b;c d\n';
    const own = engine.open({ task: { kind: 'data', tokeniser: 'words', validation_share: 0, test_share: 0 } }, pairs);
    expect(own.corpusReport()).toMatchObject({
      separator: 'semicolon',
      encoding: 'UTF-8',
      hadHeader: false,
      skippedEmpty: 1,
      skippedOneColumn: 1,
      extraColumns: 1,
      skippedRows: [2, 3],
      repeatedSources: 1,
      leakedSources: 0,
    });
    expect(own.partSize('train')).toBe(3);
  });

  test('tasks, and BLEU of texts', () => {
    const names = engine.tasks().map((task) => task.name);
    expect(names).toEqual(expect.arrayContaining(['lesson', 'copy', 'reverse', 'names', 'data']));
    for (const task of engine.tasks()) expect(task.sentence).not.toBe('');
    const bleu = engine.bleu(['the cat sat on the mat', 'a dog'], ['the cat sat on the mat', ['one dog', 'a dog']]);
    expect(bleu).toMatchObject({ score: 1, brevityPenalty: 1, matches: [8, 6, 4, 3], zeroBecause: '' });
    const none = engine.bleu(['a b c d'], ['a x y z'], { smoothing: 'exp', order: 2, tokeniser: 'words' });
    expect(none.precisions).toEqual([0.25, 1 / 6]);
    expect(none.signature).toContain('BLEU-2');
  });

  test('gradients: in the trace, in the check, in the dump', () => {
    const toy = engine.open();
    const names = (tensors: { name: string }[]) => tensors.map((tensor) => tensor.name);
    const plain = toy.trace('teacher');
    expect(plain).toMatchObject({ source: [2, 5, 1, 3], target: [4, 6, 3] });
    const full = toy.trace('teacher', undefined, undefined, { gradients: true });
    expect(names(full.tensors).slice(0, plain.tensors.length)).toEqual(names(plain.tensors));
    const gradients = full.tensors.slice(plain.tensors.length);
    expect(gradients.every((tensor) => tensor.name.startsWith('grad.'))).toBe(true);
    expect(gradients.reduce((sum, tensor) => sum + tensor.values.length, 0)).toBe(toy.parameterCount);
    const named = toy.trace('teacher', '2 5 1 3', '4 6', { gradients: true });
    expect(named).toEqual(full);

    const report = toy.checkGradients({ entries: 5 });
    expect(report.agrees).toBe(true);
    expect(report.parameters.length).toBe(gradients.length);
    expect(report.parameters.every((one) => one.checked <= 5 && one.relativeError < report.tolerance)).toBe(true);
    expect(toy.checkGradients({ source: '2 5 1 3', target: '4 6', entries: 5 })).toEqual(report);

    const dump = toy.dump();
    expect(dump).toBeInstanceOf(Uint8Array);
    expect(toy.dump({ source: '2 5 1 3', target: '4 6' })).toEqual(dump);
    const length = Number(new DataView(dump.buffer).getBigUint64(0, true));
    const header = JSON.parse(new TextDecoder().decode(dump.slice(8, 8 + length)));
    expect(Object.keys(header)).toEqual(expect.arrayContaining(['dec.fc.bias', 'enc.out', 'grad.dec.fc.bias']));
  });

  test('a PyTorch program that names its weights file', () => {
    const program = session.pytorchProgram('mine.safetensors');
    expect(program).toContain('mine.safetensors');
    expect(program).toContain('import torch');
    expect(session.pytorchProgram()).toContain('model.safetensors');
  });

  const refused: [string, (e: LocalEngine, s: Session) => unknown, RegExp][] = [
    ['an unknown part', (_, s) => s.evaluate('all' as never), /part is "all"; allowed: train, validation, test/],
    ['no pairs', (_, s) => s.evaluate({} as never), /pairs is undefined; allowed: a text, a Uint8Array/],
    ['null', (_, s) => s.evaluate(null as never), /what is evaluated is null; allowed: an object/],
    ['pairs without a column', (_, s) => s.evaluate({ pairs: 'abc\n' }), /column/],
    ['a part without pairs', (e) => e.open().evaluate('test'), /pair/],
    ['other pairs for the toy', (e) => e.open().evaluate({ pairs: '2\t4\n' }), /one pair only/],
    ['the size of an unknown part', (_, s) => s.partSize('rest' as never), /part is "rest"; allowed/],
    ['no outputs', (_, s) => s.translations('abc', 0), /number of outputs is 0; allowed: 1 or more/],
    ['outputs and a half', (_, s) => s.translations('abc', 1.5), /count is 1\.5.*; allowed/],
    ['an exhaustive search too large', (_, s) => s.everyTranslation('abc', 1), /./],
    ['gradients without a target', (_, s) => s.trace('free', 'abc', undefined, { gradients: true }), /gradients need/],
    ['entries', (_, s) => s.checkGradients({ entries: -1 }), /entries is -1; allowed/],
    ['a tolerance', (_, s) => s.checkGradients({ tolerance: Number.NaN }), /tolerance is NaN; allowed: 0 to 1/],
    ['a target alone', (_, s) => s.dump({ target: 'cba' }), /source is undefined; allowed/],
    ['an empty source', (_, s) => s.dump({ source: ' ', target: 'cba' }), /source is empty/],
    ['a weights file', (_, s) => s.pytorchProgram(5 as never), /weights file is 5; allowed: a text/],
    ['no hypotheses', (e) => e.bleu([], []), /hypotheses is \[\]; allowed/],
    ['an order', (e) => e.bleu(['a'], ['a'], { order: 17 }), /order is 17; allowed: .*1 to 16/],
  ];
  test.each(refused)('refused by name: %s', (_name, call, message) => {
    const error = errorOf(() => call(engine, session));
    expect(error.code).toMatch(/^invalid_/);
    expect(error.message).toMatch(message);
  });
});

test('SIMD and scalar evaluate to the same bits', async () => {
  const reports = await Promise.all(
    (['simd', 'scalar'] as const).map(async (build) => {
      const session = (await loadEngine({ build })).open(reverse);
      session.train();
      return [session.evaluate('train'), session.checkGradients({ entries: 3 }), [...session.dump()]];
    }),
  );
  expect(reports[0]).toEqual(reports[1]);
});
