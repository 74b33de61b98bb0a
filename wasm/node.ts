// The engine in Node: no worker, no fetch, every call answers at once.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type createEngine from './engine.d.mts';
import { EngineError } from './errors';
import { chooseBuild, requireWebAssembly } from './features';
import { instantiate } from './instantiate';
import type { Build } from './protocol';
import { LocalEngine } from './session';

export { EngineError } from './errors';
export type * from './protocol';
export { LocalEngine, Session } from './session';

const builds = {
  simd: { file: '../build/wasm/engine.wasm', glue: () => import('#engine/simd.mjs') },
  scalar: { file: '../build/wasm-scalar/engine.wasm', glue: () => import('#engine/scalar.mjs') },
};

/** Loads the module beside this file, or the one whose `bytes` are given (they must be of the same build). */
export async function loadEngine(
  options: { build?: Build; bytes?: Uint8Array<ArrayBuffer> } = {},
): Promise<LocalEngine> {
  requireWebAssembly();
  const { file, glue } = builds[chooseBuild(options.build ?? 'auto')];
  let module: WebAssembly.Module;
  let create: typeof createEngine;
  try {
    const bytes = options.bytes ?? (await readFile(fileURLToPath(new URL(file, import.meta.url))));
    module = await WebAssembly.compile(bytes);
    create = (await glue()).default;
  } catch (error) {
    throw new EngineError('engine_missing', `The engine could not be loaded: ${(error as Error).message}`);
  }
  return new LocalEngine(await instantiate(create, module));
}
