// Remembers, under build/stamps, from which state of its inputs a step was last done.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './shell.mjs';

/** @param {string} path @returns {string[]} the files at or under `path` */
function filesUnder(path) {
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status) return [];
  if (status.isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}

/** A short text that changes when a file at or under one of `paths` changes, appears or goes. @param {string[]} paths */
export function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesUnder(join(root, path))) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/**
 * Does `work` unless it was already done from the same `state` and what it makes is still there.
 * @param {string} step
 * @param {string} state
 * @param {string} made
 * @param {() => Promise<void>} work
 */
export async function once(step, state, made, work) {
  const folder = join(root, 'build/stamps');
  const file = join(folder, step);
  let done;
  try {
    done = readFileSync(file, 'utf8');
  } catch {
    done = '';
  }
  if (done === state && existsSync(join(root, made))) return;
  rmSync(file, { force: true }); // a step that is cut off was not done
  await work();
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, state);
}
