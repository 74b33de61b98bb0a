import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brokenLinks, checkLinks } from '../../scripts/links.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 's2s-links-'));
  for (const path of ['docs/images', 'src/math']) mkdirSync(join(folder, path), { recursive: true });
  for (const path of ['docs/images/page.png', 'src/math/gemm.cpp', 'src/math/gemm.h', 'CMakeLists.txt', 'README.md']) {
    writeFileSync(join(folder, path), '');
  }
  writeFileSync(
    join(folder, 'docs/map.md'),
    '# The map\n\n## What `x` is: a [link](map.md)!\n\n```\n# no heading\n```\n',
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const check = (markdown: string, path = 'README.md') => brokenLinks(path, markdown, folder);

test.each([
  ['a link', 'See [this](docs/none.md).'],
  ['a link with code in its label', 'See [`map`](docs/none.md).'],
  ['a picture', '![a page](docs/images/none.png)'],
  ['a picture in HTML', '<img alt="a" src="docs/images/none.png">'],
  ['a reference', 'See [this][1].\n\n[1]: docs/none.md'],
  ['a heading', '[there](docs/map.md#none)'],
  ['a heading that is an example', '[there](docs/map.md#no-heading)'],
  ['a heading of its own', '# One\n\n[there](#two)'],
  ['a path out of the project', '[there](../outside.md)'],
  ['a path in code', 'Open `src/math/none.cpp`.'],
  ['a folder in code', 'Open `src/none/`.'],
  ['a pattern in code that nothing fits', 'Open `src/math/*.ts`.'],
  ['a file of the top in code', 'Open `NONE.md`.'],
])('not there: %s', (_, markdown) => {
  expect(check(markdown).broken).toHaveLength(1);
});

test.each([
  ['a link', '[map](docs/map.md)', 1],
  ['headings', '[a](docs/map.md#the-map) [b](docs/map.md#what-x-is-a-link)', 2],
  ['a path in code', '`src/math/gemm.cpp` and `src/math` and `src/math/`', 3],
  ['a pattern in code', '`src/math/*.cpp` and `src/*/gemm.h`', 2],
  ['another site', '[x](https://example.org/none.md)', 0],
  ['what the build makes', '`build/native/seq2seq`, `dist/site/`', 0],
  ['what is no path', '`a/b`, `B, S`, `enc.emb.weight`, `npm test`', 0],
  ['examples in blocks', '```\n[map](docs/none.md) `src/none`\n```', 0],
])('there: %s', (_, markdown, checked) => {
  expect(check(markdown)).toEqual({ checked, broken: [] });
});

test('links count from the folder of their own file', () => {
  expect(check('[p](images/page.png) [r](../README.md)', 'docs/map.md').broken).toEqual([]);
  expect(check('[p](docs/images/page.png)', 'docs/map.md').broken).toHaveLength(1);
});

test('the line is named', () => {
  expect(check('one\n\n[x](none.md)\n').broken).toEqual(['README.md:3: no file at none.md']);
});

test('every link and path of the guides is there', () => {
  const { checked, broken } = checkLinks();
  expect(broken).toEqual([]);
  expect(checked).toBeGreaterThan(20);
});
