// npm run bench:setup: installs what the benchmark compares with. Nothing else of the project needs any of it.
import { join } from 'node:path';
import { modulesAreCurrent, setUp } from './setup.mjs';
import { Foreseen, root, run } from './shell.mjs';

const folder = join(root, 'bench/peers');

export async function main() {
  await setUp(['build', 'bench']);
  if (!modulesAreCurrent(folder)) {
    console.log("Installing the npm packages of the peers' lock file");
    // Their scripts would only fetch more: none is run.
    const { code } = await run('npm', ['ci', '--ignore-scripts', '--prefix', folder], { show: true });
    if (code !== 0) throw new Foreseen(`npm ci failed in ${folder} (it ended with ${code}).`);
  }
  console.log('Everything that the benchmark compares with is installed: npm run bench.');
}
