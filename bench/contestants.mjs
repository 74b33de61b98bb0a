// Who takes part, and what each needs to be there.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromiumProgram } from '../scripts/chromium.mjs';
import { root } from '../scripts/shell.mjs';

/**
 * @typedef {'engine' | 'node' | 'native' | 'torch' | 'chromium'} Kind
 * @typedef {{ field: string, title: string, kind: Kind, name: string, peer?: string, variant?: import('./variants.mjs').Variant,
 *   decodeOnly?: boolean, needs?: () => string | undefined, fast?: boolean }} Contestant
 * `field` names it in the JSON document, `peer` is what --peers calls it (ours have none), `variant` is a folder of data
 * of its own, `needs` says what is missing.
 */

export const peers = join(root, 'bench/peers');

/** @param {string} name of an npm package */
export const installed = (name) => existsSync(join(peers, 'node_modules', name));

const openblas = '/usr/lib/x86_64-linux-gnu/openblas-pthread';
/** The distribution's Python: others on the path may be without PyTorch. */
export const python = '/usr/bin/python3';
export const torchEnvironment = { LD_LIBRARY_PATH: openblas, PYTHONDONTWRITEBYTECODE: '1' };

const module = (/** @type {string} */ name) => () => (installed(name) ? undefined : `${name} (npm run bench:setup)`);
const torch = () =>
  existsSync(`${openblas}/libblas.so.3`) && existsSync('/usr/lib/python3/dist-packages/torch')
    ? undefined
    : 'python3-torch with libopenblas0-pthread (npm run bench:setup)';
const browser = () => (existsSync(chromiumProgram) ? undefined : 'chromium');
const both =
  (/** @type {(() => string | undefined)[]} */ ...all) =>
  () =>
    all.map((needs) => needs()).find((missing) => missing !== undefined);

/** @type {Contestant[]} */
export const contestants = [
  { field: 'wasm_ms', title: 'ours, WebAssembly in Node', kind: 'node', name: 'engine' },
  { field: 'kernel_ms', title: 'its matrix tile alone', kind: 'node', name: 'kernel' },
  { field: 'chromium_ms', title: 'ours, in Chromium', kind: 'chromium', name: 'engine', needs: browser },
  { field: 'native_ms', title: 'ours, native, reference', kind: 'native', name: 'native' },
  { field: 'native_fast_ms', title: 'ours, native, this CPU (fast)', kind: 'native', name: 'fast', fast: true },
  {
    field: 'sampling_ms',
    title: 'ours, scheduled sampling at 0.5',
    kind: 'node',
    name: 'engine',
    variant: 'sampling',
  },
  { field: 'copying_ms', title: 'ours, pointer-generator', kind: 'node', name: 'engine', variant: 'copying' },
  { field: 'padded_ms', title: 'ours, 30 % of the target padding', kind: 'node', name: 'engine', variant: 'padded' },
  {
    field: 'torch_1t_ms',
    title: "PyTorch, the lesson's program",
    kind: 'torch',
    name: 'lesson',
    peer: 'torch',
    needs: torch,
  },
  {
    field: 'torch_1t_rearranged_ms',
    title: 'PyTorch, rearranged',
    kind: 'torch',
    name: 'rearranged',
    peer: 'torch',
    needs: torch,
  },
  {
    field: 'jaxjs_ms',
    title: 'jax-js, Node',
    kind: 'node',
    name: 'jax',
    peer: 'jax',
    needs: module('@jax-js/jax'),
  },
  {
    field: 'tfjs_wasm_ms',
    title: 'TensorFlow.js (tuned), Node',
    kind: 'node',
    name: 'tfjs',
    peer: 'tfjs',
    needs: module('@tensorflow/tfjs-backend-wasm'),
  },
  { field: 'plainjs_ms', title: 'plain JavaScript, Node', kind: 'node', name: 'plain', peer: 'plain' },
  {
    field: 'chromium_jaxjs_ms',
    title: 'jax-js, Chromium',
    kind: 'chromium',
    name: 'jax',
    peer: 'jax',
    needs: both(module('@jax-js/jax'), browser),
  },
  {
    field: 'chromium_tfjs_wasm_ms',
    title: 'TensorFlow.js (tuned), Chromium',
    kind: 'chromium',
    name: 'tfjs',
    peer: 'tfjs',
    needs: both(module('@tensorflow/tfjs-backend-wasm'), browser),
  },
  {
    field: 'chromium_plainjs_ms',
    title: 'plain JavaScript, Chromium',
    kind: 'chromium',
    name: 'plain',
    peer: 'plain',
    needs: browser,
  },
  {
    field: 'ort_ms',
    title: 'onnxruntime-web (decodes only)',
    kind: 'node',
    name: 'ort',
    peer: 'ort',
    decodeOnly: true,
    needs: both(module('onnxruntime-web'), torch),
  },
];

export const peerNames = [...new Set(contestants.flatMap(({ peer }) => (peer ? [peer] : [])))];

/** The build of step_bench that a native contestant is. @param {string} name */
export const stepBench = (name) => join(root, 'build', name, 'bench/step_bench');
