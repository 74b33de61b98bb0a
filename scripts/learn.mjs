// npm run test:learn [-- NAME ...] [--write] [--jobs N]: trains every run of tests/learn/experiments.json, or those of
// the experiments whose names begin with a NAME, and holds the results against their bars and against the tables of
// docs/learning.md (--write puts them there). A run that this very binary has made before is not made again.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compile } from './cmake.mjs';
import { missedBars } from './learn-bars.mjs';
import { tables } from './learn-tables.mjs';
import { setUp } from './setup.mjs';
import { Foreseen, must, root } from './shell.mjs';
import { putTables } from './tables.mjs';

/**
 * @typedef {{ name: string, config: string, label?: string, set?: Record<string, string>, seeds: string[],
 *   afterwards?: Record<string, string>, atLeast?: number, atMost?: number,
 *   beats?: { other: string, by: number, from: number } }} Experiment
 * `afterwards` sets live fields for a second part of the run, resumed where the first ended. Bars are shares of held-out
 * pairs answered exactly. `beats`: this one's mean share, over sources of at least `from` letters, is at least `by`
 * above that of the experiment `other`.
 * @typedef {{ tokens: number, forced: number, free: number }} Position
 * @typedef {{ pairs: number, exact: number, exactMatch: number, forcedAccuracy: number, freeAccuracy: number,
 *   bleu: number, alignmentScore: number, cutOff: number, positions: Position[],
 *   lengths: Record<string, { pairs: number, exact: number }>, digest: string }} Result
 * `lengths` is keyed by the source's letters.
 * @typedef {{ experiment: Experiment, configuration: any, results: Result[] }} Finding `results` seed by seed
 */

const folder = join(root, 'tests/learn');
const made = join(root, 'build/learn');
const page = join(root, 'docs/learning.md');
const binary = process.env.SEQ2SEQ_BINARY ?? join(root, 'build/native/seq2seq');

/**
 * @param {string} configuration a file
 * @param {string[]} set options that set fields on top of it
 */
const read = (configuration, set) => must('Reading', binary, ['config', '--config', configuration, ...set]);

/**
 * @param {string} configuration
 * @param {string[]} set
 * @param {string[]} then options of the run's second part; none where it has one part
 * @param {string} engine its check sum
 * @returns {Promise<Result>}
 */
async function train(configuration, set, then, engine) {
  const whole = await read(configuration, set);
  const key = createHash('sha256')
    .update([engine, whole, ...then].join(''))
    .digest('hex')
    .slice(0, 16);
  const file = join(made, `${key}.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));

  const model = join(made, `${key}.safetensors`);
  const run = (/** @type {string[]} */ ...args) =>
    must('Training', binary, ['train', ...args, '--out', model, '--resumable', '--json']);
  let log = await run('--config', configuration, ...set);
  if (then.length > 0) log = await run('--resume', model, ...then);
  const report = await must('Evaluating', binary, ['evaluate', '--model', model, '--part', 'test', '--json']);
  rmSync(model);
  const result = summary(JSON.parse(report), JSON.parse(log.trimEnd().split('\n').at(-1) ?? ''));
  // Renamed when it is whole: an interrupted run leaves nothing that looks like a result.
  writeFileSync(`${file}.part`, JSON.stringify(result));
  renameSync(`${file}.part`, file);
  return result;
}

/** @param {any} report of evaluate @param {any} done train's last line @returns {Result} */
function summary(report, done) {
  /** @type {Result['lengths']} */
  const lengths = {};
  for (const { source, exact } of report.texts) {
    lengths[source.length] ??= { pairs: 0, exact: 0 };
    const at = /** @type {{ pairs: number, exact: number }} */ (lengths[source.length]);
    at.pairs += 1;
    at.exact += exact ? 1 : 0;
  }
  const exact = report.texts.filter((/** @type {any} */ text) => text.exact).length;
  const { pairs, exactMatch, forcedAccuracy, freeAccuracy, alignmentScore, cutOff, positions } = report;
  const shares = { exactMatch, forcedAccuracy, freeAccuracy, bleu: report.bleu.score, alignmentScore };
  return { pairs, exact, ...shares, cutOff, positions, lengths, digest: done.state.digest };
}

/** @param {Record<string, string>} fields @returns {string[]} */
const options = (fields) => Object.entries(fields).flatMap(([name, value]) => ['--set', `${name}=${value}`]);

/** @param {Experiment[]} experiments @param {number} jobs @returns {Promise<Finding[]>} */
async function findings(experiments, jobs) {
  const engine = createHash('sha256').update(readFileSync(binary)).digest('hex');
  /** @type {Finding[]} */
  const found = [];
  /** @type {(() => Promise<void>)[]} */
  const waiting = [];
  for (const experiment of experiments) {
    const file = join(folder, `${experiment.config}.json`);
    const set = options(experiment.set ?? {});
    /** @type {Finding} */
    const finding = { experiment, configuration: JSON.parse(await read(file, set)), results: [] };
    found.push(finding);
    experiment.seeds.forEach((seed, i) => {
      waiting.push(async () => {
        const result = await train(
          file,
          [...set, ...options({ 'training.seed': `"${seed}"` })],
          options(experiment.afterwards ?? {}),
          engine,
        );
        finding.results[i] = result;
        console.log(`${experiment.name}, seed ${seed}: ${result.exact} of ${result.pairs} exactly right`);
      });
    });
  }
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await next();
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return found;
}

/** @param {string[]} args */
export async function main(args) {
  const { values, positionals } = parseArgs({
    args,
    options: { write: { type: 'boolean', default: false }, jobs: { type: 'string' } },
    allowPositionals: true,
  });
  /** @type {Experiment[]} */
  const all = JSON.parse(readFileSync(join(folder, 'experiments.json'), 'utf8'));
  const chosen = all.filter(
    ({ name }) => positionals.length === 0 || positionals.some((start) => name.startsWith(start)),
  );
  if (chosen.length === 0)
    throw new Foreseen(`No such experiment; there are: ${all.map(({ name }) => name).join(', ')}.`);
  const jobs = Number(values.jobs ?? availableParallelism());
  if (!(jobs >= 1)) throw new Foreseen(`--jobs ${values.jobs}; allowed: 1 or more.`);
  if (!process.env.SEQ2SEQ_BINARY) {
    await setUp(['build']);
    await compile('native', 'seq2seq');
  }
  mkdirSync(made, { recursive: true });

  const found = await findings(chosen, jobs);
  const missed = missedBars(found);
  const shown = tables(found);
  for (const [name, table] of Object.entries(shown)) console.log(`\n${name}\n${table}`);
  const text = readFileSync(page, 'utf8');
  const now = putTables(text, shown, 'docs/learning.md');
  if (values.write) writeFileSync(page, now);
  // Part of the experiments makes part of a table, which cannot be compared.
  else if (chosen.length === all.length && now !== text)
    missed.push('docs/learning.md has other numbers; look why, then run with --write');
  for (const line of missed) console.log(`MISSED: ${line}`);
  console.log(`\n${chosen.length} experiments, ${missed.length} missed`);
  if (missed.length > 0) process.exitCode = 1;
}
