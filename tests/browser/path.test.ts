// Lines as SVG paths and the labels below them: what the charts draw.
import { expect, test } from 'vitest';
import { axisLabels, scaleLinear } from '../../web/lib/linear-scale';
import { areaPath, linePath } from '../../web/lib/path';

test('a line goes straight from point to point, in pixels of three digits', () => {
  expect(linePath([])).toBe('');
  expect(
    linePath([
      [0, 1],
      [10.12345, 20],
      [30, -0.5],
    ]),
  ).toBe('M0,1L10.123,20L30,-0.5');
});

test('where there is no number the line is broken; a point alone is closed, so that it is seen', () => {
  expect(
    linePath([
      [0, Number.NaN],
      [1, 5],
      [2, Number.POSITIVE_INFINITY],
      [3, 6],
      [4, 7],
    ]),
  ).toBe('M1,5ZM3,6L4,7');
});

test('an area goes along one line and back along the other', () => {
  expect(areaPath([], [])).toBe('');
  expect(
    areaPath(
      [
        [0, 1],
        [5, 2],
      ],
      [
        [0, 8],
        [5, 9],
      ],
    ),
  ).toBe('M0,1L5,2L5,9L0,8Z');
});

test('the axis is labelled to its very end; what would stand too near to that is left out', () => {
  const values = (end: number, pixels: number) =>
    axisLabels(scaleLinear([0, end], [40, pixels - 12]), end, pixels).map(({ value }) => value);
  expect(values(199, 800)).toEqual([0, 50, 100, 150, 199]);
  expect(values(204, 800)).toEqual([0, 50, 100, 150, 204]); // 200 would touch it
  expect(values(1, 300)).toEqual([0, 1]);
  const last = axisLabels(scaleLinear([0, 99999], [40, 288]), 99999, 300).at(-1)!;
  expect(last.place + 3.5 * 5).toBeLessThanOrEqual(300);
});
