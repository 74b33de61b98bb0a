// Where `#engine/simd.mjs`, `#engine/simd.wasm`, `#engine/scalar.mjs` and `#engine/scalar.wasm` lie: what CMake built.
// Vite and Vitest share this, and tsconfig.json's `paths` give the same names their types.
import { fileURLToPath } from 'node:url';

const built = (/** @type {string} */ folder) => fileURLToPath(new URL(`../build/${folder}/engine.`, import.meta.url));

export const engineAlias = [
  { find: /^#engine\/simd\./, replacement: built('wasm') },
  { find: /^#engine\/scalar\./, replacement: built('wasm-scalar') },
];
