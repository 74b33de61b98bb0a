import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { jsonLines, type Result, root, seq2seq } from './run';

interface Line {
  key: string;
  label: string;
  printed: string;
  values: number[];
  texts: string[];
  shape: number[];
}

let json: Result;
let report: Record<string, Line>;
beforeAll(() => {
  json = seq2seq(['lesson', '--json']);
  report = jsonLines(json)[0];
});

test('--json is one object on one line, and stderr is silent', () => {
  expect(json.code).toBe(0);
  expect(json.err).toBe('');
  expect(jsonLines(json)).toHaveLength(1);
  for (const [key, line] of Object.entries(report)) {
    expect(line.key).toBe(key);
    expect(line.label).not.toBe('');
    expect(line.printed).not.toBe('');
  }
});

test.each([
  ['slide9.energies', [-0.8377, 1.2709, -0.4288]],
  ['slide9.alpha', [0.0931, 0.7668, 0.1401]],
  ['slide9.context', [-0.7889, -1.1562, 0.0228, 0.721]],
  ['slide30.weights', [0.3141, 0.2117, 0.1724, 0.3018]],
  ['slide50.alpha', [0.1512, 0.2983, 0.2936, 0.2569]],
  ['slide53.losses', [6.9713, 6.9338, 6.8965]],
  ['slide55.final_loss', [1.4987]],
  ['slide36.parameters.total', [1386]],
  ['slide36.claim.total_e256', [49786672]],
])('%s', (key, expected) => {
  const found = report[key]?.values ?? [];
  expect(found.map((x) => Number(x.toFixed(4)))).toEqual(expected);
});

test('the free run stopped at EOS is an empty list', () => {
  expect(report['slide19.free.stopped']).toMatchObject({ printed: '[]', values: [] });
});

test('docs/lesson-numbers.md explains every key, and no other', () => {
  const page = readFileSync(`${root}/docs/lesson-numbers.md`, 'utf8');
  const documented = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1]);
  expect(documented).toEqual(Object.keys(report));
});

test('people get every printed number under the headings of the four parts', () => {
  const { code, out, err } = seq2seq(['lesson']);
  expect(code).toBe(0);
  expect(err).toBe('');
  expect(out.match(/^Part \d: /gm)).toHaveLength(4);
  for (const line of Object.values(report)) expect(out).toContain(`${line.label} `);
  for (const line of Object.values(report)) expect(out).toContain(`  ${line.printed}\n`);
});
