// One configuration: every contestant starts from the same weights, must agree on the first loss, and is then timed in
// rounds that go through all of them, so that what slows the machine down slows all of them down.
import { join } from 'node:path';
import { Foreseen, root } from '../scripts/shell.mjs';
import { python, stepBench, torchEnvironment } from './contestants.mjs';
import { dataOf, sizes, writeData } from './data.mjs';
import { program } from './process.mjs';
import { writeVariant } from './variants.mjs';

/**
 * @typedef {import('./contestants.mjs').Contestant} Contestant
 * @typedef {{ best: number, median: number, wallBest: number, rounds: number }} Summary milliseconds; `best` and
 *   `median` are of CPU time
 * @typedef {{ contestant: Contestant, first: any, step?: Summary, decode?: Summary, sameOutput?: boolean }} Finding
 * @typedef {{ first: (text: string) => Promise<any>, time: (what: string, seconds: number) => Promise<any>,
 *   close: () => Promise<void> }} Running
 */

const largestDifference = 1e-4; // of first losses, by the loss
const slow = 4000; // milliseconds a step, from where one round must do

/**
 * @param {Contestant} contestant
 * @param {string} folder of build/bench
 * @param {any} browser
 * @returns {Promise<Running>}
 */
async function start({ kind, name }, folder, browser) {
  const path = join(root, 'build/bench', folder);
  if (kind === 'chromium') return browser.page(name, folder);
  if (kind === 'torch') return program(python, ['bench/peers/torch_peer.py', path, name], torchEnvironment);
  if (kind === 'native') {
    const files = folder === 'toy' ? ['config.json'] : ['config.json', 'pairs.tsv'];
    return program(
      stepBench(name),
      files.map((file) => join(path, file)),
    );
  }
  return program(process.execPath, ['bench/contestant.mjs', name, path]);
}

/** @param {any[]} timings @returns {Summary} */
function summary(timings) {
  const least = (/** @type {string} */ key) => Math.min(...timings.map((timing) => timing[key]));
  const medians = timings.map((timing) => timing.cpuMedian ?? timing.wallMedian).sort((a, b) => a - b);
  const own = timings.every((timing) => timing.cpu !== undefined);
  return {
    best: least(own ? 'cpu' : 'wall'),
    median: medians[medians.length >> 1],
    wallBest: least('wall'),
    rounds: timings.length,
  };
}

/** The engine's own weights, for all. @param {string} config @returns {Promise<void>} */
async function exportWeights(config, needsOnnx = false) {
  const path = join(root, 'build/bench', config);
  const weights = join(path, 'weights.safetensors');
  const native = await start(/** @type {any} */ ({ kind: 'native', name: 'native' }), config, undefined);
  await /** @type {any} */ (native).ask(`export ${weights}`);
  await native.close();
  if (!needsOnnx) return;
  const torch = await start(/** @type {any} */ ({ kind: 'torch', name: 'rearranged' }), config, undefined);
  await /** @type {any} */ (torch).ask('export');
  await torch.close();
}

/**
 * @param {string} config
 * @param {Contestant[]} chosen
 * @param {number} rounds
 * @param {any} browser
 * @param {(text: string) => void} say
 * @returns {Promise<Finding[]>}
 */
export async function measure(config, chosen, rounds, browser, say) {
  const decodes = config === 'mid';
  const taking = chosen.filter(({ decodeOnly, variant }) => (decodes || !decodeOnly) && (config !== 'toy' || !variant));
  writeData(config);
  await exportWeights(
    config,
    taking.some(({ decodeOnly }) => decodeOnly),
  );
  const data = dataOf(/** @type {any} */ (sizes[config]));
  /** @type {{ contestant: Contestant, running: Running, first: any, steps: any[], decodes: any[] }[]} */
  const all = [];
  try {
    for (const contestant of taking) {
      say(`${config}: ${contestant.title} starts`);
      const { variant } = contestant;
      if (variant) writeVariant(config, variant);
      const folder = variant ? `${config}-${variant}` : config;
      const running = await start(contestant, folder, browser);
      all.push({ contestant, running, first: undefined, steps: [], decodes: [] });
      const first = await running.first(data.text);
      /** @type {any} */ (all.at(-1)).first = first;
      const ours = all[0]?.first.loss;
      const known = first.loss === undefined || ours === undefined || variant;
      if (!known && Math.abs(first.loss - ours) > largestDifference * Math.max(1, ours))
        throw new Foreseen(
          `${contestant.title} begins ${config} with loss ${first.loss}, we with ${ours}: not the same work`,
        );
    }
    for (let round = 0; round < rounds; ++round)
      for (const { contestant, running, steps, decodes: decoded } of all) {
        if (steps[0]?.wall > slow) continue;
        say(`${config}: round ${round + 1} of ${rounds}, ${contestant.title}`);
        if (!contestant.decodeOnly) steps.push(await running.time('step', config === 'large' ? 2 : 1));
        if (decodes && contestant.name !== 'kernel' && contestant.name !== 'lesson' && !contestant.variant)
          decoded.push(await running.time('decode', 0.5));
      }
  } finally {
    for (const { running } of all) await running.close();
  }
  const output = JSON.stringify(all[0]?.first.output);
  return all.map(({ contestant, first, steps, decodes: decoded }) => ({
    contestant,
    first,
    ...(steps.length > 0 ? { step: summary(steps) } : {}),
    ...(decoded.length > 0 ? { decode: summary(decoded), sameOutput: sameTokens(first.output, output) } : {}),
  }));
}

/** Native programs print a text, the others a list. @param {any} output @param {string} ours */
const sameTokens = (output, ours) =>
  (typeof output === 'string' ? JSON.stringify(output.split(' ').map(Number)) : JSON.stringify(output)) === ours;
