// The tables of docs/learning.md.
import { markdown } from './tables.mjs';

/** @typedef {import('./learn.mjs').Finding} Finding */

const percent = (/** @type {number} */ share) => (100 * share).toFixed(1);
const mean = (/** @type {number[]} */ values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean and, in brackets, least and most. @param {number[]} values */
const spread = (values) =>
  values.length === 1
    ? percent(mean(values))
    : `${percent(mean(values))} (${percent(Math.min(...values))} to ${percent(Math.max(...values))})`;

/** @param {Finding} finding */
function barRow({ experiment, configuration, results }) {
  const { task, model, training } = configuration;
  const { name, afterwards, atLeast, atMost, config } = experiment;
  const bar = atLeast !== undefined ? `at least ${percent(atLeast)}` : `below ${percent(atMost ?? 0)}`;
  const shares = results.map(({ exactMatch }) => percent(exactMatch)).join(', ');
  const file = `[${config}.json](../tests/learn/${config}.json)`;
  const size = `${model.embedding_size}, ${model.hidden_size}`;
  const more = afterwards?.['training.steps'];
  const steps = `${training.steps} of ${training.batch_size}${more ? `, then to ${more}` : ''}`;
  return [name, file, task.examples, size, steps, bar, shares];
}

/** Each length's mean share, one column an experiment. @param {Finding[]} findings @param {number} width */
function byLength(findings, width) {
  const lengths = new Set(
    findings.flatMap(({ results }) => results.flatMap((r) => Object.keys(r.lengths).map(Number))),
  );
  const groups = [...new Set([...lengths].map((length) => Math.floor((length - 1) / width)))].sort((a, b) => a - b);
  const rows = groups.map((group) => {
    const first = group * width + 1;
    const cells = findings.map(({ results }) => {
      let pairs = 0;
      let exact = 0;
      for (const result of results)
        for (const [length, at] of Object.entries(result.lengths))
          if (Math.floor((Number(length) - 1) / width) === group) {
            pairs += at.pairs;
            exact += at.exact;
          }
      return pairs > 0 ? percent(exact / pairs) : '-';
    });
    return [width === 1 ? first : `${first} to ${first + width - 1}`, ...cells];
  });
  return markdown(['letters of the source', ...findings.map(({ experiment }) => experiment.label ?? '')], rows);
}

/** @param {Finding[]} findings */
function forcing(findings) {
  return markdown(
    ['fed while training', 'BLEU', 'exactly right', 'tokens right, fed the truth', 'tokens right, fed its own'],
    findings.map(({ experiment, results }) => [
      experiment.label ?? '',
      spread(results.map((r) => r.bleu)),
      spread(results.map((r) => r.exactMatch)),
      spread(results.map((r) => r.forcedAccuracy)),
      spread(results.map((r) => r.freeAccuracy)),
    ]),
  );
}

/** All seeds' tokens together: fed the truth / fed its own. @param {Finding[]} findings */
function byPosition(findings) {
  const longest = Math.max(...findings.flatMap(({ results }) => results.map((r) => r.positions.length)));
  const rows = Array.from({ length: longest }, (_, t) => [
    t + 1,
    ...findings.map(({ results }) => {
      let [tokens, forced, free] = [0, 0, 0];
      for (const { positions } of results) {
        tokens += positions[t]?.tokens ?? 0;
        forced += positions[t]?.forced ?? 0;
        free += positions[t]?.free ?? 0;
      }
      return tokens > 0 ? `${percent(forced / tokens)} / ${percent(free / tokens)}` : '-';
    }),
  ]);
  return markdown(['target position', ...findings.map(({ experiment }) => experiment.label ?? '')], rows);
}

/** @param {Finding[]} findings @returns {Record<string, string>} by name; those that the findings have rows for */
export function tables(findings) {
  /** @type {Record<string, string>} */
  const made = {};
  const bars = findings.filter(({ experiment: { atLeast, atMost } }) => atLeast !== undefined || atMost !== undefined);
  const head = ['task', 'configuration', 'pairs', 'E, H', 'steps', 'exactly right, %', 'found, seed by seed'];
  if (bars.length > 0) made.bars = markdown(head, bars.map(barRow));
  const named = (/** @type {string} */ start) => findings.filter(({ experiment }) => experiment.name.startsWith(start));
  const attention = named('attention ');
  if (attention.length > 0) {
    made.lengths = byLength(attention, 2);
    made.attention = markdown(
      ['attention', 'exactly right, %', 'largest weight on the known place, %'],
      attention.map(({ experiment, results }) => [
        experiment.label ?? '',
        spread(results.map((r) => r.exactMatch)),
        experiment.label === 'none' ? '-' : spread(results.map((r) => r.alignmentScore)),
      ]),
    );
  }
  const subjects = new Set(named('forcing ').map(({ experiment }) => experiment.config));
  for (const config of subjects) {
    const rows = named('forcing ').filter(({ experiment }) => experiment.config === config);
    made[config] = forcing(rows);
    made[`${config} by position`] = byPosition(rows);
  }
  return made;
}
