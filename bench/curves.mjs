// How a step's time grows: with T, with B, and attention's part of it with S T. Interleaved in one process.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/shell.mjs';
import { configurationOf, pairsOf } from './data.mjs';
import { checked, loadModule, openSession } from './engine.mjs';
import { table } from './report.mjs';
import { timing } from './timing.mjs';

/** @typedef {{ title: string, unit: string, points: { at: number, ms: number }[] }} Curve */

const base = { V: 200, E: 64, H: 128, B: 32, S: 16, T: 16, loss: /** @type {'mean'} */ ('mean') };
const rounds = 3;

/** @param {any} module @param {Partial<typeof base>} change @param {object} [model] */
function session(module, change, model = {}) {
  const size = { ...base, ...change };
  return openSession(module, JSON.stringify(configurationOf(size, { model })), pairsOf(size));
}

/** @param {(() => unknown)[]} calls @returns {Promise<number[]>} best milliseconds of each */
async function best(calls) {
  const times = calls.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; ++round)
    for (const [i, call] of calls.entries()) {
      const { cpu, wall } = await timing(call, 0.4);
      times[i] = Math.min(times[i] ?? 0, cpu ?? wall);
    }
  return times;
}

/** @returns {Promise<Curve[]>} */
export async function curves() {
  const glue = await import(join(root, 'build/wasm/engine.mjs'));
  const compiled = await WebAssembly.compile(readFileSync(join(root, 'build/wasm/engine.wasm')));
  const module = await loadModule(glue.default, compiled);
  const time = async (/** @type {any[]} */ handles) => {
    const times = await best(handles.map((handle) => () => checked(handle.train(1))));
    for (const handle of handles) handle.delete();
    return times;
  };
  const /** @type {Curve[]} */ found = [];
  for (const letter of /** @type {const} */ (['T', 'B'])) {
    const sizes = [8, 16, 32, 64];
    const times = await time(sizes.map((at) => session(module, { [letter]: at })));
    found.push({
      title: `step, by ${letter}`,
      unit: letter,
      points: sizes.map((at, i) => ({ at, ms: times[i] ?? 0 })),
    });
  }
  // The same lengths with another kind of attention's sums left out: `none` reads the encoder's last state only.
  const lengths = [8, 16, 32, 64];
  const both = lengths.flatMap((at) => [
    session(module, { S: at, T: at }),
    session(module, { S: at, T: at }, { attention: 'none' }),
  ]);
  const times = await time(both);
  found.push({
    title: 'attention (a step with it less one without), by S T',
    unit: 'S T',
    points: lengths.map((at, i) => ({ at: at * at, ms: (times[2 * i] ?? 0) - (times[2 * i + 1] ?? 0) })),
  });
  return found;
}

/** @param {Curve[]} found */
export function tableOfCurves(found) {
  const { V, E, H, B, S, T } = base;
  const rows = found.map(({ title, unit, points }) =>
    table([
      [title, 'ms', `us by ${unit}`],
      ...points.map(({ at, ms }) => [`${unit} ${at}`, ms.toPrecision(3), ((1e3 * ms) / at).toPrecision(3)]),
    ]),
  );
  return [`At V ${V}, E ${E}, H ${H}, B ${B}, S ${S}, T ${T}, one of them changed.`, ...rows].join('\n\n');
}
