// node contestant.mjs NAME FOLDER: a contestant in a process of its own, commands on stdin, answers in JSON. `first`
// gives the first step's loss and an output, from the given weights; `step` and `decode` SECONDS give timings.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { contender } from './contender.mjs';

const [name = '', folder = ''] = process.argv.slice(2);
const here = (/** @type {string} */ path) => new URL(path, import.meta.url);

/** @param {string} file @returns {Promise<ArrayBuffer>} */
async function read(file) {
  const bytes = await readFile(join(folder, file));
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}

async function module() {
  const build = name === 'engine-scalar' ? 'wasm-scalar' : 'wasm';
  const glue = await import(here(`../build/${build}/engine.mjs`).href);
  const compiled = await WebAssembly.compile(await readFile(here(`../build/${build}/engine.wasm`)));
  return { createEngine: glue.default, compiled };
}

async function peer() {
  // TensorFlow.js is published for bundlers: here it is the bundle that bundle.mjs has made.
  const folder = name === 'tfjs' ? '../build/bench/node/' : './peers/';
  const { load } = await import(here(`${folder}${name}.${name === 'tfjs' ? 'cjs' : 'mjs'}`).href);
  return load(fileURLToPath(here(folder)));
}

const kernel = async () => /** @type {any} */ (await readFile(here('../build/wasm/bench/kernel_peak.wasm')));

const opened = await contender(name, read, { module, peer, kernel });
for await (const line of createInterface({ input: process.stdin })) {
  const [command = '', amount = '0'] = line.split(' ');
  console.log(JSON.stringify(await opened.answer(command, Number(amount))));
}
