// Loads the engine's module in a browser: the SIMD build where the browser has SIMD, else the scalar one. Both give the
// same bits.
import scalarAddress from '#engine/scalar.wasm?url';
import simdAddress from '#engine/simd.wasm?url';
import type createEngine from './engine.d.mts';
import { EngineError } from './errors';
import { chooseBuild, forbidden, requireWebAssembly } from './features';
import { instantiate } from './instantiate';
import type { Build } from './protocol';
import { LocalEngine } from './session';
import { unpacked } from './unpacked';

type Glue = { default: typeof createEngine };

const builds = {
  simd: { address: simdAddress, glue: (): Promise<Glue> => import('#engine/simd.mjs') },
  scalar: { address: scalarAddress, glue: (): Promise<Glue> => import('#engine/scalar.mjs') },
};

export async function loadEngine(wanted: Build): Promise<{ engine: LocalEngine; build: 'simd' | 'scalar' }> {
  requireWebAssembly();
  const build = chooseBuild(wanted);
  const { address, glue } = builds[build];
  const [module, create] = await Promise.all([compile(address), script(glue)]);
  return { engine: new LocalEngine(await instantiate(create, module)), build };
}

async function script(glue: () => Promise<Glue>): Promise<typeof createEngine> {
  try {
    return (await glue()).default;
  } catch (error) {
    throw missing(`a script of it: ${textOf(error)}`);
  }
}

// Compiled here and not by emcc's own loader, so that each way to fail has its own words.
async function compile(address: string): Promise<WebAssembly.Module> {
  let response: Response;
  try {
    response = await fetch(address);
  } catch (error) {
    throw missing(`${address}: ${textOf(error)}`);
  }
  if (!response.ok) throw missing(`${address} answers ${response.status}`);
  try {
    response = await unpacked(response);
    // Streaming accepts this one type only; hosts that send another still get the engine.
    const type = response.headers.get('content-type') ?? '';
    if (type.trim().toLowerCase() === 'application/wasm') return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw (await forbidden()) ?? missing(`${address} is not a whole WebAssembly file (${textOf(error)})`);
  }
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const missing = (cause: string) =>
  new EngineError('engine_missing', `The engine could not be loaded: ${cause}. Reload the page to try again.`);
