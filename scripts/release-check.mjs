// npm run release:check: builds everything twice from the sources alone and compares the two, byte by byte.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setUp } from './setup.mjs';
import { Foreseen, must, root, timed } from './shell.mjs';

/**
 * Every file of a folder with its hash.
 * @param {string} folder
 * @returns {Map<string, string>}
 */
export function hashes(folder, below = '') {
  const found = new Map();
  for (const name of readdirSync(join(folder, below)).sort()) {
    const path = join(below, name);
    if (statSync(join(folder, path)).isDirectory()) {
      for (const [inner, hash] of hashes(folder, path)) found.set(inner, hash);
    } else {
      found.set(
        path,
        createHash('sha256')
          .update(readFileSync(join(folder, path)))
          .digest('hex'),
      );
    }
  }
  return found;
}

/** What two builds differ in, by name. @param {Map<string, string>} one @param {Map<string, string>} other */
export const differences = (one, other) =>
  [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path));

/** The sources as they are now, so that both builds are of the same. @param {string} folder */
function copySources(folder) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' });
  for (const path of listed.split('\0').filter((one) => one !== '' && existsSync(join(root, one))))
    cpSync(join(root, path), join(folder, path));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

/** All that is built there, without any cache. @param {string} folder */
async function builtIn(folder) {
  const program = "import('./scripts/build.mjs').then((script) => script.build())";
  await must('The build', 'env', [
    '-C',
    folder,
    'CCACHE_DISABLE=1',
    'SEQ2SEQ_SETUP=skip',
    process.execPath,
    '-e',
    program,
  ]);
  return hashes(join(folder, 'dist'));
}

export async function main() {
  await setUp(['build']);
  const folders = ['a', 'other'].map((name) => mkdtempSync(join(tmpdir(), `seq2seq-lab-${name}-`)));
  try {
    const [first, second] = folders;
    for (const folder of folders) copySources(folder);
    const one = await timed('Building once', () => builtIn(/** @type {string} */ (first)));
    const other = await timed('Building again, in another folder', () => builtIn(/** @type {string} */ (second)));
    const found = differences(one, other);
    if (found.length > 0) throw new Foreseen(`The two builds differ in: ${found.join(', ')}`);
    const all = createHash('sha256');
    for (const [path, hash] of one) all.update(`${hash}  ${path}\n`);
    console.log(`${one.size} files, the same to the byte. All together: ${all.digest('hex')}`);
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}
