// Starts a compiled module through emcc's glue.
import type createEngine from './engine.d.mts';
import type { RawModule } from './engine.d.mts';
import { EngineError } from './errors';

export async function instantiate(create: typeof createEngine, module: WebAssembly.Module): Promise<RawModule> {
  return new Promise((resolve, reject) => {
    create({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports)
          .then(done)
          .catch((error) => {
            // Script and .wasm of two versions do not fit each other: a cached page on a site that was just renewed.
            const mismatch = error instanceof WebAssembly.LinkError;
            reject(
              new EngineError(
                'engine_missing',
                mismatch
                  ? 'The engine’s files are of different versions. Reload the page to get them anew.'
                  : `The engine could not be started: ${error instanceof Error ? error.message : error}`,
              ),
            );
          });
        return {}; // "the exports come later"
      },
    }).then(resolve, reject);
  });
}
