// Passes with a mistake in them, through the module: both sides, and where they part.
import { expect, test } from 'vitest';
import { loadEngine } from '../../wasm/node';
import type { Mistake } from '../../wasm/protocol';

const engine = await loadEngine();

test('a padded row: without the mask PAD gets weight, with it exactly none', () => {
  const session = engine.open({ task: { kind: 'reverse', symbols: 5, examples: 40 } });
  const run = session.brokenVariant('padding_unmasked', { source: 'abc', target: 'cba', sourcePadding: 2 });
  expect(run.source).toEqual(['a', 'b', 'c', 'EOS', 'PAD', 'PAD']);
  expect(run.target).toEqual(['c', 'b', 'a', 'EOS']);
  const first = run.tensors[run.first]!;
  expect([first.name, first.step, first.agrees]).toEqual(['dec.alpha', 0, false]);
  expect(first.ours.slice(4)).toEqual([0, 0]);
  for (const weight of first.theirs.slice(4)) expect(weight).toBeGreaterThan(0.01);
  const trace = session.trace('teacher', 'abc', 'cba');
  const alpha = trace.tensors.find(({ name, step }) => name === 'dec.alpha' && step === 0)!;
  expect(first.ours.slice(0, 4)).toEqual([...alpha.values].map((value) => expect.closeTo(value, 6)));
  session.dispose();
});

test('forcing left on is fed the truth, ours what it predicted', () => {
  const session = engine.open({ training: { seed: 99 } });
  const { ours, theirs } = session.brokenVariant('forcing_left_on');
  const snapshot = session.snapshot();
  expect(ours).toEqual({ inputs: snapshot.freeInputs, predictions: snapshot.freePredictions });
  expect(theirs).toEqual({ inputs: snapshot.forcedInputs, predictions: snapshot.forcedPredictions });
  session.dispose();
});

test('what is unknown or out of range is refused by name', () => {
  const session = engine.open();
  expect(() => session.brokenVariant('typo' as Mistake)).toThrow(/the mistake is "typo"; allowed: padding_unmasked/);
  expect(() => session.brokenVariant('no_tanh', { sourcePadding: 65 })).toThrow(/65/);
  expect(() => session.brokenVariant('no_tanh', { source: '2 5' })).toThrow(/given together/);
  session.dispose();
});
