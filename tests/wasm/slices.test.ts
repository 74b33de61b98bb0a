// The cutting of a run into slices, with a clock and a session that the test moves.
import { expect, test } from 'vitest';
import { loadEngine } from '../../wasm/node';
import type { Snapshot, StepReport } from '../../wasm/protocol';
import type { Session } from '../../wasm/session';
import { type Slice, Slicer, sliceMilliseconds } from '../../wasm/slices';

class Scripted {
  time = 0;
  done = 0;
  looks: number[] = [];
  longest = 0;
  constructor(
    readonly total: number,
    readonly epochSteps: number,
    readonly stepCost: number,
    readonly parameterCount = 100,
    readonly lookCost = 0,
  ) {}
  get finished() {
    return this.done >= this.total;
  }
  advance(steps: number): StepReport[] {
    const reports: StepReport[] = [];
    while (reports.length < steps && !this.finished) {
      this.time += this.stepCost;
      const step = this.done++;
      const epochEnds = this.done % this.epochSteps === 0;
      const epoch = Math.floor(step / this.epochSteps);
      reports.push({ step, epoch, epochEnds, loss: 0, epsilon: 1, gradientNorm: 0, epochLoss: 0 });
      if (epochEnds) break;
    }
    this.longest = Math.max(this.longest, reports.length);
    return reports;
  }
  snapshot() {
    this.time += this.lookCost;
    this.looks.push(this.done);
    return { step: this.done } as Snapshot;
  }
}

function trainAll(scripted: Scripted, limit = Number.POSITIVE_INFINITY) {
  const slicer = new Slicer(scripted as unknown as Session, limit, () => scripted.time);
  const slices: (Slice & { milliseconds: number })[] = [];
  while (!slicer.done) {
    const slice: Slice = { steps: [], snapshots: [] };
    const before = scripted.time;
    slicer.run(slice);
    slices.push({ ...slice, milliseconds: scripted.time - before });
    expect(slice.steps.length).toBeGreaterThan(0);
  }
  return slices;
}

test('every step is done once, in order, whatever its cost', () => {
  for (const cost of [0, 0.003, 0.7, 5, 100]) {
    const slices = trainAll(new Scripted(500, 7, cost));
    expect(slices.flatMap((slice) => slice.steps.map((step) => step.step))).toEqual([...Array(500).keys()]);
  }
});

test('a slice ends about when its time is over', () => {
  for (const cost of [0.001, 0.01, 0.1, 1]) {
    const slices = trainAll(new Scripted(20_000, 50, cost));
    expect(slices.length).toBeGreaterThan(1);
    for (const { milliseconds } of slices) expect(milliseconds).toBeLessThanOrEqual(sliceMilliseconds + cost);
  }
});

test('a step that is longer than a slice is a slice of its own', () => {
  const slices = trainAll(new Scripted(5, 5, 100));
  expect(slices.map((slice) => slice.steps.length)).toEqual([1, 1, 1, 1, 1]);
});

test('the limit is kept', () => {
  const scripted = new Scripted(1000, 10, 0.01);
  trainAll(scripted, 37);
  expect(scripted.done).toBe(37);
});

test('a small model is looked at after every epoch', () => {
  const scripted = new Scripted(60, 4, 1, 20_000, 3);
  const slices = trainAll(scripted);
  expect(scripted.looks).toEqual(Array.from({ length: 15 }, (_, k) => 4 * (k + 1)));
  expect(slices.flatMap((slice) => slice.snapshots.map((snapshot) => snapshot.step))).toEqual(scripted.looks);
});

test('a large model is looked at at intervals and at the end', () => {
  const scripted = new Scripted(4000, 4, 1, 20_001, 5);
  const slices = trainAll(scripted);
  expect(scripted.looks.length).toBeLessThan(60); // 4 s of work, one look in at least 100 ms
  expect(scripted.looks.length).toBeGreaterThan(20);
  expect(scripted.looks.at(-1)).toBe(4000);
  for (const slice of slices) expect(slice.snapshots.length).toBeLessThanOrEqual(1);
});

test('what came before a failing step is kept', () => {
  const scripted = new Scripted(100, 1, 0.1);
  const advance = scripted.advance.bind(scripted);
  scripted.advance = (steps) => {
    if (scripted.done === 12) throw new Error('loss became NaN');
    return advance(steps);
  };
  const slice: Slice = { steps: [], snapshots: [] };
  const slicer = new Slicer(scripted as unknown as Session, 100, () => scripted.time);
  expect(() => slicer.run(slice)).toThrow('loss became NaN');
  expect(slice.steps.length).toBe(12);
  expect(slice.snapshots.length).toBe(12);
});

test('the steps that are left are those of the configuration, or those asked for', async () => {
  const engine = await loadEngine();
  const task = { kind: 'reverse', examples: 45, validation_share: 0.2, test_share: 0 };
  for (const training of [
    { batch_size: 11, epochs: 3 },
    { batch_size: 1, epochs: 2 },
    { batch_size: 7, epochs: 0, steps: 17 },
  ]) {
    const session = engine.open({ task, training });
    session.advance(2);
    const slicer = new Slicer(session, Number.POSITIVE_INFINITY);
    const { stepsLeft } = slicer;
    const before = session.state().step;
    expect(session.train().step - before).toBe(stepsLeft);
    expect(slicer.stepsLeft).toBe(0);
    session.reset();
    expect(new Slicer(session, 5).stepsLeft).toBe(5);
  }
});
