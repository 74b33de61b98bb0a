// Every call of a session through the worker gives what it gives in Node; errors keep their code on the way.
import { beforeAll, expect, test } from 'vitest';
import { type LocalEngine, loadEngine } from '../../wasm/node';
import { clientPage } from './client-page';
import type { Client } from './worker-page/page';

// What page.evaluate's functions see.
declare const client: Client;

const site = clientPage();
const configuration = {
  task: { kind: 'names', examples: 30 },
  model: { hidden_size: 11, embedding_size: 5, copy: 'pointer_generator' },
  training: { batch_size: 4, epochs: 2 },
};
const toy = { decoding: { max_length: 3 } };
const pairs = 'i met zork\tzork\nwho is blip\tblip\n';

let engine: LocalEngine;
beforeAll(async () => {
  engine = await loadEngine();
});

test('what a session answers', async () => {
  await site.visit();
  const found = await site.page.evaluate(
    async ([configuration, toy, pairs]) => {
      const engine = await client.createEngine();
      const session = await engine.open(configuration);
      await session.train();
      const lesson = await engine.open(toy);
      const fractions: number[] = [];
      const answers = {
        evaluation: await session.evaluate(),
        others: await session.evaluate({ pairs }, { onProgress: (fraction) => fractions.push(fraction) }),
        bytes: await session.evaluate({ pairs: new TextEncoder().encode(pairs) }),
        sizes: [await session.partSize('train'), await session.partSize('validation'), await session.partSize('test')],
        corpus: await session.corpusReport(),
        program: await session.pytorchProgram('here.safetensors'),
        several: (await session.translations('i met zork', 1)).map(({ text, score }) => [text, score]),
        every: (await lesson.everyTranslation('2 5 1 3', 4)).map(({ text, score }) => [text, score]),
        gradients: await lesson.checkGradients({ entries: 3 }),
        dump: [...(await lesson.dump())],
        names: (await lesson.trace('teacher', undefined, undefined, { gradients: true })).tensors.map(
          ({ name }) => name,
        ),
        steps: await session.decodeSteps('i met zork', { inputs: [null, 'zork'], steps: 4 }),
        labels: await session.labels('i met zork'),
        file: [...(await session.exportModel({ resumable: true }))],
      };
      engine.close();
      return { answers, fractions };
    },
    [configuration, toy, pairs] as const,
  );
  const session = engine.open(configuration);
  session.train();
  const lesson = engine.open(toy);
  expect(found.answers).toEqual({
    evaluation: session.evaluate(),
    others: session.evaluate({ pairs }),
    bytes: session.evaluate({ pairs }),
    sizes: [session.partSize('train'), session.partSize('validation'), session.partSize('test')],
    corpus: session.corpusReport(),
    program: session.pytorchProgram('here.safetensors'),
    several: session.translations('i met zork', 1).map(({ text, score }) => [text, score]),
    every: lesson.everyTranslation('2 5 1 3', 4).map(({ text, score }) => [text, score]),
    gradients: lesson.checkGradients({ entries: 3 }),
    dump: [...lesson.dump()],
    names: lesson.trace('teacher', undefined, undefined, { gradients: true }).tensors.map(({ name }) => name),
    steps: session.decodeSteps('i met zork', { inputs: [null, 'zork'], steps: 4 }),
    labels: session.labels('i met zork'),
    file: [...session.exportModel({ resumable: true })],
  });
  expect(found.fractions.at(-1)).toBe(1);
});

