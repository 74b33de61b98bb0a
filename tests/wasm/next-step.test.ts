// The next training step and the padded pass as they cross, in both builds. The numbers are tested natively.
import { beforeAll, describe, expect, test } from 'vitest';
import { type LocalEngine, loadEngine } from '../../wasm/node';
import { errorOf } from './support';

describe.each(['simd', 'scalar'] as const)('%s build', (build) => {
  let engine: LocalEngine;
  beforeAll(async () => {
    engine = await loadEngine({ build });
  });

  test('the step foretold is the step taken, and looking moves nothing', () => {
    const session = engine.open({ training: { clip_norm: 0.5, forcing: { schedule: 'linear', linear_steps: 9 } } });
    const untouched = engine.open({ training: { clip_norm: 0.5, forcing: { schedule: 'linear', linear_steps: 9 } } });
    for (let step = 0; step < 12; step += 1) {
      const next = session.nextStep();
      expect(next.report.step).toBe(step);
      expect(session.nextStep()).toEqual(next);
      expect(session.train({ steps: 1 }).digest).toBe(next.digest);
    }
    expect(session.state().digest).toBe(untouched.train({ steps: 12 }).digest);
  });

  test('what is in it', () => {
    const next = engine.open().nextStep({ tensor: 'dec.fc.weight', index: 66 });
    expect(next.report).toMatchObject({ step: 0, epoch: 0, tokens: 3, epsilon: 1 });
    expect(next.report.loss.toFixed(4)).toBe('6.9713');
    expect(next.sources).toEqual([['2', '5', '1', 'EOS']]);
    expect(next.steps).toMatchObject({
      row: [0, 0, 0],
      input: ['BOS', '4', '6'],
      own: [0, 0, 0],
      truth: ['4', '6', 'EOS'],
      prediction: ['EOS', 'BOS', 'BOS'],
    });
    expect(next.steps.probability[0]!.toFixed(4)).toBe('0.0813');
    for (const norms of [next.weights, next.gradients, next.changes]) expect(norms).toHaveLength(next.tensors.length);
    expect(next.tensors.map(({ name }) => name).slice(0, 2)).toEqual(['enc.emb.weight', 'enc.gru.weight_ih_l0']);
    expect(next.tensors[0]!.shape).toEqual([10, 6]);
    expect(next.weight).toMatchObject({ tensor: 'dec.fc.weight', index: 66, firstBefore: 0, secondBefore: 0 });
    expect([next.clipFactor, next.update]).toEqual([1, 1]);
    expect(next.stepSize).toBeCloseTo(0.01, 12);
  });

  test('what is refused', () => {
    const session = engine.open();
    expect(errorOf(() => session.nextStep({ tensor: 'dec.fc.bias', index: 10 }))).toMatchObject({
      code: 'invalid_value',
    });
    expect(errorOf(() => session.nextStep({ tensor: 'dec.fc.bias', index: Number.NaN }))).toMatchObject({
      code: 'invalid_value',
    });
    expect(errorOf(() => session.nextStep({ padding: -1 }))).toMatchObject({ code: 'invalid_value' });
    expect(errorOf(() => session.nextStep({ padding: 1.5 }))).toMatchObject({ code: 'invalid_value' });
    session.train();
    expect(errorOf(() => session.nextStep())).toMatchObject({ code: 'invalid_state' });
  });

  test('padding weighs nothing and costs nothing', () => {
    const session = engine.open();
    const { paddingWeight, paddingLoss, sources, steps } = session.nextStep({ padding: 3 });
    expect([paddingWeight, paddingLoss, sources.map(({ length }) => length)]).toEqual([0, 0, [4, 7]]);
    const alone = session.trace('teacher').tensors.filter(({ name }) => name === 'dec.loss');
    alone.forEach(({ values }, at) => {
      expect(steps.row[at]).toBe(0);
      expect(steps.loss[at]!).toBeCloseTo(values[0]!, 6);
    });
  });
});
