// npm run bench [-- OPTIONS]: measures the engine beside what people could use instead. docs/speed.md explains it.
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundlePeers } from '../bench/bundle.mjs';
import { contestants } from '../bench/contestants.mjs';
import { readOptions, WrongUse } from '../bench/options.mjs';
import { setUp } from './setup.mjs';
import { root, run } from './shell.mjs';

/** @typedef {import('../bench/contestants.mjs').Contestant} Contestant @typedef {import('../bench/options.mjs').Options} Options */

/** In JSON stdout holds the document alone: the rest goes to stderr. */
function quieten() {
  const say = (/** @type {unknown[]} */ ...words) => console.error(...words);
  console.log = say;
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = /** @type {any} */ (process.stderr.write.bind(process.stderr));
  return write;
}

/** Who takes part, and what is missing. @param {Options} options */
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
  const first = async (/** @type {string} */ command, /** @type {string[]} */ args) =>
    (await run(command, args)).output.split('\n')[0] ?? '';
  return {
    node: process.version,
    emcc: await first('emcc', ['--version']),
    'g++': await first('g++', ['--version']),
    'clang++': await first('clang++', ['--version']),
    processor: `${cpus()[0]?.model}, ${availableParallelism()} cores`,
    load: loadavg()[0],
  };
}

const gzipped = (/** @type {string} */ file) =>
  existsSync(join(root, file)) ? gzipSync(readFileSync(join(root, file)), { level: 9 }).length : undefined;

/** @param {string[]} args */
export async function main(args) {
  /** @type {Options} */
  let options;
  try {
    options = readOptions(args, contestants.map(({ field }) => field));
  } catch (error) {
    if (!(error instanceof WrongUse)) throw error;
    console.error(error.message);
    process.exitCode = 2;
    return;
  }
  const write = options.json ? quieten() : process.stdout.write.bind(process.stdout);
  await setUp(['build']);
  const { compile } = await import('./cmake.mjs');
  if (options.task === 'record-instructions') {
    const { recordInstructions } = await import('../bench/instructions.mjs');
    return recordInstructions();
  }
  const { buildModules } = await import('./build.mjs');
  await buildModules();
  if (options.task === 'curves') {
    const { curves } = await import('../bench/curves.mjs');
    write(`${options.json ? JSON.stringify(await curves(), null, 2) : await (await import('../bench/curves.mjs')).curvesForPeople()}\n`);
    return;
  }
  const { checkCodes } = await import('../bench/check-codes.mjs');
  if (options.task === 'codes') {
    write(`${JSON.stringify(await checkCodes(console.error), null, 2)}\n`);
    return;
  }

  await compile('wasm', 'kernel_peak');
  await compile('native', 'step_bench');
  const { there, missing } = chosen(options);
  if (there.some(({ fast }) => fast)) await compile('fast', 'step_bench');
  await bundlePeers();
  for (const line of missing) console.error(line);

  const { measure } = await import('../bench/measure.mjs');
  const { documentOf, tableOf } = await import('../bench/report.mjs');
  const { openChromium } = await import('../bench/chromium.mjs');
  const browser = there.some(({ kind }) => kind === 'chromium') ? await openChromium() : undefined;
  /** @type {any} */
  const document = { command: ['npm run bench --', ...args].join(' '), versions: await versions(), configs: {} };
  const say = (/** @type {string} */ text) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
  };
  try {
    if (browser) document.versions.chromium = browser.version;
    for (const config of options.configs) {
      const findings = await measure(config, there, options.rounds, browser, say);
      document.configs[config] = documentOf(config, findings);
      say('');
      if (!options.json) write(`${tableOf(config, document.configs[config])}\n\n`);
    }
  } finally {
    await browser?.close();
  }
  document.left_out = missing;
  document.sizes = { wasm_simd_gz: gzipped('build/wasm/engine.wasm'), wasm_scalar_gz: gzipped('build/wasm-scalar/engine.wasm') };
  document.check_codes = await checkCodes(console.error);
  document.versions.load_after = loadavg()[0];
  if (options.json) write(`${JSON.stringify(document, null, 2)}\n`);
  else {
    write(`module, compressed: ${document.sizes.wasm_simd_gz} bytes with SIMD, ${document.sizes.wasm_scalar_gz} without\n`);
    for (const [platform, codes] of Object.entries(document.check_codes)) write(`${platform.padEnd(14)} ${Object.values(codes).join(' ')}\n`);
    write(`${Object.entries(document.versions).map(([name, value]) => `${name}: ${value}`).join('\n')}\n`);
  }
}
