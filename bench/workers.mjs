// What a second worker brings: steps of one worker beside steps that two share out, interleaved. Each worker is a thread
// with an engine of its own; parts of the gradient travel as buffers, as wasm/partner.ts sends them.
import { MessageChannel, Worker } from 'node:worker_threads';
import { configurationOf, pairsOf, sizes } from './data.mjs';
import { table } from './report.mjs';

/**
 * @typedef {{ wall: number, cpu: number }} Times milliseconds a step; `cpu` of one thread
 * @typedef {{ one: Times, first: Times, second: Times, byCpu: number, byWall: number }} Gain best of all rounds; the
 *   ratios are one worker's step by the two workers': `byCpu` what two free cores would give
 */

const lasts = 1000; // milliseconds a turn, about

/** A thread that answers one question at a time. @param {Worker} worker */
function asking(worker) {
  /** @type {{ resolve: (answer: any) => void, reject: (error: Error) => void } | undefined} */
  let waiting;
  worker.on('message', (answer) => waiting?.resolve(answer));
  worker.on('error', (error) => waiting?.reject(error));
  return (/** @type {object} */ question, /** @type {any[]} */ transfer = []) =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject };
      worker.postMessage(question, transfer);
    });
}

/** @param {string} config @param {number} rounds @returns {Promise<Gain>} */
async function gainAt(config, rounds) {
  const size = /** @type {import('./data.mjs').Sizes} */ (sizes[config]);
  const configuration = (/** @type {number} */ shards) =>
    JSON.stringify(configurationOf(size, { training: { shards } }));
  const { port1, port2 } = new MessageChannel();
  const workers = [port1, port2].map((port, part) => {
    const workerData = { part, port, whole: configuration(1), halves: configuration(2), pairs: pairsOf(size) };
    return new Worker(new URL('./worker-thread.mjs', import.meta.url), { workerData, transferList: [port] });
  });
  const [first, second] = /** @type {[any, any]} */ (workers.map(asking));
  try {
    const both = (/** @type {number} */ steps) => Promise.all([first({ shared: steps }), second({ shared: steps })]);
    // V8 needs a few steps until its better compiler is through.
    const warm = await first({ alone: 4 });
    await both(4);
    const steps = Math.max(2, Math.round(lasts / warm.wall));
    /** @type {Times[][]} */
    const found = [[], [], []];
    for (let round = 0; round < rounds; ++round) {
      found[0]?.push(await first({ alone: steps }));
      const [here, there] = await both(steps);
      found[1]?.push(here);
      found[2]?.push(there);
    }
    const [one, ours, theirs] = /** @type {[Times, Times, Times]} */ (
      found.map((times) => ({
        wall: Math.min(...times.map(({ wall }) => wall)),
        cpu: Math.min(...times.map(({ cpu }) => cpu)),
      }))
    );
    return {
      one,
      first: ours,
      second: theirs,
      byCpu: one.cpu / Math.max(ours.cpu, theirs.cpu),
      byWall: one.wall / Math.max(ours.wall, theirs.wall),
    };
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** @param {string[]} configs @param {number} rounds @returns {Promise<Record<string, Gain>>} */
export async function secondWorker(configs, rounds) {
  /** @type {Record<string, Gain>} */
  const found = {};
  for (const config of configs) if (sizes[config]?.B !== 1) found[config] = await gainAt(config, rounds);
  return found;
}

/** @param {Record<string, Gain>} found */
export function tableOfWorkers(found) {
  const ms = (/** @type {number} */ value) => `${value.toPrecision(3)} ms`;
  return table([
    ['a step', 'one, CPU', 'two, CPU of each', 'gain', 'one, wall', 'two, wall', 'gain'],
    ...Object.entries(found).map(([config, { one, first, second, byCpu, byWall }]) => [
      config,
      ms(one.cpu),
      `${ms(first.cpu)}, ${ms(second.cpu)}`,
      byCpu.toPrecision(3),
      ms(one.wall),
      ms(Math.max(first.wall, second.wall)),
      byWall.toPrecision(3),
    ]),
  ]);
}