test('what the engine answers without a session', async () => {
  await site.visit();
  const thrown = { seed: '3', rows: 2, length: 5, epsilon: 0.5 };
  const mixture = { alpha: [0.5, 0.5], pVocabulary: [0.25, 0.75], pGen: 0.5, source: [2, 2] };
  const found = await site.page.evaluate(
    async ([thrown, mixture]) => {
      const engine = await client.createEngine();
      const answers = {
        schedule: await engine.schedule({ schedule: 'linear', linear_steps: 100 }, [0, 10, 75]),
        coins: await engine.coins(thrown),
        mixture: await engine.copyMixture(mixture),
        context: await engine.attentionContext({ h: [1, 2, 3, 4], alpha: [0.25, 0.5] }),
        distances: await engine.stateDistances([[3, 0]], [[0, 4]]),
        tasks: await engine.tasks(),
        bleu: await engine.bleu(['a b c d'], [['a b c d', 'x']]),
      };
      engine.close();
      return answers;
    },
    [thrown, mixture] as const,
  );
  expect(found).toEqual({
    schedule: engine.schedule({ schedule: 'linear', linear_steps: 100 }, [0, 10, 75]),
    coins: engine.coins(thrown),
    mixture: engine.copyMixture(mixture),
    context: engine.attentionContext({ h: [1, 2, 3, 4], alpha: [0.25, 0.5] }),
    distances: [5],
    tasks: engine.tasks(),
    bleu: engine.bleu(['a b c d'], [['a b c d', 'x']]),
  });
});

test('a model file goes out and comes back; a damaged one is an error that harms nothing', async () => {
  await site.visit();
  const found = await site.page.evaluate(async () => {
    const engine = await client.createEngine();
    const session = await engine.open();
    await session.train({ steps: 50 });
    const file = await session.exportModel({ resumable: true });
    const resumed = await engine.load(file);
    const stillMine = file.length; // handed in as a copy
    const ended = [await resumed.train(), await session.train()].map((state) => state.digest);
    const fresh = await engine.open({ training: { seed: '5' } });
    const before = (await fresh.state()).digest;
    const error = await fresh.importWeights(file.slice(0, 999)).catch((error) => [error.name, error.code]);
    const loading = await engine.load(new Uint8Array(3)).catch((error) => [error.name, error.code]);
    const unchanged = (await fresh.state()).digest === before;
    const training = fresh.train().catch(() => null);
    const imported = (await fresh.importWeights(await session.exportModel())).digest;
    await training;
    engine.close();
    return { stillMine, ended, error, loading, unchanged, imported };
  });
  expect(found.stillMine).toBeGreaterThan(5000);
  expect(found.ended[0]).toBe(found.ended[1]);
  expect(found.ended[0]).toBe(engine.open().train().digest);
  expect(found.error).toEqual(['EngineError', 'invalid_file']);
  expect(found.loading).toEqual(['EngineError', 'invalid_file']);
  expect(found.unchanged).toBe(true);
  expect(found.imported).toBe(found.ended[0]);
});

test('arguments that no call takes are refused, and the worker goes on with its sessions', async () => {
  await site.visit();
  const found = await site.page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: what a page without types can hand in
    type Any = any;
    const engine: Any = await client.createEngine();
    const losses: unknown[] = [];
    engine.onLost((error: unknown) => losses.push(error));
    const session: Any = await engine.open();
    await session.train({ steps: 3 });
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const calls: (() => Promise<unknown>)[] = [
      () => engine.attentionSteps(),
      () => engine.coins(),
      () => engine.copyMixture(),
      () => engine.forwardCost(),
      () => engine.open(cyclic),
      () => engine.open({}, () => 'pairs'),
      () => engine.load(new Uint8Array(2 ** 29 + 1)),
      () => session.exportModel('no'),
      () => session.evaluate(null),
      () => session.evaluate('test', { onProgress: 'none' }),
      () => session.train({ onProgress: 7 }),
      () => session.translate('\ud83d'),
    ];
    const codes: string[] = [];
    for (const call of calls)
      codes.push(
        await call().then(
          () => 'accepted',
          (error: Any) => error.code,
        ),
      );
    const { step } = await session.state();
    const bytes = (await session.exportModel(null)).length;
    engine.close();
    return { codes, losses: losses.length, step, bytes };
  });
  expect(found.codes).toEqual([...Array<string>(11).fill('invalid_value'), 'invalid_data']);
  expect(found).toMatchObject({ losses: 0, step: 3 });
  expect(found.bytes).toBeGreaterThan(1000);
});
