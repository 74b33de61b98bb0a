// npm run check [-- NAME ...]: everything that can be said about the sources without running them.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkLength, checkText, checkVersions } from './clean-text.mjs';
import { checkFloors } from './floors.mjs';
import { checkLinks } from './links.mjs';
import { setUp } from './setup.mjs';
import { Foreseen, root, run } from './shell.mjs';
import { checkTidy } from './tidy.mjs';

/** @typedef {{ checked?: number, broken: string[] }} Findings */

/** @param {string} command @param {string[]} args @returns {Promise<Findings>} */
async function program(command, args) {
  const { code, output } = await run(command, args);
  return { broken: code === 0 ? [] : [output.trim()] };
}

/** Names the files only: `clang-format -i FILE` shows and mends the rest. @returns {Promise<Findings>} */
async function checkFormat() {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.cpp', '*.h'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));
  const { code, output } = await run('clang-format', ['--dry-run', '-Werror', ...files]);
  const named = new Set([...output.matchAll(/^(.+?):\d+:\d+: error/gm)].map((match) => match[1]));
  if (code !== 0 && named.size === 0) return { broken: [output.trim()] };
  return { checked: files.length, broken: [...named].map((path) => `clang-format -i ${path}`) };
}

const node = (/** @type {string} */ path, /** @type {string[]} */ ...args) =>
  program(process.execPath, [path, ...args]);

/** @type {Record<string, { title: string, check: () => Findings | Promise<Findings> }>} */
const checks = {
  format: { title: 'C++ is formatted (clang-format)', check: checkFormat },
  biome: {
    title: 'The web side is formatted and linted (Biome)',
    check: () => node('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'),
  },
  types: { title: 'TypeScript has its types right', check: () => node('node_modules/typescript/bin/tsc', '--noEmit') },
  floors: { title: 'No include or import goes up a floor', check: checkFloors },
  links: { title: 'Every link and path in the guides is there', check: checkLinks },
  text: { title: "Nothing of one machine's is in the files", check: checkText },
  length: { title: 'No source file is long', check: checkLength },
  versions: { title: 'All places state the same version', check: checkVersions },
  tidy: { title: 'C++ has no known mistakes (clang-tidy)', check: checkTidy },
};

/**
 * Runs the named checks, all where none is named, and prints one line each.
 * @param {string[]} names
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks(names = []) {
  const wrong = names.find((name) => !(name in checks));
  if (wrong) throw new Foreseen(`There is no check "${wrong}"; there are: ${Object.keys(checks).join(', ')}.`);
  let [passed, failed] = [0, 0];
  for (const [name, { title, check }] of Object.entries(checks)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const start = performance.now();
    const { checked, broken } = await check();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const good = broken.length === 0;
    good ? ++passed : ++failed;
    console.log(`${good ? 'ok    ' : 'FAILED'} ${title}${checked === undefined ? '' : ` (${checked})`}, ${seconds} s`);
    // All of it where one check was asked for; the first lines where many run.
    const lines = broken.join('\n').split('\n');
    const shown = names.length === 1 || good ? lines.length : 40;
    for (const line of good ? [] : lines.slice(0, shown)) console.log(`       ${line}`);
    if (lines.length > shown) console.log(`       ... ${lines.length - shown} more lines: npm run check -- ${name}`);
  }
  return { passed, failed };
}

/** @param {string[]} args */
export async function main(args) {
  await setUp(['build', 'test']);
  const { passed, failed } = await runChecks(args);
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}
