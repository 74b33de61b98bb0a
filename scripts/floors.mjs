// The order of the rooms: each may use the floors below it, never one above, never another room of its own floor.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { root } from './shell.mjs';

/** @type {Record<string, number>} */
const floors = {
  base: 0,
  math: 1,
  model: 2,
  text: 3,
  training: 4,
  inference: 4,
  formats: 5,
  lesson: 5,
  checking: 6,
  session: 7,
  cli: 8,
  wasm: 8,
  web: 9,
  bench: 9,
};

// Rooms that know less than all below them. The faces go through the one door; the benchmark measures steps through it
// too, and kernels where they lie.
/** @type {Record<string, string[]>} */
const onlyThese = {
  cli: ['session', 'lesson', 'base'],
  wasm: ['session', 'lesson', 'base'],
  web: ['wasm'],
  bench: ['session', 'math', 'base'],
};

// What of wasm/ the page may see: the client and the types of the conversation, not the machinery behind them.
const openToWeb = /^wasm\/(client|client-api|protocol)(\.ts)?$/;

// Libraries that stay in their rooms.
/** @type {{ library: RegExp, where: RegExp, rule: string }[]} */
const libraries = [
  { library: /^(Eigen|unsupported)\//, where: /^src\/math\//, rule: 'Eigen stays in src/math' },
  {
    library: /^nlohmann\//,
    where: /^(src\/formats\/|src\/session\/json|src\/cli\/|tests\/)/,
    rule: 'JSON text stays in src/formats, src/session/json and src/cli',
  },
  { library: /^CLI\//, where: /^src\/cli\//, rule: 'CLI11 stays in src/cli' },
  { library: /^emscripten\b/, where: /^wasm\//, rule: 'Emscripten stays in wasm' },
];

/**
 * The room a file belongs to, by its path: src/math/gemm.cpp and tests/native/math/gemm_test.cpp are math's.
 * @param {string} path
 */
function roomOf(path) {
  return /^(?:src|tests\/native)\/([^/]+)\//.exec(path)?.[1] ?? /^(wasm|web|bench)\//.exec(path)?.[1];
}

/**
 * Every `#include`, `import`, `export from` and dynamic `import()` of a source text.
 * @param {string} path
 * @param {string} text
 * @returns {{ name: string, line: number }[]}
 */
export function dependencies(path, text) {
  const pattern = /\.(cpp|h)$/.test(path)
    ? /^[ \t]*#[ \t]*include[ \t]*[<"]([^>"]+)[>"]/gm
    : /(?:^|[\s;}])(?:import|export)\b(?:[^'"`;()]*?\bfrom\s*)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|\bnew URL\(\s*['"](\.[^'"]+)['"]\s*,\s*import\.meta\.url/gm;
  return [...text.matchAll(pattern)].map((match) => ({
    name: match[1] ?? match[2] ?? match[3] ?? '',
    line: text.slice(0, match.index + match[0].length).split('\n').length,
  }));
}

/**
 * The path, from the project's folder, of what a file names, or undefined for a library.
 * @param {string} path
 * @param {string} name
 */
function target(path, name) {
  if (/\.(cpp|h)$/.test(path)) {
    const room = name.split('/')[0] ?? '';
    if (name.startsWith('.')) return normalize(join(dirname(path), name));
    return room in floors && name.includes('/') ? `src/${name}` : undefined;
  }
  return name.startsWith('.') ? normalize(join(dirname(path), name)) : undefined;
}

/**
 * What a file breaks of the order, one sentence each.
 * @param {string} path from the project's folder
 * @param {string} text
 * @returns {string[]}
 */
export function brokenFloors(path, text) {
  const room = roomOf(path);
  const floor = room === undefined ? undefined : floors[room];
  const broken = [];
  if (/^src\//.test(path) && floor === undefined) broken.push(`${path}: its folder is no room of scripts/floors.mjs`);
  for (const { name, line } of dependencies(path, text)) {
    const at = `${path}:${line}: `;
    for (const { library, where, rule } of libraries) {
      if (library.test(name) && !where.test(path)) broken.push(`${at}${name}: ${rule}`);
    }
    const used = target(path, name);
    const other = used === undefined ? undefined : roomOf(used);
    if (room === undefined || floor === undefined || used === undefined || other === undefined || other === room)
      continue;
    const otherFloor = floors[other];
    if (otherFloor === undefined) continue;
    if (otherFloor > floor)
      broken.push(`${at}${room} (floor ${floor}) may not use ${other} (floor ${otherFloor}) above it`);
    else if (otherFloor === floor) broken.push(`${at}${room} may not use ${other}, which is on the same floor`);
    else if (onlyThese[room] && !onlyThese[room].includes(other)) {
      broken.push(`${at}${room} may use only ${onlyThese[room].join(', ')}, not ${other}`);
    } else if (room === 'web' && !openToWeb.test(used)) {
      broken.push(`${at}web may use only the client and protocol of wasm, not ${used}`);
    }
  }
  return broken;
}

/** @returns {{ checked: number, broken: string[] }} */
export function checkFloors() {
  const listed = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'src', 'wasm', 'web', 'tests', 'bench'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  const files = listed
    .split('\n')
    .filter((path) => /\.(cpp|h|ts|mts|js|mjs)$/.test(path) && existsSync(join(root, path)));
  return {
    checked: files.length,
    broken: files.flatMap((path) => brokenFloors(path, readFileSync(join(root, path), 'utf8'))),
  };
}
