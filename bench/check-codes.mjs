// The check codes of the runs that must end alike everywhere, in every place that this machine has.
import { compile } from '../scripts/cmake.mjs';
import { run } from '../scripts/shell.mjs';
import { checkCodes as codesOf, lacking, placeNames } from '../tests/one-result/places.mjs';
import { readRuns } from '../tests/one-result/runs.mjs';

/** @param {(line: string) => void} say what is left out, and why */
export async function checkCodes(say) {
  await compile('native', 'seq2seq');
  if ((await run('clang++', ['--version'])).code === 0) await compile('native-clang', 'seq2seq');
  const runs = readRuns();
  /** @type {Record<string, string>} */
  const codes = {};
  for (const name of placeNames) {
    const problem = lacking(name);
    // One text a place: equal where all runs are.
    if (problem === undefined) codes[name] = Object.values(await codesOf(name, runs)).join(' ');
    else say(`left out: check codes of ${name}: ${problem}`);
  }
  return { runs: runs.map(({ name }) => name), codes };
}
