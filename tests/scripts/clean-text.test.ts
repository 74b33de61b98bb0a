import { expect, test } from 'vitest';
import { disagreeingVersions, unwantedText } from '../../scripts/clean-text.mjs';

// Put together here, so that this file does not itself hold what must not be written.
const join = (...parts: string[]) => parts.join('');

test.each([
  join('see /wo', 'rk/main/README.md'),
  join('cp /ro', 'ot/a b'),
  join('"/ho', 'me/someone/project"'),
  join('open(/tm', 'p/dump.txt)'),
  join('https://regis', 'try.npmjs.org/lit'),
  join('"resol', 'ved": "x"'),
  join('as is', 'sue 12 says'),
  join('as Is', 'sue #3 says'),
  join('// TO', 'DO later'),
])('refused: %s', (line) => {
  expect(unwantedText('a.md', `fine\n${line}\n`)).toEqual([expect.stringMatching(/^a\.md:2: /)]);
});

test.each([
  'tests/wasm/work/a',
  './work/a',
  'https://example.org/work/a',
  'network/works',
  'the issue is 3 times as large',
  'mastodon',
  'the resolved path',
])('fine: %s', (line) => {
  expect(unwantedText('a.md', line)).toEqual([]);
});

const texts = (version: string, changelog: string, lock = version) => ({
  package: JSON.stringify({ version }),
  lock: JSON.stringify({ version: lock, packages: { '': { version: lock } } }),
  changelog,
});

test('versions agree', () => {
  expect(disagreeingVersions(texts('1.2.0', '# Changelog\n\n## [Unreleased]\n\n## [1.1.0]\n'))).toEqual([]);
  expect(disagreeingVersions(texts('1.2.0', '# Changelog\n\n## [1.2.0] - 2030-01-02\n'))).toEqual([]);
});

test('a version that disagrees is named with the place', () => {
  expect(disagreeingVersions(texts('1.2.0', '## [Unreleased]', '1.1.0'))).toHaveLength(2);
  expect(disagreeingVersions(texts('1.2.0', '## [1.1.0]'))[0]).toContain('newest section is 1.1.0');
  expect(disagreeingVersions(texts('1.2.0', ''))).toHaveLength(1);
});
