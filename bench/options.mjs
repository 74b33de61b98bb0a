// The options of npm run bench. A wrong one ends with what is allowed.
import { peerNames } from './contestants.mjs';
import { sizes } from './data.mjs';

export class WrongUse extends Error {}

export const usage = `npm run bench [-- OPTIONS]
  --configs toy,small  of ${Object.keys(sizes).join(', ')}; all where not given
  --peers jax,torch    of ${peerNames.join(', ')}, or none; all that are installed where not given
  --only wasm_ms,...   of all contestants these fields of the JSON document
  --rounds N           rounds, 1 to 100; 3 where not given
  --json               one JSON document on stdout
  --write              puts the tables into docs/speed.md; with --curves and --workers, theirs
  --no-codes           without the check codes
  --codes              only the check codes of the runs of tests/one-result
  --curves             only how the time of a step grows with T, B and S T
  --workers            only what a second worker brings, by CPU time and by the clock on the wall
  --record-instructions  only counts the instructions of fixed runs anew, into bench/instructions.json`;

/**
 * @typedef {{ configs: string[], peers: string[], only?: string[], rounds: number, json: boolean,
 *   codes: boolean, write: boolean, task: 'bench' | 'codes' | 'curves' | 'workers' | 'record-instructions' }} Options
 */

/** @param {string} option @param {string | undefined} value @param {string[]} allowed @returns {string[]} */
function list(option, value, allowed) {
  const names = (value ?? '').split(',').filter((name) => name !== '');
  const wrong = names.find((name) => !allowed.includes(name));
  if (names.length === 0 || wrong !== undefined)
    throw new WrongUse(`${option} ${wrong ?? value ?? ''}; allowed: ${allowed.join(', ')}, with commas between them`);
  return names;
}

/** @param {string[]} args @param {string[]} fields of the contestants @returns {Options} */
export function readOptions(args, fields) {
  /** @type {Options} */
  const options = {
    configs: Object.keys(sizes),
    peers: peerNames,
    rounds: 3,
    json: false,
    codes: true,
    write: false,
    task: 'bench',
  };
  for (let i = 0; i < args.length; ++i) {
    const option = args[i] ?? '';
    if (option === '--json') options.json = true;
    else if (option === '--write') options.write = true;
    else if (option === '--no-codes') options.codes = false;
    else if (['--codes', '--curves', '--workers', '--record-instructions'].includes(option))
      options.task = /** @type {Options['task']} */ (option.slice(2));
    else if (option === '--configs') options.configs = list(option, args[++i], Object.keys(sizes));
    else if (option === '--only') options.only = list(option, args[++i], fields);
    else if (option === '--peers')
      options.peers = list(option, args[++i], [...peerNames, 'none']).filter((name) => name !== 'none');
    else if (option === '--rounds') {
      const rounds = Number(args[++i]);
      if (!Number.isInteger(rounds) || rounds < 1 || rounds > 100)
        throw new WrongUse(`--rounds ${args[i] ?? ''}; allowed: a whole number from 1 to 100`);
      options.rounds = rounds;
    } else throw new WrongUse(`There is no option "${option}".\n${usage}`);
  }
  return options;
}
