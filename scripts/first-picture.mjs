// Draws what the page shows before its engine has loaded: the engine computes it here, once, and it is committed.
// Run again after a change to the engine's numbers or labels: node scripts/first-picture.mjs. A browser test compares
// the files with the live page.
import { readFileSync, writeFileSync } from 'node:fs';
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

const lanes = /** @type {typeof import('../web/forcing/lanes')} */ (
  await server.ssrLoadModule('/web/forcing/lanes.ts')
);
const { firstPair } = /** @type {typeof import('../web/forcing/configuration')} */ (
  await server.ssrLoadModule('/web/forcing/configuration.ts')
);
// The same calls as in the page, without a worker between.
const asPage = /** @type {any} */ (engine);
write(
  'web/forcing/first-picture.json',
  await lanes.readLanes(asPage, /** @type {any} */ (session), firstPair.lesson, []),
);

const { decode, mixed } = /** @type {typeof import('../web/copy/mixture')} */ (
  await server.ssrLoadModule('/web/copy/mixture.ts')
);
const { sentences } = /** @type {typeof import('../web/copy/sentences')} */ (
  await server.ssrLoadModule('/web/copy/sentences.ts')
);
const model = (/** @type {string} */ file) => engine.load(readFileSync(join(root, 'web/copy', file)));
const [on, off] = [model('copy-on.safetensors'), model('copy-off.safetensors')];
const [sentence] = sentences;
const found = await decode(/** @type {any} */ (on), sentence);
const exact = (/** @type {typeof on} */ trained) => trained.evaluate('test');
const lesson = new Map(engine.lesson().map((line) => [line.key, line]));
const pointer = /** @type {import('../wasm/client').LessonLine} */ (lesson.get('slide30.weights'));
write('web/copy/first-picture.json', {
  sentence,
  view: await mixed(asPage, found, null),
  on: on.translate(sentence).tokens,
  off: off.translate(sentence).tokens,
  exact: { pairs: exact(on).pairs, on: exact(on).exactMatch, off: exact(off).exactMatch },
  pointer: { words: pointer.texts, weights: pointer.values, best: lesson.get('slide30.most_likely')?.texts[0] },
});

const { draw, lessonTable } = /** @type {typeof import('../web/sampling/draws')} */ (
  await server.ssrLoadModule('/web/sampling/draws.ts')
);
const sampling = /** @type {typeof import('../web/sampling/settings')} */ (
  await server.ssrLoadModule('/web/sampling/settings.ts')
);
write('web/sampling/first-picture.json', {
  draws: await draw(asPage, sampling.defaults),
  lesson: await lessonTable(asPage),
});

write('web/shapes/first-picture.json', {
  cost: engine.forwardCost({ B: 1, S: 4, T: 3, E: 6, H: 8, V: 10 }),
  counts: engine.parameterCounts(10, 6, 8),
});
await server.close();
