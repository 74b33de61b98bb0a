// Every test suite: how it is built, run and counted.
import { readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildEmbeds, buildModules, buildSite } from './build.mjs';
import { runChecks } from './check.mjs';
import { compile } from './cmake.mjs';
import { countCtest, countVitest, skippedTests } from './counts.mjs';
import { root, run } from './shell.mjs';

/** @typedef {import('./counts.mjs').Counts} Counts */

const logs = join(root, 'build/logs');

/**
 * A build of the engine's test programs, run through CTest.
 * @param {string} preset
 * @param {string[]} [rooms] all where none is named
 */
const engine = (preset, rooms) => async () => {
  await compile(preset, ...(rooms?.map((room) => `test_${room}`) ?? ['tests']));
  const args = ['--preset', preset, '--verbose', '--parallel', String(availableParallelism())];
  if (rooms) args.push('--tests-regex', `^(${rooms.join('|')})$`);
  const { code, output } = await run('ctest', args, { log: join(logs, `${preset}.txt`) });
  // In WebAssembly all rooms are one program, run once a room.
  const counts = countCtest(output, preset.startsWith('wasm'));
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  if (counts.failed > 0) console.log(failuresIn(output));
  return counts;
};

/** What doctest and the sanitizers say about failures, without the rest. @param {string} output */
function failuresIn(output) {
  const lines = output.split('\n');
  const from = lines.findIndex((line) => /ERROR|FATAL|Sanitizer|runtime error|Exception|Not Run/.test(line));
  return lines.slice(Math.max(0, from - 5), from + 115).join('\n');
}

/**
 * A project of vitest.config.ts.
 * @param {string} project
 * @param {() => Promise<void>} [prepare]
 */
const vitest = (project, prepare) => async () => {
  await prepare?.();
  const file = join(logs, `vitest-${project}.json`);
  rmSync(file, { force: true });
  const reporters = ['--reporter=json', `--outputFile=${file}`, '--reporter=default'];
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, ...reporters];
  const log = join(logs, `vitest-${project}.txt`);
  const { code, output } = await run(process.execPath, args, { log, env: { NO_COLOR: '1' } });
  /** @type {Counts} */
  let counts = { passed: 0, failed: 1, skipped: 0 };
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    counts = countVitest(report);
    for (const name of skippedTests(report)) console.log(`skipped: ${name}`);
  } catch {
    // Vitest died before its report: the one failure above stands for that.
  }
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  if (counts.failed > 0) console.log(output.trim());
  return counts;
};

/** Everything that must give the same weights: the command line of both compilers, both modules, and the page. */
async function everyEngine() {
  await compile('native', 'seq2seq');
  await compile('native-clang', 'seq2seq');
  await site();
}

/** What is measured. */
async function measured() {
  await buildModules();
  await compile('wasm', 'kernel_peak');
  await compile('native', 'step_bench');
}

async function site() {
  await buildModules();
  await buildSite();
  await buildEmbeds();
}

// What figures show is held against the command line's numbers.
async function siteAndProgram() {
  await compile('native', 'seq2seq');
  await site();
}

const doubleRooms = ['math', 'model', 'training', 'inference'];

/** @type {{ name: string, title: string, run: () => Promise<Counts> }[]} */
export const suites = [
  {
    name: 'check',
    title: 'format, lint, types, floors, links',
    run: async () => ({ ...(await runChecks()), skipped: 0 }),
  },
  { name: 'scripts', title: "the scripts' own tests", run: vitest('scripts') },
  { name: 'native', title: 'engine, g++', run: engine('native') },
  { name: 'cli', title: 'command line', run: vitest('cli', () => compile('native')) },
  { name: 'clang', title: 'engine, clang++', run: engine('native-clang') },
  // Double precision checks the mathematics; what it does not touch needs no second test.
  { name: 'double', title: 'engine, double precision', run: engine('double', doubleRooms) },
  { name: 'sanitize', title: 'engine, address and undefined-behaviour sanitizers', run: engine('sanitize') },
  { name: 'wasm', title: 'engine, WebAssembly with SIMD, in Node', run: engine('wasm') },
  // Without SIMD only kernels are compiled otherwise; the rooms that train for long add nothing (CMakePresets.json), and
  // one-result.test.ts compares whole runs.
  { name: 'wasm-scalar', title: 'engine, WebAssembly without SIMD, in Node', run: engine('wasm-scalar') },
  { name: 'module', title: 'WebAssembly module and its client', run: vitest('wasm', site) },
  { name: 'browser', title: 'page and elements in Chromium', run: vitest('browser', siteAndProgram) },
  {
    name: 'engines',
    title: 'page and elements in Chromium, Firefox and WebKit',
    run: vitest('engines', everyEngine),
  },
  { name: 'bench', title: 'the benchmark runs; instructions of fixed runs', run: vitest('bench', measured) },
];
