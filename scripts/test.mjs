// npm test [-- SUITE ...]: sets up, runs every suite or the named ones, and adds everything up in the last line.
import { sum } from './counts.mjs';
import { setUp } from './setup.mjs';
import { Foreseen } from './shell.mjs';
import { suites } from './suites.mjs';

/** @param {string[]} args */
export async function main(args) {
  const known = suites.map(({ name }) => name);
  const wrong = args.find((name) => !known.includes(name));
  if (wrong) throw new Foreseen(`There is no suite "${wrong}"; there are: ${known.join(', ')}.`);
  await setUp(['build', 'test', 'browsers']);

  const results = [];
  for (const suite of suites) {
    if (args.length > 0 && !args.includes(suite.name)) continue;
    console.log(`\n== ${suite.name}: ${suite.title}`);
    const start = performance.now();
    let counts = { passed: 0, failed: 1, skipped: 0 };
    try {
      counts = await suite.run();
      // A suite that finds no tests has lost them.
      if (counts.passed + counts.failed === 0) {
        console.log(`FAILED: ${suite.name} has no tests.`);
        counts.failed = 1;
      }
    } catch (error) {
      // What could not be built counts as one failure, and the other suites still run.
      console.log(/** @type {any} */ (error).foreseen ? /** @type {Error} */ (error).message : error);
    }
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped, ${seconds} s`);
    results.push({ name: suite.name, ...counts, seconds });
  }

  const total = sum(results);
  console.log(`\n${'suite'.padEnd(12)} passed  failed skipped seconds`);
  for (const { name, passed, failed, skipped, seconds } of results) {
    console.log(name.padEnd(12) + [passed, failed, skipped, seconds].map((n) => String(n).padStart(7)).join(' '));
  }
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  if (total.failed > 0) process.exitCode = 1;
}
