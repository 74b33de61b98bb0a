// What a run keeps of itself, however long it is.
import { expect, test } from 'vitest';
import type { Snapshot, StepReport } from '../../wasm/protocol';
import { History } from '../../web/program/history';
import { LossCurve } from '../../web/program/loss-curve';

const curveOf = (losses: number[]) => {
  const curve = new LossCurve();
  losses.forEach((y, x) => {
    curve.add({ x, y });
  });
  return curve;
};
const falling = (count: number) => Array.from({ length: count }, (_, epoch) => 7 / (1 + epoch / 50));

test('a thousand epochs are all kept', () => {
  const losses = falling(1000);
  const curve = curveOf(losses);
  expect(curve.points.map(({ y }) => y)).toEqual(losses);
  expect(curve.at(517)).toEqual({ x: 517, y: losses[517] });
});

test('of a long run few points are kept, no spike is lost, and the order is that of the epochs', () => {
  const losses = falling(100_003);
  losses[77_777] = 50;
  losses[3_333] = -1;
  const curve = curveOf(losses);
  expect(curve.points.length).toBeLessThanOrEqual(2048);
  expect(curve.count).toBe(100_003);
  expect(curve.points).toContainEqual({ x: 77_777, y: 50 });
  expect(curve.points).toContainEqual({ x: 3_333, y: -1 });
  expect(curve.last).toEqual({ x: 100_002, y: losses[100_002] });
  const epochs = curve.points.map(({ x }) => x);
  expect(epochs).toEqual([...epochs].sort((a, b) => a - b));
});

test('cutting goes back to an epoch, and the run goes on from there', () => {
  const curve = curveOf(falling(20));
  curve.cut(7);
  expect(curve.points.map(({ x }) => x)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect([curve.count, curve.last?.x]).toEqual([7, 6]);
  curve.add({ x: 7, y: 3 });
  expect(curve.last).toEqual({ x: 7, y: 3 });
  curve.cut(1);
  expect(curve.first.map(({ x }) => x)).toEqual([0]);
});

const snapshot = (epoch: number) => ({ epoch, step: epoch, loss: 1 }) as Snapshot;
const report = (epoch: number) => ({ epoch, epochEnds: true, epochLoss: 1, epsilon: 1 }) as StepReport;

test('snapshots thin out over a long run; the first, the newest and even steps between stay', () => {
  const history = new History(snapshot(0));
  for (let epoch = 0; epoch < 5000; ++epoch) {
    history.add({
      steps: [report(epoch)],
      snapshots: [snapshot(epoch + 1)],
      state: { step: epoch, epoch, finished: false },
      workers: 1,
    });
  }
  expect(history.newest?.epoch).toBe(5000);
  expect(history.at(0)?.epoch).toBe(0);
  const middle = history.at(2500)!.epoch;
  expect(middle).toBeLessThanOrEqual(2500);
  expect(middle).toBeGreaterThan(2480);
  const next = history.neighbour(middle, 1)!.epoch;
  expect(next).toBeGreaterThan(middle);
  expect(history.neighbour(next, -1)?.epoch).toBe(middle);
  expect(history.neighbour(0, -1)).toBeUndefined();
  expect(history.sample(50).length).toBeLessThanOrEqual(50);
  expect(history.sample(50).at(-1)?.epoch).toBe(5000);
  expect(history.printed.slice(0, 3).map(({ x }) => x)).toEqual([0, 1, 2]);
  expect(history.printed.at(-1)?.x).toBe(4999);
  expect(history.printed.length).toBeLessThanOrEqual(40);
});

test('after a failed step the newest kept weights count', () => {
  const history = new History(snapshot(0));
  for (let epoch = 0; epoch < 10; ++epoch) {
    history.add({
      steps: [report(epoch)],
      snapshots: [snapshot(epoch + 1)],
      state: { step: epoch, epoch, finished: false },
      workers: 1,
    });
  }
  history.backTo(snapshot(6));
  expect(history.newest?.epoch).toBe(6);
  expect(history.losses.last?.x).toBe(5);
  expect(history.at(9)?.epoch).toBe(6);
});
