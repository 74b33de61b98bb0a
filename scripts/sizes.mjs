// node scripts/sizes.mjs [simd|scalar] [--files]: what the engine's module weighs and what it is made of (docs/speed.md).
// A build with the functions' names in it is linked beside the module; a name is looked up in the rooms' libraries.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { compile } from './cmake.mjs';
import { Foreseen, root } from './shell.mjs';

const folders = { simd: 'wasm', scalar: 'wasm-scalar' };

/** @param {Uint8Array} bytes */
const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

/**
 * What the built module weighs in bytes: as it is, and compressed as servers do.
 * @param {keyof typeof folders} build
 */
export function moduleSize(build) {
  const bytes = readFileSync(join(root, 'build', folders[build], 'engine.wasm'));
  return { raw: bytes.length, gzip: gzipped(bytes), brotli: brotliCompressSync(bytes).length };
}

/**
 * Functions with their names and the data of a module that was linked with names.
 * @param {Buffer} bytes
 */
export function takeApart(bytes) {
  let at = 8;
  const byte = () => bytes[at++] ?? 0;
  const number = () => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const next = byte();
      value += (next & 127) * shift;
      if (next < 128) return value;
    }
  };
  const text = () => {
    const length = number();
    at += length;
    return bytes.toString('utf8', at - length, at);
  };
  const limits = () => {
    const hasMaximum = byte() & 1;
    number();
    if (hasMaximum) number();
  };
  const block = () => {
    const length = number();
    at += length;
    return bytes.subarray(at - length, at);
  };
  /** @type {Map<number, string>} */
  const names = new Map();
  /** @type {Buffer[]} */
  const bodies = [];
  /** @type {Buffer[]} */
  const data = [];
  let imported = 0;
  while (at < bytes.length) {
    const section = byte();
    const size = number();
    const end = at + size;
    if (section === 0 && text() === 'name') {
      while (at < end) {
        const kind = byte();
        const behind = number() + at;
        if (kind === 1) for (let count = number(); count > 0; count--) names.set(number(), text());
        at = behind;
      }
    } else if (section === 2) {
      for (let count = number(); count > 0; count--) {
        text();
        text();
        const kind = byte();
        if (kind === 0) imported++;
        if (kind === 1 || kind === 3) byte();
        if (kind === 0 || kind === 3) number();
        if (kind === 1 || kind === 2) limits();
        if (kind === 4) at += 2;
      }
    } else if (section === 10) {
      for (let count = number(); count > 0; count--) bodies.push(block());
    } else if (section === 11) {
      for (let count = number(); count > 0; count--) {
        if (number() === 0) {
          byte(); // the place in memory: i32.const, a number, end
          number();
          byte();
        }
        data.push(block());
      }
    }
    at = end;
  }
  return { functions: bodies.map((body, i) => ({ name: names.get(i + imported) ?? '', body })), data };
}

/**
 * The one file that defines a function, by name; functions made from templates in several files belong to none.
 * @param {string} folder
 */
function homes(folder) {
  /** @type {Map<string, string | undefined>} */
  const found = new Map();
  for (const room of [
    'base',
    'math',
    'model',
    'text',
    'training',
    'inference',
    'formats',
    'lesson',
    'checking',
    'session',
  ]) {
    const library = join(root, 'build', folder, `libseq2seq_${room}.a`);
    const { stdout, status } = spawnSync('llvm-nm', ['-C', '--defined-only', library], {
      encoding: 'utf8',
      maxBuffer: 1e9,
    });
    if (status !== 0) throw new Foreseen('llvm-nm is needed to tell which room a function is from (package llvm).');
    let file = '';
    for (const line of stdout.split('\n')) {
      const [, name] = /^[0-9a-f]+ [TtWw] (.+)$/.exec(line) ?? [];
      if (name) found.set(name, found.has(name) ? undefined : `${room}/${file}`);
      else if (line.endsWith(':')) file = line.replace(/\.cpp\.o:$/, '');
    }
  }
  return found;
}

/** @param {string} name @param {Map<string, string | undefined>} home */
function partOf(name, home) {
  if (/nlohmann/.test(name)) return 'JSON';
  const room = home.get(name);
  if (room) return room;
  if (/emscripten|seq2seq::\(anonymous namespace\)/.test(name)) return 'bindings';
  if (/seq2seq/.test(name)) return 'of several rooms';
  return /std::|__cxx|cxxabi|_Unwind/.test(name) ? 'C++ library' : 'C library';
}

/** @param {string[]} args */
export async function main(args) {
  const build = args.includes('scalar') ? 'scalar' : 'simd';
  const folder = folders[build];
  await compile(folder, 'engine_module', 'engine_parts');
  const { functions, data } = takeApart(readFileSync(join(root, 'build', folder, 'engine_parts.wasm')));
  const home = homes(folder);
  /** @type {Map<string, Buffer[]>} */
  const parts = new Map([['data', data]]);
  for (const { name, body } of functions) {
    const part = partOf(name, home);
    const key = args.includes('--files') ? part : (part.split('/')[0] ?? part);
    parts.set(key, [...(parts.get(key) ?? []), body]);
  }
  // Each part compressed alone: together they are a little less.
  const rows = [...parts].map(([part, bodies]) => ({ part, bytes: Buffer.concat(bodies) }));
  for (const { part, bytes } of rows.sort((a, b) => b.bytes.length - a.bytes.length))
    console.log(`${part.padEnd(34)}${String(bytes.length).padStart(9)}${String(gzipped(bytes)).padStart(9)}`);
  const { raw, gzip, brotli } = moduleSize(build);
  console.log(`\n${build}: ${raw} bytes, ${gzip} with gzip -9, ${brotli} with brotli`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
