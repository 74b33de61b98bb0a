// The runs that must end with the same weights everywhere: `NAME.json` is the configuration, `NAME.tsv` its pairs where
// it has pairs of its own.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** @typedef {{ name: string, configuration: any, pairs: string | null }} Run */

/** @returns {Run[]} */
export function readRuns() {
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return files.sort().map((file) => {
    const name = basename(file, '.json');
    const pairs = join(folder, `${name}.tsv`);
    return {
      name,
      configuration: JSON.parse(readFileSync(join(folder, file), 'utf8')),
      pairs: existsSync(pairs) ? readFileSync(pairs, 'utf8') : null,
    };
  });
}

/** What a run counts its length in. @param {Run} run @returns {'epochs' | 'steps'} */
const unit = (run) => (run.configuration.training.epochs > 0 ? 'epochs' : 'steps');

/** @param {Run} run */
export const lengthOf = (run) => ({
  count: /** @type {number} */ (run.configuration.training[unit(run)]),
  unit: unit(run),
});

/** The run up to there: what decides about a step never depends on how many are to follow. @param {Run} run @param {number} count @returns {Run} */
export function shortened(run, count) {
  const training = { ...run.configuration.training, [unit(run)]: count };
  return { ...run, configuration: { ...run.configuration, training } };
}
