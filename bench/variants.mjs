// The runs that are compared with teacher forcing without copying, each as a folder of data of its own.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configurationOf, pairsOf, sizes, writeData } from './data.mjs';

/** Half of the inputs are the model's own, from the second step on. */
const sampling = { forcing: { schedule: 'linear', linear_steps: 1e-9, floor: 0.5 } };

const variants = {
  sampling: { changes: { training: sampling }, padding: 0 },
  copying: { changes: { model: { copy: 'pointer_generator' } }, padding: 0 },
  padded: { changes: {}, padding: 0.3 },
};

/** @typedef {keyof typeof variants} Variant */

/** @param {string} config @param {Variant} name @returns {string} the folder */
export function writeVariant(config, name) {
  const folder = writeData(config, `${config}-${name}`);
  const size = /** @type {import('./data.mjs').Sizes} */ (sizes[config]);
  const { changes, padding } = variants[name];
  writeFileSync(join(folder, 'config.json'), JSON.stringify(configurationOf(size, changes)));
  writeFileSync(join(folder, 'pairs.tsv'), pairsOf(size, padding) ?? '');
  return folder;
}
