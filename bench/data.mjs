// What every contestant works on: one batch and the engine's initial weights, written as files that JavaScript and
// Python read alike.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/shell.mjs';
import { randomPairs } from './pairs.mjs';

/**
 * @typedef {{ V: number, E: number, H: number, B: number, S: number, T: number, loss: 'sum' | 'mean' }} Sizes
 * @typedef {Sizes & { source: number[][], input: number[][], label: number[][], bos: number, text: string }} Data
 * B rows each; `text` is the source that is decoded.
 */

/** @type {Record<string, Sizes>} */
export const sizes = JSON.parse(readFileSync(join(root, 'bench/configs.json'), 'utf8'));

/**
 * The run that these sizes stand for, in the configuration's own words.
 * @param {Sizes} size
 * @param {Record<string, any>} [changes] of the model's and training's fields
 */
export function configurationOf({ V, E, H, B, T, loss }, { model, training } = {}) {
  const lesson = V === 10;
  return {
    task: lesson
      ? { kind: 'lesson' }
      : { kind: 'data', tokeniser: 'ids', separator: 'tab', header: 'no', validation_share: 0, test_share: 0 },
    model: { embedding_size: E, hidden_size: H, ...model },
    training: { batch_size: B, epochs: 0, steps: 1e12, loss, ...training },
    decoding: { max_length: T },
  };
}

/** @param {Sizes} size @param {number} [padding] @returns {string | undefined} the lesson has its own pair */
export function pairsOf({ V, B, S, T }, padding = 0) {
  return V === 10 ? undefined : randomPairs({ rows: B, vocabulary: V, source: S, target: T, padding });
}

/** As the engine makes a batch of these pairs. @param {Sizes} size @returns {Data} */
export function dataOf(size) {
  const lesson = size.V === 10;
  const [bos, eos] = lesson ? [0, 3] : [1, 2];
  const rows = (pairsOf(size) ?? '2 5 1\t4 6\n').trimEnd().split('\n');
  /** @type {Data} */
  const data = { ...size, source: [], input: [], label: [], bos, text: '' };
  for (const row of rows) {
    const [source = [], target = []] = row.split('\t').map((side) => side.split(' ').map(Number));
    data.text ||= source.join(' ');
    data.source.push([...source, eos]);
    data.input.push([bos, ...target]);
    data.label.push([...target, eos]);
  }
  if (lesson) data.text = '2 5 1 3';
  return data;
}

/** Writes configuration, pairs and batch. @param {string} name @param {string} [to] @returns {string} the folder */
export function writeData(name, to = name) {
  const folder = join(root, 'build/bench', to);
  mkdirSync(folder, { recursive: true });
  const size = /** @type {Sizes} */ (sizes[name]);
  writeFileSync(join(folder, 'config.json'), JSON.stringify(configurationOf(size)));
  const pairs = pairsOf(size);
  if (pairs !== undefined) writeFileSync(join(folder, 'pairs.tsv'), pairs);
  writeFileSync(join(folder, 'data.json'), JSON.stringify(dataOf(size)));
  return folder;
}
