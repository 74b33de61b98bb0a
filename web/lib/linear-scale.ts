// A straight line from data to pixels and back. (A general scale library brings colours, dates and formats: ten times the
// size of all our charts' use of it, in front of every first picture.)
import { nice, ticks } from 'd3-array';

export interface LinearScale {
  (value: number): number;
  invert(pixel: number): number;
  /** Round numbers within the domain, about so many. */
  ticks(count: number): number[];
  /** The same with the domain's ends moved outwards to round numbers. */
  nice(count: number): LinearScale;
}

/** Whole numbers for the axis below a chart, `pixels` wide, its end among them; the place is kept within the chart. */
export function axisLabels(scale: LinearScale, end: number, pixels: number): { value: number; place: number }[] {
  const digit = 3.5; // half of one's width
  const apart = 24 + digit * String(end).length;
  const whole = scale.ticks(Math.max(2, Math.min(6, pixels / 90))).filter(Number.isInteger);
  return [...whole.filter((value) => scale(end) - scale(value) >= apart), end].map((value) => ({
    value,
    place: Math.min(scale(value), pixels - digit * String(value).length),
  }));
}

/** A domain of no extent lies in the middle of the range. */
export function scaleLinear([from, to]: [number, number], [start, end]: [number, number]): LinearScale {
  const share = (value: number, low: number, high: number) => (high === low ? 0.5 : (value - low) / (high - low));
  const scale = (value: number) => start + (end - start) * share(value, from, to);
  return Object.assign(scale, {
    invert: (pixel: number) => from + (to - from) * share(pixel, start, end),
    ticks: (count: number) => ticks(from, to, count),
    nice: (count: number) => scaleLinear(nice(from, to, count), [start, end]),
  });
}
