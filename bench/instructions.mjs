// Instructions of fixed native runs, counted by callgrind: they repeat exactly, so a slow-down shows without a clock.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '../scripts/cmake.mjs';
import { Foreseen, must, root, run } from '../scripts/shell.mjs';
import { stepBench } from './contestants.mjs';
import { dataOf, sizes, writeData } from './data.mjs';
import { writeVariant } from './variants.mjs';

/** @typedef {{ compiler: string, library: string, runs: Record<string, number> }} Counts */

export const recordFile = join(root, 'bench/instructions.json');
/** A run may take so many times the instructions that are recorded. */
export const allowed = 1.03;

const small = () => writeData('small');
/** What is counted: the instructions inside of `within` while `commands` run. */
const runs = {
  'toy, 100 steps': { folder: () => writeData('toy'), within: 'train', commands: 'steps 100' },
  'small, 3 steps': { folder: small, within: 'train', commands: 'steps 3' },
  'small, 3 steps with scheduled sampling': {
    folder: () => writeVariant('small', 'sampling'),
    within: 'train',
    commands: 'steps 3',
  },
  'small, 3 steps with a pointer-generator': {
    folder: () => writeVariant('small', 'copying'),
    within: 'train',
    commands: 'steps 3',
  },
  'small, one greedy decode': {
    folder: small,
    within: 'translate',
    commands: `first ${dataOf(/** @type {any} */ (sizes.small)).text}`,
  },
};

/** What the counts depend on. */
export async function toolchain() {
  const first = async (/** @type {string} */ command) =>
    (await run(command, ['--version'])).output.split('\n')[0] ?? '';
  return { compiler: await first('g++'), library: await first('ldd') };
}

/** @param {keyof typeof runs} name @returns {Promise<number>} */
async function count(name) {
  const { folder, within, commands } = runs[name];
  const path = folder();
  const output = join(path, 'callgrind.out');
  const files = ['config.json', ...(name.startsWith('toy') ? [] : ['pairs.tsv'])].map((file) => join(path, file));
  const options = [`--callgrind-out-file=${output}`, `--toggle-collect=seq2seq::Session::${within}(*`];
  const program = [stepBench('native'), ...files].map((word) => `'${word}'`).join(' ');
  const command = `printf '%s\\n' '${commands}' | valgrind --tool=callgrind ${options.map((word) => `'${word}'`).join(' ')} ${program}`;
  await must(`Counting ${name}`, 'sh', ['-c', command]);
  const total = /^(?:summary|totals): (\d+)/m.exec(readFileSync(output, 'utf8'));
  rmSync(output);
  if (!total || total[1] === '0') throw new Foreseen(`callgrind counted nothing for ${name}.`);
  return Number(total[1]);
}

/** @returns {Promise<Counts>} */
export async function countInstructions() {
  await compile('native', 'step_bench');
  /** @type {Record<string, number>} */
  const counted = {};
  for (const name of /** @type {(keyof typeof runs)[]} */ (Object.keys(runs))) counted[name] = await count(name);
  return { ...(await toolchain()), runs: counted };
}

/**
 * Why counts can't be compared with the record; undefined where they can.
 * @param {Counts} record
 * @param {{ compiler: string, library: string }} here
 */
export function incomparable(record, here) {
  for (const part of /** @type {const} */ (['compiler', 'library']))
    if (record[part] !== here[part]) return `recorded with ${record[part]}, here is ${here[part] || 'none'}`;
  return undefined;
}

/** The runs that take too many, each in a sentence. @param {Counts} record @param {Counts} counted @returns {string[]} */
export function slower(record, counted) {
  return Object.entries(counted.runs).flatMap(([name, now]) => {
    const before = record.runs[name];
    if (before === undefined) return [`${name}: ${now} instructions, and none recorded`];
    const change = (100 * (now / before - 1)).toFixed(1);
    return now <= before * allowed
      ? []
      : [`${name}: ${now} instructions, ${change} % more than the ${before} recorded`];
  });
}

export async function recordInstructions() {
  const counted = await countInstructions();
  writeFileSync(recordFile, `${JSON.stringify(counted, null, 2)}\n`);
  for (const [name, instructions] of Object.entries(counted.runs)) console.log(`${name}: ${instructions}`);
}
