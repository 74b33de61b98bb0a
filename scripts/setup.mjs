// Installs what is missing and nothing else: the distribution's packages, then the npm packages of the lock file. It
// asks the package managers' own records, so there is no state of ours that could be wrong.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packages } from './packages.mjs';
import { Foreseen, must, root, run } from './shell.mjs';

/** @typedef {keyof typeof packages} Group */

/** @param {string[]} names */
async function missingPackages(names) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query fills these in
  const { output } = await run('dpkg-query', ['-W', '-f=${binary:Package} ${db:Status-Status}\\n', ...names]);
  const installed = new Set();
  for (const line of output.split('\n')) {
    const [name, status] = line.split(' ');
    if (status === 'installed') installed.add(name?.split(':')[0]);
  }
  return names.filter((name) => !installed.has(name));
}

/** @param {string[]} names */
async function installPackages(names) {
  const superuser = process.getuid?.() === 0;
  const elevate = superuser ? [] : ['sudo'];
  if (!superuser && (await run('sudo', ['-V'])).code !== 0) {
    throw new Foreseen(`These packages are missing, and there is no sudo to install them with. As root, run:
  apt-get update && apt-get install -y --no-install-recommends ${names.join(' ')}`);
  }
  console.log(`Installing ${names.length} packages of the distribution: ${names.join(' ')}`);
  const apt = (/** @type {string[]} */ ...args) => {
    const [command, ...rest] = [...elevate, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    return run(/** @type {string} */ (command), rest, { show: true });
  };
  await apt('update', '-q'); // where this fails, installing may still work with the lists already there
  if ((await apt('install', '-q', '-y', '--no-install-recommends', ...names)).code !== 0) {
    throw new Foreseen(`apt-get could not install what is needed (its message is above): ${names.join(' ')}
The project is set up for Debian 12. On another release, install packages with the same contents under its names, then
run again with SEQ2SEQ_SETUP=skip.`);
  }
}

/**
 * Whether node_modules holds exactly what the lock file says. npm writes its own record last, so an installation that
 * was cut off does not count.
 * @param {string} folder
 */
export function modulesAreCurrent(folder) {
  const record = join(folder, 'node_modules/.package-lock.json');
  if (!existsSync(record)) return false;
  const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  const found = JSON.parse(readFileSync(record, 'utf8')).packages;
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    const here = found[path];
    if (here ? here.version !== entry.version || here.integrity !== entry.integrity : !entry.optional) return false;
  }
  return Object.keys(found).every((path) => path in wanted);
}

/**
 * @param {Group[]} groups
 * @param {NodeJS.ProcessEnv} [environment]
 */
export async function setUp(groups, environment = process.env) {
  const names = groups.flatMap((group) => packages[group]);
  if (environment.SEQ2SEQ_SETUP !== 'skip') {
    if ((await run('apt-get', ['--version'])).code !== 0) {
      throw new Foreseen(`Seq2Seq Lab sets itself up on Debian 12 and systems like it; here is no apt-get.
Install these (named as in Debian) and Node.js 20 in your system's own way:
  ${names.join(' ')}
then run the same command again with SEQ2SEQ_SETUP=skip in the environment.`);
    }
    const missing = await missingPackages(names);
    if (missing.length > 0) await installPackages(missing);
  }
  if (!modulesAreCurrent(root)) {
    console.log('Installing the npm packages of the lock file');
    await must('npm ci', 'npm', ['ci'], { show: true });
  }
}

/** npm run setup [-- GROUP ...] @param {string[]} args */
export async function main(args) {
  const known = Object.keys(packages);
  const wrong = args.find((name) => !known.includes(name));
  if (wrong) throw new Foreseen(`There is no group "${wrong}" of packages; there are: ${known.join(', ')}.`);
  await setUp(args.length > 0 ? /** @type {Group[]} */ (args) : ['build', 'test', 'browsers']);
  console.log('Everything needed is installed.');
}
