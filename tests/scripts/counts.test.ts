import { expect, test } from 'vitest';
import { countCtest, countVitest, skippedTests, sum } from '../../scripts/counts.mjs';

test('doctest counts of several programs are added, interleaved as they come', () => {
  const output = `
1: [doctest] doctest version is "2.4.9"
2: ===============================================================================
1: [doctest] test cases:  12 |  12 passed | 0 failed | 1 skipped
1: [doctest] assertions: 340 | 340 passed | 0 failed |
2: [doctest] test cases: 5 | 3 passed | 2 failed |
2: [doctest] Status: FAILURE!
1/2 Test #1: math .............................   Passed    0.41 sec
2/2 Test #2: model ............................***Failed    0.10 sec
`;
  expect(countCtest(output)).toEqual({ passed: 15, failed: 2, skipped: 1 });
});

test.each([
  ['crashed', '***Exception: SegFault'],
  ['hung', '***Timeout'],
  ['was not built', '***Not Run'],
])('a program that %s counts one failure', (_, outcome) => {
  expect(countCtest(`1/1 Test #1: math ......${outcome}   0.00 sec\n`)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a program whose tests passed but that ended badly counts its passes and one failure', () => {
  const output = `
3: [doctest] test cases: 4 | 4 passed | 0 failed | 0 skipped
1/1 Test #3: model ......***Failed   0.00 sec
`;
  expect(countCtest(output)).toEqual({ passed: 4, failed: 1, skipped: 0 });
});

test('of one program that is run in parts, skipped is what no part runs', () => {
  const run = (id: number, passed: number, skipped: number) => `
${id}: [doctest] test cases: ${passed} | ${passed} passed | 0 failed | ${skipped} skipped
${id}/3 Test #${id}: room${id} ......   Passed    0.10 sec
`;
  expect(countCtest(run(1, 4, 8) + run(2, 3, 9) + run(3, 5, 7), true)).toEqual({ passed: 12, failed: 0, skipped: 0 });
  expect(countCtest(run(1, 4, 8) + run(2, 3, 9), true)).toEqual({ passed: 7, failed: 0, skipped: 5 });
});

test('a passing program without doctest is one test', () => {
  expect(countCtest('1/1 Test #1: other ......   Passed    0.00 sec\n')).toEqual({ passed: 1, failed: 0, skipped: 0 });
});

test('no output is no tests', () => {
  expect(countCtest('')).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

const report = (changes: object) => ({
  success: true,
  numPassedTests: 7,
  numFailedTests: 0,
  numPendingTests: 2,
  numTodoTests: 0,
  testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }],
  ...changes,
});

test('Vitest counts are taken over', () => {
  expect(countVitest(report({}))).toEqual({ passed: 7, failed: 0, skipped: 2 });
  expect(countVitest(report({ success: false, numFailedTests: 3 }))).toEqual({ passed: 7, failed: 3, skipped: 2 });
});

test('a file that cannot be run and an error outside tests are failures', () => {
  const unreadable = { status: 'failed', assertionResults: [] };
  const counted = { status: 'failed', assertionResults: [{ status: 'failed' }] };
  const both = report({ success: false, numFailedTests: 1, testResults: [unreadable, counted] });
  expect(countVitest(both).failed).toBe(2);
  expect(countVitest(report({ success: false })).failed).toBe(1);
});

test('sums add every column', () => {
  const counts = { passed: 1, failed: 2, skipped: 4 };
  expect(sum([counts, counts, { passed: 5, failed: 0, skipped: 0 }])).toEqual({ passed: 7, failed: 4, skipped: 8 });
  expect(sum([])).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

test('skipped tests are named', () => {
  const results = [
    { status: 'passed', fullName: 'a runs' },
    { status: 'skipped', fullName: 'b needs torch' },
  ];
  expect(skippedTests(report({ testResults: [{ status: 'passed', assertionResults: results }] }))).toEqual([
    'b needs torch',
  ]);
});
