// One of the two workers of workers.mjs: a session that steps alone, and one that steps together with the other thread's.
import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { checked, loadModule, openSession } from './engine.mjs';

const { part, port, whole, halves, pairs } = workerData;
const build = new URL('../build/wasm/', import.meta.url);
const { default: createEngine } = await import(new URL('engine.mjs', build).href);
const compiled = await WebAssembly.compile(readFileSync(new URL('engine.wasm', build)));
const module = await loadModule(createEngine, compiled);
const shared = openSession(module, halves, pairs);
/** @type {any} */
let alone; // only the thread that is asked for it pays for a second session

/** What this thread alone took, in milliseconds; where the system does not tell, the time that went by. */
function threadTime() {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return performance.now();
  }
}

/** @type {Uint8Array[]} */
const arrived = [];
let wake = () => {};
port.on('message', (/** @type {Uint8Array} */ bytes) => {
  arrived.push(bytes);
  wake();
});

async function stepTogether() {
  const bytes = checked(shared.computePart(part));
  port.postMessage(bytes, [bytes.buffer]);
  if (arrived.length === 0)
    await new Promise((resolve) => {
      wake = () => resolve(undefined);
    });
  checked(shared.putPart(1 - part, arrived.shift()));
  checked(shared.finishParts());
}

function stepAlone() {
  alone ??= openSession(module, whole, pairs);
  checked(alone.train(1));
}

parentPort?.on('message', async ({ alone: single = 0, shared: together = 0 }) => {
  const steps = single + together;
  const wall = performance.now();
  const cpu = threadTime();
  for (let i = 0; i < single; ++i) stepAlone();
  for (let i = 0; i < together; ++i) await stepTogether();
  parentPort?.postMessage({ wall: (performance.now() - wall) / steps, cpu: (threadTime() - cpu) / steps });
});
