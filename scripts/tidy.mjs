// clang-tidy over the engine's sources. A file is looked at again only when it, a header of ours that it includes, or
// the list of checks has changed: what passed is remembered under build/tidy.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { compile } from './cmake.mjs';
import { dependencies } from './floors.mjs';
import { root, run } from './shell.mjs';

/** The file and every header of ours below it. @param {string} path @param {Set<string>} [seen] */
function withHeaders(path, seen = new Set()) {
  if (seen.has(path) || !existsSync(join(root, path))) return seen;
  seen.add(path);
  for (const { name } of dependencies(path, readFileSync(join(root, path), 'utf8'))) withHeaders(`src/${name}`, seen);
  return seen;
}

/** @param {string} path */
function stateOf(path) {
  const hash = createHash('sha256');
  for (const file of ['.clang-tidy', 'CMakeLists.txt', ...[...withHeaders(path)].sort()]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 32);
}

/** @returns {Promise<{ checked: number, broken: string[] }>} */
export async function checkTidy() {
  await compile('native', 'generated');
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src/**/*.cpp'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));
  const remembered = join(root, 'build/tidy');
  mkdirSync(remembered, { recursive: true });
  /** @type {string[]} */
  const broken = [];
  const waiting = [...files];
  const worker = async () => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const passed = join(remembered, stateOf(path));
      if (existsSync(passed)) continue;
      const { code, output } = await run('clang-tidy', ['-p', 'build/native', '--quiet', path]);
      if (code === 0) writeFileSync(passed, path);
      else broken.push(output.trim());
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return { checked: files.length, broken };
}
