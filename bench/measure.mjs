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
 * @typedef {{ contestant: Contestant, first: any, cold?: number, step?: Summary, decode?: Summary, sameOutput?: boolean }} Finding
 * @typedef {{ first: (text: string) => Promise<any>, time: (what: string, seconds: number) => Promise<any>,
 *   cold?: () => Promise<number>, close: () => Promise<void> }} Running
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

/** @typedef {{ contestant: Contestant, running: Running, first: any, steps: any[], decodes: any[], colds: number[] }} Seat */

/**
 * Starts it and holds its first loss against ours.
 * @param {Contestant} contestant
 * @param {string} config
 * @param {any} browser
 * @param {Seat[]} all it joins them at once, so that they can be ended whatever happens
 */
async function takeSeat(contestant, config, browser, all) {
  const { variant, title } = contestant;
  if (variant) writeVariant(config, variant);
  const running = await start(contestant, variant ? `${config}-${variant}` : config, browser);
  /** @type {Seat} */
  const seat = { contestant, running, first: undefined, steps: [], decodes: [], colds: [] };
  all.push(seat);
  seat.first = await running.first(dataOf(/** @type {any} */ (sizes[config])).text);
  const { steps, loss: theirs } = seat.first;
  if (config === 'mid' && steps !== undefined && steps !== sizes.mid?.T)
    throw new Foreseen(`${title} decodes ${steps} steps and then EOS: what the peers decode would be longer.`);
  const ours = all[0]?.first.loss;
  if (theirs === undefined || ours === undefined || variant) return;
  if (!(Math.abs(theirs - ours) <= largestDifference * Math.max(1, ours)))
    throw new Foreseen(`${title} begins ${config} with loss ${theirs}, we with ${ours}: that is not the same work.`);
}

/** One round's turn. @param {Seat} seat @param {string} config */
async function turn({ contestant, running, steps, decodes, colds }, config) {
  if (!contestant.decodeOnly) steps.push(await running.time('step', config === 'large' ? 2 : 1));
  const decoding = config === 'mid' && !['kernel', 'lesson'].includes(contestant.name) && !contestant.variant;
  if (decoding) decodes.push(await running.time('decode', 0.5));
  if (config === 'toy' && running.cold) colds.push(await running.cold());
}

/**
 * @param {string} config
 * @param {Contestant[]} chosen ours first: the others are held against it
 * @param {number} rounds
 * @param {any} browser
 * @param {(text: string) => void} say
 * @returns {Promise<Finding[]>}
 */
export async function measure(config, chosen, rounds, browser, say) {
  // The lesson's pair is too small for variants; only mid is decoded.
  const taking = chosen.filter(
    ({ decodeOnly, variant }) => (config === 'toy' ? !variant : true) && (config === 'mid' || !decodeOnly),
  );
  writeData(config);
  await exportWeights(
    config,
    taking.some(({ decodeOnly }) => decodeOnly),
  );
  /** @type {Seat[]} */
  const all = [];
  try {
    for (const contestant of taking) {
      say(`${config}: ${contestant.title} starts`);
      await takeSeat(contestant, config, browser, all);
    }
    for (let round = 1; round <= rounds; ++round)
      for (const seat of all) {
        if (seat.steps[0]?.wall > slow) continue;
        say(`${config}: round ${round} of ${rounds}, ${seat.contestant.title}`);
        await turn(seat, config);
      }
  } finally {
    for (const { running } of all) await running.close();
  }
  const output = all[0]?.first.output;
  return all.map(({ contestant, first, steps, decodes, colds }) => ({
    contestant,
    first,
    ...(steps.length > 0 ? { step: summary(steps) } : {}),
    ...(decodes.length > 0 ? { decode: summary(decodes), sameOutput: sameTokens(first.output, output) } : {}),
    ...(colds.length > 0 ? { cold: Math.min(...colds) } : {}),
  }));
}

/** Native programs print a text, the others a list. @param {any} theirs @param {any} ours */
const sameTokens = (theirs, ours) =>
  JSON.stringify(typeof theirs === 'string' ? theirs.split(' ').map(Number) : theirs) === JSON.stringify(ours);
