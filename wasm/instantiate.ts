// Starts a compiled module through emcc's glue.
import type createEngine from './engine.d.mts';
import type { RawModule } from './engine.d.mts';
import { EngineError } from './errors';
import { forbidden } from './features';

export async function instantiate(create: typeof createEngine, module: WebAssembly.Module): Promise<RawModule> {
  return new Promise((resolve, reject) => {
    create({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports as WebAssembly.Imports)
          .then(done)
          .catch(async (error) => reject(await reason(error)));
        return {}; // "the exports come later"
      },
    }).then(resolve, reject);
  });
}

async function reason(error: unknown): Promise<EngineError> {
  // Script and .wasm of two versions do not fit each other: a cached page on a site that was just renewed.
  if (error instanceof WebAssembly.LinkError) {
    return new EngineError(
      'engine_missing',
      'The engine’s files are of different versions. Reload the page to get them anew.',
    );
  }
  const cause = error instanceof Error ? error.message : error;
  return (await forbidden()) ?? new EngineError('engine_missing', `The engine could not be started: ${cause}`);
}
