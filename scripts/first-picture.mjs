// Draws what the page shows before its engine has loaded: the engine computes it here, once, and it is committed.
// Run again after a change to the engine's numbers or labels: node scripts/first-picture.mjs. A browser test compares
// the files with the live page.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'vite';
import { engineAlias } from './engine-alias.mjs';
import { root } from './shell.mjs';

const server = await createServer({
  configFile: false,
  root,
  logLevel: 'error',
  server: { middlewareMode: true, ws: false },
  appType: 'custom',
  resolve: { alias: engineAlias },
});
const { loadEngine } = /** @type {typeof import('../wasm/node')} */ (await server.ssrLoadModule('/wasm/node.ts'));
const engine = await loadEngine({ build: 'simd' });

/** @param {string} path @param {unknown} content */
const write = (path, content) => {
  const plain = JSON.stringify(
    content,
    (_, value) => (ArrayBuffer.isView(value) ? [.../** @type {any} */ (value)] : value),
    2,
  );
  writeFileSync(
    join(root, path),
    `${plain.replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, list) => `[${list.replace(/\s+/g, ' ')}]`)}\n`,
  );
};

const session = engine.open();
write('web/program/first-picture.json', {
  parameterCount: session.state().parameterCount,
  ...session.snapshot(),
});
const input = engine.attentionInput('0');
write('web/attention/first-picture.json', { seed: '0', input, steps: engine.attentionSteps(input) });
await server.close();
