// Reads out of the test programs' reports how many tests passed, failed and were skipped.

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @param {Counts[]} all @returns {Counts} */
export function sum(all) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const counts of all) {
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
  }
  return total;
}

/**
 * From `ctest --verbose` over doctest programs. A program that CTest calls failed counts at least one failure, also
 * where it died before doctest could count, and a program without a doctest line counts as one test.
 * @param {string} output
 * @param {boolean} [oneProgram] every run is of the same program and of a part of its tests: what one run leaves out
 *   another runs, and only what none of them runs is skipped
 * @returns {Counts}
 */
export function countCtest(output, oneProgram = false) {
  /** @type {Map<string, Counts>} */
  const counted = new Map();
  for (const match of output.matchAll(
    /^(\d+): \[doctest\] test cases:\s*\d+ \|\s*(\d+) passed \|\s*(\d+) failed(?: \|\s*(\d+) skipped)?/gm,
  )) {
    const [, program = '', passed, failed, skipped] = match;
    counted.set(program, { passed: Number(passed), failed: Number(failed), skipped: Number(skipped ?? 0) });
  }
  /** @type {Counts[]} */
  const all = [];
  for (const match of output.matchAll(/^\s*\d+\/\d+ Test\s+#(\d+): \S+ \.*\s*(.*?)\s+[\d.]+ sec/gm)) {
    const [, program = '', outcome] = match;
    const good = outcome === 'Passed';
    const counts = counted.get(program) ?? { passed: good ? 1 : 0, failed: 0, skipped: 0 };
    all.push(good || counts.failed > 0 ? counts : { ...counts, failed: 1 });
  }
  const counts = sum(all);
  if (!oneProgram) return counts;
  const registered = Math.max(0, ...[...counted.values()].map((run) => run.passed + run.failed + run.skipped));
  return { ...counts, skipped: Math.max(0, registered - counts.passed - counts.failed) };
}

/**
 * From Vitest's JSON reporter. A file that could not be run, and an error outside all tests, count one failure each.
 * @param {any} report
 * @returns {Counts}
 */
export function countVitest(report) {
  const brokenFiles = report.testResults.filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' && !file.assertionResults.some((/** @type {any} */ test) => test.status === 'failed'),
  ).length;
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
  if (!report.success && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** The names of the tests that were not run, which say why. @param {any} report @returns {string[]} */
export function skippedTests(report) {
  return report.testResults.flatMap((/** @type {any} */ file) =>
    file.assertionResults
      .filter((/** @type {any} */ test) => ['pending', 'skipped', 'todo'].includes(test.status))
      .map((/** @type {any} */ test) => test.fullName),
  );
}
