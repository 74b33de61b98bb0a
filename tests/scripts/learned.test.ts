// Shares that the lesson quotes from docs/learning.md.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { learned } from '../../scripts/learned.mjs';
import { lesson } from '../../scripts/lesson-page.mjs';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

const guide = `<!-- one -->
| kind | right, % | other |
| --- | --- | --- |
| a | 93.1 (89.0 to 97.2) | 5.0 |
| b | - | 0.0 |
<!-- end of one -->
<!-- two -->
| kind | right, % |
| --- | --- |
| a | 12.5 |
<!-- end of two -->`;

test('a share is found by table, row and column, with least and most where they are there', () => {
  expect(learned(guide, 'one', 'a', 'right, %')).toBe('93.1\u00a0% (89.0–97.2)');
  expect(learned(guide, 'one', 'b', 'other')).toBe('0.0\u00a0%');
  expect(learned(guide, 'two', 'a', 'right, %')).toBe('12.5\u00a0%');
});

test.each([
  ['three', 'a', 'right, %'],
  ['one', 'c', 'right, %'],
  ['one', 'a', 'left, %'],
  ['one', 'b', 'right, %'],
])('what is not there ends the build: %s, %s, %s', (table, row, column) => {
  expect(() => learned(guide, table, row, column)).toThrow(/docs\/learning\.md has no share/);
});

test.each(['en', 'de'])('the lesson in "%s" states no share of its own beside those', (lang) => {
  const source = read(`web/page/lesson.${lang}.html`);
  expect(source.match(/<learned /g)?.length).toBe(9);
  expect(source.replace(/<template.*?<\/template>/gs, '')).not.toMatch(/\d[\s\u00a0]?%(?!\d)/);
  const quoted = read('docs/learning.md');
  const shares = lesson(source, quoted).match(/\d+\.\d(?=\u00a0%)/g) ?? [];
  expect(shares).toHaveLength(9);
  for (const share of shares) expect(quoted).toContain(`| ${share}`);
  expect(lesson(source, quoted.replaceAll('93.1', '11.1'))).toContain('11.1\u00a0%');
});
