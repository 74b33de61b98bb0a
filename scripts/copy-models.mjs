// Trains the two small models that <s2s-copy> ships, one that can copy and one that cannot, and writes them to web/copy/,
// in half precision: that is half the bytes to fetch, and they write the same words. Run again after a change to the
// configuration or to the format: node scripts/copy-models.mjs. A test trains them anew and compares every byte.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from './cmake.mjs';
import { halved } from './safetensors.mjs';
import { must, root } from './shell.mjs';

/** File, and what of web/copy/model.json is set otherwise. @type {[string, string[]][]} */
export const models = [
  ['copy-on.safetensors', []],
  ['copy-off.safetensors', ['--set', 'model.copy=off']],
];

/** @param {string} file @param {string[]} set @param {string} folder */
export const trainArguments = (file, set, folder) => [
  'train',
  '--config',
  join(root, 'web/copy/model.json'),
  ...set,
  '--out',
  join(folder, file),
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join(root, 'web/copy');
  mkdirSync(folder, { recursive: true });
  await compile('native', 'seq2seq');
  for (const [file, set] of models) {
    await must(`Training ${file}`, join(root, 'build/native/seq2seq'), trainArguments(file, set, folder));
    writeFileSync(join(folder, file), halved(readFileSync(join(folder, file))));
  }
}
