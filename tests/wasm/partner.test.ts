// Two sessions share the steps of a run out through a channel, as two workers do: the numbers are those of one alone.
import { afterEach, beforeAll, expect, test } from 'vitest';
import { type LocalEngine, loadEngine } from '../../wasm/node';
import { assist, Partner, type Patience } from '../../wasm/partner';
import type { Configuration, StepReport } from '../../wasm/protocol';
import type { Session } from '../../wasm/session';
import { errorOf } from './support';

// Batches of 7 with a last one of a single row; no two sizes agree. Coins fall for the model's own predictions.
const configuration = (shards: number, more: object = {}): Configuration => ({
  task: { kind: 'reverse', examples: 45, min_length: 1, max_length: 5, symbols: 6, validation_share: 0, test_share: 0 },
  model: { embedding_size: 5, hidden_size: 9 },
  training: {
    batch_size: 11,
    epochs: 3,
    learning_rate: 0.01,
    shards,
    forcing: { schedule: 'linear', linear_steps: 4 },
    ...more,
  },
});

let engine: LocalEngine;
beforeAll(async () => {
  engine = await loadEngine();
});
const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

function aloneDigest(shards: number, more: object = {}): string {
  return engine.open(configuration(shards, more)).train().digest;
}

function partnerOf(session: Session, patience?: Patience): { partner: Partner; copy: Session; ends: () => number } {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  const copy = engine.load(session.exportModel({ resumable: true }));
  let ended = 0;
  const end = () => {
    ended += 1;
  };
  const partner = new Partner(port1, end, patience);
  assist(copy, port2);
  return { partner, copy, ends: () => ended };
}

async function finish(session: Session, partner: Partner): Promise<StepReport[]> {
  const steps: StepReport[] = [];
  while (!session.finished) steps.push(await partner.step(session, 1));
  return steps;
}

test.each([2, 3, 5])('with %i parts a step: the weights of one worker, in both copies', async (shards) => {
  const session = engine.open(configuration(shards));
  session.train({ steps: 2 });
  const { partner, copy } = partnerOf(session);
  const steps = await finish(session, partner);
  const alone = engine.open(configuration(shards));
  const expected: StepReport[] = [];
  alone.train({ onProgress: (progress) => expected.push(...progress.steps) });
  expect(steps).toEqual(expected.slice(2));
  expect(session.state().digest).toBe(alone.state().digest);
  expect(partner.lost).toBe(false);
  await new Promise((resolve) => setTimeout(resolve)); // the copy hears of the last step
  expect(copy.state()).toMatchObject({ digest: alone.state().digest, finished: true });
});

test('a partner that goes away in the middle of a step leaves no trace', async () => {
  const session = engine.open(configuration(2));
  const { partner, ends } = partnerOf(session, { steps: 1, milliseconds: 10 });
  await partner.step(session, 1);
  ports[1]?.close(); // its worker is gone; nothing is ever said about it
  await partner.step(session, 1);
  partner.close();
  expect(ends()).toBe(1);
  expect(partner.lost).toBe(true);
  await finish(session, partner); // alone from here
  expect(session.state().digest).toBe(aloneDigest(2));
});

test('a learning rate far too high ends the run in both', async () => {
  const session = engine.open(configuration(2, { learning_rate: 1e9 }));
  const { partner } = partnerOf(session);
  await expect(finish(session, partner)).rejects.toMatchObject({ name: 'EngineError', code: 'not_finite' });
  expect(session.translate('a').tokens).toBeInstanceOf(Array);
});

test('parts out of range, of another model or missing are refused', () => {
  const session = engine.open(configuration(2));
  const { shared } = session;
  expect(errorOf(() => shared.compute(2)).message).toBe('part is 2; allowed: 0 to 1');
  expect(errorOf(() => shared.compute(0.5)).code).toBe('invalid_value');
  expect(errorOf(() => shared.finish()).code).toBe('invalid_state');
  shared.compute(0);
  expect(errorOf(() => session.advance(1)).message).toContain('begun in parts');
  shared.put(1, new Uint8Array(30));
  expect(errorOf(() => shared.finish()).message).toContain('not one of a model of these sizes');
});

test('a part that is missing from a step is not that of the step before', () => {
  const session = engine.open(configuration(2));
  const { shared } = session;
  for (const part of [0, 1]) shared.compute(part);
  shared.finish();
  shared.compute(0);
  expect(errorOf(() => shared.finish()).code).toBe('invalid_data');
  shared.giveUp();
  expect(session.train().digest).toBe(aloneDigest(2));

  // Neither is it one from before the run began anew.
  shared.giveUp();
  for (const begin of [
    () => session.reset(),
    () => session.importWeights(engine.open(configuration(2)).exportModel()),
  ]) {
    begin();
    for (const part of [0, 1]) shared.compute(part);
    begin();
    shared.compute(0);
    expect(errorOf(() => shared.finish()).code).toBe('invalid_data');
    shared.giveUp();
    expect(session.train().digest).toBe(aloneDigest(2));
  }
});

test('a step that cannot be finished is given up: the session trains on as if it had not been begun', async () => {
  const session = engine.open(configuration(2));
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  const partner = new Partner(port1, () => {});
  port2.postMessage(new Map([[1, new Uint8Array(30)]]));
  await expect(partner.step(session, 1)).rejects.toMatchObject({ code: 'invalid_data' });
  expect(session.train().digest).toBe(aloneDigest(2));
});
