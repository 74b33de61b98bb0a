// clang-tidy over the engine's sources. It takes a room as one file (SEQ2SEQ_UNITY_ROOMS in CMakeLists.txt), so that Eigen
// is walked through once a room. A room is looked at again only when one of its files, a header of ours that they include,
// or the list of checks has changed: what passed is remembered under build/tidy.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { compile } from './cmake.mjs';
import { dependencies } from './floors.mjs';
import { root, run } from './shell.mjs';

const preset = 'native-clang';

/** The file and every header of ours below it. @param {string} path @param {Set<string>} seen */
function withHeaders(path, seen) {
  if (seen.has(path) || !existsSync(join(root, path))) return seen;
  seen.add(path);
  for (const { name } of dependencies(path, readFileSync(join(root, path), 'utf8'))) withHeaders(`src/${name}`, seen);
  return seen;
}

/** @param {string[]} paths */
function stateOf(paths) {
  const files = new Set();
  for (const path of paths) withHeaders(path, files);
  const hash = createHash('sha256');
  for (const file of ['.clang-tidy', 'CMakeLists.txt', 'CMakePresets.json', ...[...files].sort()]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 32);
}

/** What is compiled as one: each such file, and the sources that it includes. */
function rooms() {
  /** @type {{ file: string }[]} */
  const commands = JSON.parse(readFileSync(join(root, 'build', preset, 'compile_commands.json'), 'utf8'));
  return commands
    .filter(({ file }) => file.includes('/Unity/'))
    .map(({ file }) => ({
      file,
      sources: [...readFileSync(file, 'utf8').matchAll(/^#include "(.+)"$/gm)].map((match) =>
        relative(root, match[1] ?? ''),
      ),
    }))
    .filter(({ sources }) => sources.every((source) => source.startsWith('src/')))
    .sort((a, b) => b.sources.length - a.sources.length); // the longest first
}

/** @returns {Promise<{ checked: number, broken: string[] }>} */
export async function checkTidy() {
  await compile(preset, 'generated');
  const remembered = join(root, 'build/tidy');
  mkdirSync(remembered, { recursive: true });
  /** @type {string[]} */
  const broken = [];
  const all = rooms();
  if (all.length === 0) return { checked: 0, broken: [`build/${preset} compiles no room as one`] };
  const waiting = [...all];
  const worker = async () => {
    for (let room = waiting.shift(); room !== undefined; room = waiting.shift()) {
      const passed = join(remembered, stateOf(room.sources));
      if (existsSync(passed)) continue;
      const { code, output } = await run('clang-tidy', ['-p', `build/${preset}`, '--quiet', room.file]);
      if (code === 0) writeFileSync(passed, room.sources.join('\n'));
      else broken.push(output.trim());
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return { checked: all.reduce((sum, { sources }) => sum + sources.length, 0), broken };
}
