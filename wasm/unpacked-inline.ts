// In place of unpacked.ts where all is one file: the module lies compressed within the script.
import { unpackLzma } from './lzma';

export async function unpacked(response: Response): Promise<Response> {
  if (response.headers.get('content-type') !== 'application/x-lzma') return response;
  const module = unpackLzma(new Uint8Array(await response.arrayBuffer()));
  return new Response(module, { headers: { 'Content-Type': 'application/wasm' } });
}
