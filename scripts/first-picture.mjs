// Draws what the page shows before its engine has loaded: the engine computes it here, once, and it is committed.
// Run again after a change to the engine's numbers or labels, or to the shipped models: node scripts/first-picture.mjs.
// A test draws them anew and compares; a browser test compares the files with the live page.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { engineAlias } from './engine-alias.mjs';
import { must, root } from './shell.mjs';

/** Every first picture by its file. @returns {Promise<Record<string, unknown>>} */
export async function firstPictures() {
  const server = await createServer({
    configFile: false,
    root,
    logLevel: 'error',
    server: { middlewareMode: true, ws: false },
    appType: 'custom',
    resolve: { alias: engineAlias },
  });
  try {
    return plain(await drawn((path) => server.ssrLoadModule(path)));
  } finally {
    await server.close();
  }
}

/** As it comes back from a file. @param {Record<string, unknown>} pictures */
const plain = (pictures) =>
  JSON.parse(
    JSON.stringify(pictures, (_, value) =>
      ArrayBuffer.isView(value) ? [.../** @type {Float32Array} */ (value)] : value,
    ),
  );

/** @param {(path: string) => Promise<any>} load @returns {Promise<Record<string, unknown>>} */
async function drawn(load) {
  const { loadEngine } = /** @type {typeof import('../wasm/node')} */ (await load('/wasm/node.ts'));
  const lanes = /** @type {typeof import('../web/forcing/lanes')} */ (await load('/web/forcing/lanes.ts'));
  const forcing = /** @type {typeof import('../web/forcing/configuration')} */ (
    await load('/web/forcing/configuration.ts')
  );
  const { decode, mixed } = /** @type {typeof import('../web/copy/mixture')} */ (await load('/web/copy/mixture.ts'));
  const { sentences } = /** @type {typeof import('../web/copy/sentences')} */ (await load('/web/copy/sentences.ts'));
  const { draw, lessonTable } = /** @type {typeof import('../web/sampling/draws')} */ (
    await load('/web/sampling/draws.ts')
  );
  const sampling = /** @type {typeof import('../web/sampling/settings')} */ (await load('/web/sampling/settings.ts'));

  const engine = await loadEngine({ build: 'simd' });
  // The same calls as in the page, without a worker between.
  const asPage = /** @type {any} */ (engine);
  const session = engine.open();
  const input = engine.attentionInput('0');
  const pair = forcing.forEngine('lesson', forcing.firstPair.lesson);

  const model = (/** @type {string} */ file) => engine.load(readFileSync(join(root, 'web/copy', file)));
  const [on, off] = [model('copy-on.safetensors'), model('copy-off.safetensors')];
  const [sentence] = sentences;
  const exact = (/** @type {typeof on} */ trained) => trained.evaluate('test');
  const lesson = new Map(engine.lesson().map((line) => [line.key, line]));
  const pointer = /** @type {import('../wasm/client').LessonLine} */ (lesson.get('slide30.weights'));

  return {
    'web/program/first-picture.json': { parameterCount: session.state().parameterCount, ...session.snapshot() },
    'web/attention/first-picture.json': { seed: '0', input, steps: engine.attentionSteps(input) },
    'web/forcing/first-picture.json': await lanes.readLanes(asPage, /** @type {any} */ (session), pair, []),
    'web/copy/first-picture.json': {
      sentence,
      view: await mixed(asPage, await decode(/** @type {any} */ (on), sentence), null),
      on: on.translate(sentence).tokens,
      off: off.translate(sentence).tokens,
      exact: { pairs: exact(on).pairs, on: exact(on).exactMatch, off: exact(off).exactMatch },
      pointer: { words: pointer.texts, weights: pointer.values, best: lesson.get('slide30.most_likely')?.texts[0] },
    },
    'web/sampling/first-picture.json': {
      draws: await draw(asPage, sampling.defaults),
      lesson: await lessonTable(asPage),
    },
    'web/shapes/first-picture.json': {
      cost: engine.forwardCost({ B: 1, S: 4, T: 3, E: 6, H: 8, V: 10 }),
      counts: engine.parameterCounts(10, 6, 8),
    },
  };
}

/** Copy's numbers are all float32, and half as long in the digits that those need. @param {string} path @param {unknown} value */
const brief = (path, value) =>
  path.includes('/copy/') && typeof value === 'number'
    ? [6, 7, 8, 9].map((digits) => Number(value.toPrecision(digits))).find((one) => Math.fround(one) === value)
    : value;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const pictures = Object.entries(await firstPictures());
  for (const [path, content] of pictures)
    writeFileSync(
      join(root, path),
      JSON.stringify(content, (_, value) => brief(path, value)),
    );
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  await must('Laying the files out', 'node', [
    biome,
    'format',
    '--write',
    ...pictures.map(([path]) => join(root, path)),
  ]);
}
