// What the page shows before its engine has loaded is what this engine draws, number for number.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstPictures } from '../../scripts/first-picture.mjs';
import { root } from '../../scripts/shell.mjs';
import { firstPicture } from '../../web/copy/first-picture';

const drawn = await firstPictures();

test.each(Object.keys(drawn))('%s holds what the engine draws (node scripts/first-picture.mjs)', (path) => {
  const file: unknown = JSON.parse(readFileSync(join(root, path), 'utf8'));
  expect(path.includes('/copy/') ? firstPicture : file).toEqual(drawn[path]);
});
