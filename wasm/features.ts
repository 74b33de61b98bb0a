// What this browser's WebAssembly can do, found out by asking it to validate a few bytes.
import { EngineError } from './errors';
import type { Build } from './protocol';

// An empty module; a function that uses a 128-bit vector; a function with a try block.
const head = [0, 97, 115, 109, 1, 0, 0, 0];
const simdBytes = [...head, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];
const exceptionBytes = [...head, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 10, 1, 8, 0, 6, 64, 1, 25, 1, 11, 11];

const validates = (bytes: number[]) => WebAssembly.validate(new Uint8Array(bytes));

export const hasSimd = () => validates(simdBytes);

/** Throws engine_blocked where the engine cannot run at all. */
export function requireWebAssembly(): void {
  if (typeof WebAssembly === 'undefined') {
    throw new EngineError(
      'engine_blocked',
      'This browser has WebAssembly turned off, which the engine needs. Safari’s lockdown mode does that, and some ' +
        'strict browser settings; allow it for this site and reload the page.',
    );
  }
  if (!validates(exceptionBytes)) {
    throw new EngineError(
      'engine_blocked',
      'This browser’s WebAssembly is too old for the engine: it needs Chrome 95, Firefox 100, Safari 15.2 or later.',
    );
  }
}

export const chooseBuild = (wanted: Build): 'simd' | 'scalar' =>
  wanted === 'auto' ? (hasSimd() ? 'simd' : 'scalar') : wanted;

/**
 * The policy that forbids WebAssembly (Content-Security-Policy without wasm-unsafe-eval) as an error; null where there
 * is none. Chromium and Firefox then refuse to compile, WebKit compiles and refuses to instantiate.
 */
export async function forbidden(): Promise<EngineError | null> {
  try {
    await WebAssembly.instantiate(new Uint8Array(head));
    return null;
  } catch {
    return new EngineError(
      'engine_blocked',
      "This page's Content-Security-Policy forbids WebAssembly. The site must allow 'wasm-unsafe-eval' in script-src.",
    );
  }
}
