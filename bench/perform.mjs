// What npm run bench does, once its options are read.
import { availableParallelism, cpus, loadavg } from 'node:os';
import { buildModules } from '../scripts/build.mjs';
import { compile } from '../scripts/cmake.mjs';
import { setUp } from '../scripts/setup.mjs';
import { run } from '../scripts/shell.mjs';
import { moduleSize } from '../scripts/sizes.mjs';
import { bundlePeers } from './bundle.mjs';
import { checkCodes } from './check-codes.mjs';
import { openChromium } from './chromium.mjs';
import { contestants } from './contestants.mjs';
import { curves, tableOfCurves } from './curves.mjs';
import { recordInstructions } from './instructions.mjs';
import { measure } from './measure.mjs';
import { curveTables, tables, workerTables, writeTables } from './page.mjs';
import { documentOf, tableOf } from './report.mjs';
import { secondWorker, tableOfWorkers } from './workers.mjs';

/** @typedef {import('./contestants.mjs').Contestant} Contestant @typedef {import('./options.mjs').Options} Options */

/** In JSON stdout holds the document alone: what else is said goes to stderr. Returns what writes to stdout. */
function quieten() {
  const write = process.stdout.write.bind(process.stdout);
  console.log = console.error;
  process.stdout.write = /** @type {any} */ (process.stderr.write.bind(process.stderr));
  return write;
}

/** Who takes part, and what is missing for the others. @param {Options} options */
function chosen({ peers, only }) {
  /** @type {Contestant[]} */
  const there = [];
  /** @type {string[]} */
  const missing = [];
  for (const contestant of contestants) {
    if (only ? !only.includes(contestant.field) : contestant.peer && !peers.includes(contestant.peer)) continue;
    const lacking = contestant.needs?.();
    if (lacking) missing.push(`left out: ${contestant.title}: there is no ${lacking}`);
    else there.push(contestant);
  }
  return { there, missing };
}

async function versions() {
  const first = async (/** @type {string} */ command) =>
    (await run(command, ['--version'])).output.split('\n')[0] ?? '';
  return {
    node: process.version,
    emcc: await first('emcc'),
    'g++': await first('g++'),
    'clang++': await first('clang++'),
    processor: `${cpus()[0]?.model}, ${availableParallelism()} cores`,
  };
}

/**
 * Every configuration, one after the other.
 * @param {Options} options
 * @param {Contestant[]} there
 * @param {(config: string, document: any) => void} done
 */
async function measureAll({ configs, rounds }, there, done) {
  const say = (/** @type {string} */ text) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
  };
  const browser = there.some(({ kind }) => kind === 'chromium') ? await openChromium() : undefined;
  try {
    for (const config of configs) {
      const findings = await measure(config, there, rounds, browser, say);
      say('');
      done(config, documentOf(config, findings));
    }
  } finally {
    await browser?.close();
  }
  return browser?.version;
}

/** @param {Options} options @param {string} command @param {(text: string) => void} write */
async function bench(options, command, write) {
  const { there, missing } = chosen(options);
  for (const line of missing) console.error(line);
  await compile('wasm', 'kernel_peak');
  await compile('native', 'step_bench');
  if (there.some(({ fast }) => fast)) await compile('fast', 'step_bench');
  await bundlePeers();

  /** @type {any} */
  const document = { command, versions: await versions(), load: [loadavg()[0]], configs: {} };
  document.versions.chromium = await measureAll(options, there, (config, part) => {
    document.configs[config] = part;
    if (!options.json) write(`\n${tableOf(config, part)}\n`);
  });
  document.load.push(loadavg()[0]);
  document.sizes = {
    wasm_simd_gz: moduleSize('simd').gzip,
    wasm_scalar_gz: moduleSize('scalar').gzip,
  };
  document.left_out = missing;
  if (options.codes) {
    const { runs, codes } = await checkCodes((line) => console.error(line));
    document.check_code_runs = runs;
    document.check_codes = codes;
  }
  if (options.write) writeTables(tables(document));
  if (options.json) return write(`${JSON.stringify(document, null, 2)}\n`);
  const { wasm_simd_gz: simd, wasm_scalar_gz: scalar } = document.sizes;
  write(`\nmodule, compressed: ${simd} bytes with SIMD, ${scalar} without\n`);
  if (options.codes) write(`check codes of ${document.check_code_runs.join(', ')}:\n`);
  for (const [place, codes] of Object.entries(document.check_codes ?? {})) write(`  ${place.padEnd(14)} ${codes}\n`);
  for (const [name, version] of Object.entries(document.versions)) write(`${name}: ${version}\n`);
  write(`load: ${document.load.join(' before, ')} after\n`);
}

/** @param {Options} options @param {string[]} args as they were given */
export async function perform(options, args) {
  const write = options.json ? quieten() : process.stdout.write.bind(process.stdout);
  await setUp(['build']);
  if (options.task === 'record-instructions') return recordInstructions();
  await buildModules();
  if (options.task === 'curves') {
    const found = await curves();
    if (options.write) writeTables(curveTables(found));
    write(`${options.json ? JSON.stringify(found, null, 2) : tableOfCurves(found)}\n`);
  } else if (options.task === 'workers') {
    const found = await secondWorker(options.configs, options.rounds);
    if (options.write) writeTables(workerTables(found));
    write(`${options.json ? JSON.stringify(found, null, 2) : tableOfWorkers(found)}\n`);
  } else if (options.task === 'codes') write(`${JSON.stringify(await checkCodes(console.error), null, 2)}\n`);
  else await bench(options, ['npm run bench --', ...args].join(' '), write);
}
