// What is fetched before something is seen, compressed. Sizes are those of the built files; raise a limit only together
// with its reason, which stands beside it here.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const assets = join(dist, 'widget/assets');
const KB = 1024;
const compressed = (path: string) => gzipSync(readFileSync(path), { level: 9 }).length;

/** A script and everything it imports at once, by name. */
function closure(start: string): Set<string> {
  const found = new Set([start]);
  for (const name of found) {
    const code = readFileSync(join(assets, name), 'utf8');
    for (const [, other] of code.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) found.add(other!);
  }
  return found;
}
const weight = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + compressed(join(assets, name)), 0);
const chunk = (stem: string) => readdirSync(assets).find((name) => new RegExp(`^${stem}-.{8}\\.js$`).test(name))!;
/** An element's; the questions about the same thing lie in a file of the same name. */
const elementChunk = (name: string) =>
  readdirSync(assets).find(
    (file) =>
      new RegExp(`^${name}-.{8}\\.js$`).test(file) &&
      readFileSync(join(assets, file), 'utf8').includes(`s2s-${name}\``),
  )!;

const elements = ['program', 'attention', 'forcing', 'sampling', 'copy', 'shapes', 'check', 'check-progress'];

test('the widget without its figures: loader, base of the elements, words, client and worker', () => {
  const [first, ...others] = elements.map((name) => closure(elementChunk(name)));
  const shared = [...first!].filter((file) => others.every((one) => one.has(file)));
  const workers = readdirSync(assets).filter((name) => /^worker-.*js$/.test(name));
  const entry =
    compressed(join(dist, 'widget/seq2seq-lab.js')) +
    weight([chunk('on-demand'), chunk('client'), ...workers, ...shared]);
  expect(entry).toBeGreaterThan(10_000);
  expect(entry).toBeLessThanOrEqual(60 * KB);
});

describe('one element’s first picture, all in all before the engine', () => {
  test.each(elements)('%s', (name) => {
    const files = new Set([...closure(chunk('on-demand')), ...closure(elementChunk(name))]);
    const bytes = compressed(join(dist, 'widget/seq2seq-lab.js')) + weight(files);
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThanOrEqual(60 * KB);
  });
});

// Nearly half of it is the engine, packed more tightly than gzip can (scripts/build-single.mjs).
test('the single file', () => {
  expect(compressed(join(dist, 'seq2seq-lab.html'))).toBeLessThanOrEqual(450 * KB);
});

test('no shipped script makes code from text, and none defines a module for AMD', () => {
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const code = new Map(scripts.map((name) => [name, readFileSync(join(assets, name), 'utf8')]));
  code.set('seq2seq-lab.html', readFileSync(join(dist, 'seq2seq-lab.html'), 'utf8'));
  for (const [name, text] of code) {
    expect(text, name).not.toMatch(/\beval\(|new Function\(|[^.\w]Function\(["'`]|setTimeout\(["'`]|define\.amd/);
  }
});

test('files that a cache may hold beside those of another version carry their content in their name (C59)', () => {
  for (const name of readdirSync(assets)) expect(name).toMatch(/-[\w-]{8}\.\w+$/);
});
