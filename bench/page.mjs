// The tables of docs/speed.md, from what was measured.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/shell.mjs';
import { markdown, putTables } from '../scripts/tables.mjs';
import { contestants } from './contestants.mjs';
import { milliseconds } from './report.mjs';

const number = (/** @type {number | undefined} */ value) =>
  value === undefined ? '-' : value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(2)));

/** @param {any} document of npm run bench @returns {Record<string, string>} by their names in the page */
export function tables(document) {
  const names = Object.keys(document.configs);
  const parts = names.map((name) => document.configs[name]);
  const shown = contestants.filter(
    ({ field, name }) => name !== 'kernel' && parts.some(({ measured }) => measured[field]),
  );
  const line = (/** @type {string} */ title, /** @type {(part: any) => string} */ cell) => [title, ...parts.map(cell)];
  const some = (/** @type {string[][]} */ rows) => rows.filter((row) => row.slice(1).some((cell) => cell !== '-'));
  const time = (/** @type {any} */ timing) => (timing ? milliseconds(timing.best_ms) : '-');

  const ratios = shown.map(({ field, title }) =>
    line(title, ({ ratios: all }) => number(all[field.replace(/_ms$/, '')])),
  );
  const times = shown.map(({ field, title }) => line(title, ({ measured }) => time(measured[field]?.step)));
  const share = line('executed GFLOP/s, as a share of the tile alone', ({ wasm_gflops: whole, kernel_gflops: tile }) =>
    whole && tile ? number(whole / tile) : '-',
  );
  const bytes = (/** @type {number} */ count) => `${number(count / 1e6)} MB`;
  const memory = (/** @type {(memory: any) => string} */ cell) => (/** @type {any} */ part) =>
    part.memory ? cell(part.memory) : '-';
  const decoding = shown.flatMap(({ field, title }) => {
    const { measured, ratios: all } = document.configs.mid ?? { measured: {}, ratios: {} };
    const decode = measured[field]?.decode;
    const ratio = number(all[`decode_${field.replace(/_ms$/, '')}`]);
    return decode ? [[title, milliseconds(decode.best_ms), ratio, decode.same_output ? 'yes' : 'no']] : [];
  });
  const colds = shown.flatMap(({ field, title }) => {
    const cold = document.configs.toy?.measured[field]?.first_step_ms;
    return cold ? [[title, `${Math.round(cold)} ms`]] : [];
  });
  const { versions, load, command } = document;
  const programs = [
    ...new Set(parts.flatMap(({ measured }) => Object.values(measured).map((/** @type {any} */ one) => one.version))),
  ];
  return {
    ratios: markdown(['times slower than ours', ...names], [...some(ratios), share]),
    times: markdown(['a step', ...names], some(times)),
    memory: markdown(
      ['', ...names],
      [
        line(
          '16 bytes a parameter and the activations',
          memory((all) => bytes(all.needed_bytes)),
        ),
        line(
          'in use',
          memory((all) => bytes(all.bytes)),
        ),
        line(
          'ratio',
          memory((all) => number(all.ratio)),
        ),
      ],
    ),
    ...(decoding.length > 0
      ? { decoding: markdown(['one sequence at mid', 'time', 'times slower than ours', 'same tokens'], decoding) }
      : {}),
    ...(colds.length > 0
      ? { opening: markdown(['from opening a page to the end of the first step of toy', ''], colds) }
      : {}),
    conditions: `\`${command}\` on ${versions.processor}; load ${load.map((/** @type {number} */ value) => value.toFixed(1)).join(' before and ')} after. ${[versions.chromium, `Node ${versions.node}`, versions.emcc, versions['g++'], ...programs.filter(Boolean)].join('; ')}.`,
  };
}

/** @param {import('./curves.mjs').Curve[]} found @returns {Record<string, string>} */
export function curveTables(found) {
  const rows = found.flatMap(({ title, unit, points }) =>
    points.map(({ at, ms }) => [title, `${unit} = ${at}`, milliseconds(ms), milliseconds(ms / at)]),
  );
  return { curves: markdown(['', 'at', 'time', 'for each'], rows) };
}

/** @param {Record<string, import('./workers.mjs').Gain>} found @returns {Record<string, string>} */
export function workerTables(found) {
  const names = Object.keys(found);
  const line = (/** @type {string} */ title, /** @type {(gain: import('./workers.mjs').Gain) => string} */ cell) => [
    title,
    ...Object.values(found).map(cell),
  ];
  return {
    workers: markdown(
      ['a step', ...names],
      [
        line('one worker, CPU time', ({ one }) => milliseconds(one.cpu)),
        line('two workers, CPU time of the busier', ({ first, second }) =>
          milliseconds(Math.max(first.cpu, second.cpu)),
        ),
        line('times faster, were both cores free', ({ byCpu }) => number(byCpu)),
        line('times faster by the clock on the wall, here', ({ byWall }) => number(byWall)),
      ],
    ),
  };
}

/** @param {Record<string, string>} made */
export function writeTables(made) {
  const page = join(root, 'docs/speed.md');
  writeFileSync(page, putTables(readFileSync(page, 'utf8'), made, 'docs/speed.md'));
}
