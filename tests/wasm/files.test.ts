// Models as files, in both builds: they leave, come back, go on bit for bit; damaged ones are refused and harm nothing.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { type LocalEngine, loadEngine } from '../../wasm/node';
import type { Configuration } from '../../wasm/protocol';
import { errorOf } from './support';

const fixtures = process.env.SEQ2SEQ_FIXTURES ?? fileURLToPath(new URL('../fixtures', import.meta.url));
const folder = `${fixtures}/safetensors`;
interface Expected {
  file: string;
  expect: string; // "load", "refuse", or either
}
const { files } = JSON.parse(readFileSync(`${folder}/expected.json`, 'utf8')) as { files: Expected[] };
const bytesOf = (name: string) => new Uint8Array(readFileSync(`${folder}/${name}`));

const ragged: Configuration = {
  task: { kind: 'names', examples: 30, tokeniser: 'words' },
  model: { hidden_size: 11, embedding_size: 5, copy: 'pointer_generator' },
  training: { batch_size: 4, epochs: 3, forcing: { schedule: 'linear', linear_steps: 3, prediction: 'sample' } },
};

describe.each(['simd', 'scalar'] as const)('%s build', (build) => {
  let engine: LocalEngine;
  beforeAll(async () => {
    engine = await loadEngine({ build });
  });

  test.each([{}, ragged])('a resumable file goes on bit for bit from the middle of an epoch: %j', (configuration) => {
    const whole = engine.open(configuration);
    const cut = engine.open(configuration);
    cut.train({ steps: 9 });
    const file = cut.exportModel({ resumable: true });
    expect(file).toBeInstanceOf(Uint8Array);
    const resumed = engine.load(file);
    expect(resumed.state()).toEqual(cut.state());
    expect(resumed.train()).toEqual(whole.train());
    expect(resumed.snapshot()).toEqual(whole.snapshot());
  });

  test('a plain file has the weights and begins its run anew; growth of the memory leaves it whole', async () => {
    const session = engine.open();
    session.train();
    const file = session.exportModel();
    const copy = [...file];
    const fresh = await loadEngine({ build });
    const loaded = fresh.load(file.buffer);
    fresh.open({ model: { hidden_size: 700, embedding_size: 500 } });
    expect([...file]).toEqual(copy);
    expect(loaded.state()).toMatchObject({ step: 0, epoch: 0, digest: session.state().digest });
    expect(loaded.translate('2 5 1 3')).toEqual(session.translate('2 5 1 3'));
    expect([...loaded.exportModel()]).toEqual(copy);
  });

  test('a model of own pairs translates without them, and learns only with them', () => {
    const pairs = 'cat\tchat\nblack cat\tchat noir\nthe dog\tle chien\n';
    const configuration: Configuration = {
      task: { kind: 'data', tokeniser: 'words', validation_share: 0, test_share: 0 },
      training: { epochs: 2 },
    };
    const session = engine.open(configuration, pairs);
    session.train({ steps: 2 });
    const file = session.exportModel({ resumable: true });
    const without = engine.load(file);
    expect(without.translate('black cat')).toEqual(session.translate('black cat'));
    expect(errorOf(() => without.snapshot()).code).toBe('invalid_state');
    expect(engine.load(file, pairs).train()).toEqual(session.train());
  });

  test('weights alone replace those of a session, and reset goes back to them', () => {
    const trained = engine.open();
    trained.train();
    const session = engine.open({ training: { seed: '7' } });
    const { digest } = trained.state();
    expect(session.importWeights(trained.exportModel())).toMatchObject({ digest, step: 0 });
    session.train({ steps: 3 });
    expect(session.reset().digest).toBe(digest);
    const other = engine.open({ model: { hidden_size: 5 } });
    const before = other.state();
    const error = errorOf(() => other.importWeights(trained.exportModel()));
    expect(error).toMatchObject({ code: 'invalid_file' });
    expect(error.message).toMatch(/enc\.gru\.weight_hh_l0/);
    expect(other.state()).toEqual(before);
  });

  test.each(files)('weights from $file: $expect', ({ file, expect: wanted }) => {
    const bytes = bytesOf(file);
    const session = engine.open();
    session.train({ steps: 3 });
    const before = session.state();
    const snapshot = session.snapshot();
    let refused = false;
    try {
      session.importWeights(bytes);
    } catch {
      refused = true;
    }
    if (wanted === 'load' || wanted === 'refuse') expect(refused).toBe(wanted === 'refuse');
    if (refused) {
      expect(errorOf(() => session.importWeights(bytes)).code).toMatch(/^invalid_|^not_finite/);
      expect(session.state()).toEqual(before);
      expect(session.snapshot()).toEqual(snapshot);
      expect(session.train({ steps: 1 }).step).toBe(4);
    } else {
      expect(session.state().step).toBe(0);
    }
    // None of them is a whole model: what a model file needs besides its weights is missing.
    expect(errorOf(() => engine.load(bytes)).code).toMatch(/^invalid_/);
  });

  test.each([
    ['no file', (e: LocalEngine) => e.load(undefined as never), /model file is undefined; allowed: a Uint8Array/],
    ['a list', (e: LocalEngine) => e.load([1, 2] as never), /model file is a list; allowed/],
    ['an empty file', (e: LocalEngine) => e.load(new Uint8Array()), /./],
    ['text', (e: LocalEngine) => e.open().importWeights('abc' as never), /weights file is abc; allowed/],
    ['a model cut short', (e: LocalEngine) => e.load(e.open().exportModel().slice(0, -9)), /./],
    ['pairs of a wrong type', (e: LocalEngine) => e.load(e.open().exportModel(), 5 as never), /pairs is 5; allowed/],
    ['pairs for the toy', (e: LocalEngine) => e.load(e.open().exportModel(), 'a\tb\n'), /pairs/],
  ])('refused: %s', (_name, call, message) => {
    const error = errorOf(() => call(engine));
    expect(error.code).toMatch(/^invalid_/);
    expect(error.message).toMatch(message);
  });

  test('100 exports and imports leave the heap as it was', () => {
    const session = engine.open();
    const file = session.exportModel({ resumable: true });
    const use = (times: number) => {
      for (let i = 0; i < times; ++i) {
        const loaded = engine.load(file);
        loaded.importWeights(loaded.exportModel());
        errorOf(() => engine.load(file.slice(0, 100)));
        loaded.dispose();
      }
      return engine.memory();
    };
    const first = use(5);
    expect(use(100)).toEqual(first);
  });
});
