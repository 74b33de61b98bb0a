// The two trained models, fetched when the reader first asks something that is not on the page already.
import type { Engine, EngineSession } from '../../wasm/client';
import configuration from './model.json';

export const madeBy = configuration;

export interface Models {
  on: EngineSession;
  off: EngineSession;
}

/** Rejects with code model_missing where a file cannot be fetched. */
export async function loadModels(engine: Engine): Promise<Models> {
  const [on, off] = await Promise.all([
    bytesOf(new URL('./copy-on.safetensors', import.meta.url)),
    bytesOf(new URL('./copy-off.safetensors', import.meta.url)),
  ]);
  const first = await engine.load(on);
  try {
    return { on: first, off: await engine.load(off) };
  } catch (error) {
    first.dispose().catch(() => {}); // its worker may be gone
    throw error;
  }
}

async function bytesOf(address: URL): Promise<ArrayBuffer> {
  const missing = (cause: string) =>
    Object.assign(new Error(`${address.pathname.split('/').at(-1)}: ${cause}`), { code: 'model_missing' });
  const response = await fetch(address).catch((error: Error) => {
    throw missing(error.message);
  });
  if (!response.ok) throw missing(`${response.status} ${response.statusText}`);
  // In the single file they lie compressed.
  if (response.headers.get('content-type') !== 'application/gzip') return response.arrayBuffer();
  return new Response(response.body?.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}
