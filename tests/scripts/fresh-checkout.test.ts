// On a machine where nothing is installed yet, a command's script must load to say so or to install it: whatever it
// loads at once needs nothing but Node.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/shell.mjs';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const commands = Object.values<string>(manifest.scripts).map((command) => command.replace('node scripts/run.mjs ', ''));

/** What is imported when the file loads, itself and by what it imports; not what an import() fetches later. */
function loaded(file: string, found = new Map<string, string[]>()): Map<string, string[]> {
  if (found.has(file)) return found;
  const text = readFileSync(file, 'utf8');
  const names = [...text.matchAll(/^(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]/gm)].map(
    ([, name]) => name as string,
  );
  found.set(
    file,
    names.filter((name) => !name.startsWith('.') && !name.startsWith('node:')),
  );
  for (const name of names) if (name.startsWith('.')) loaded(join(dirname(file), name), found);
  return found;
}

test.each(commands)('%s loads in a checkout without packages', (command) => {
  const file = join(root, `scripts/${command}.mjs`);
  expect(existsSync(file), file).toBe(true);
  const packages = [...loaded(file)].filter(([, names]) => names.length > 0);
  expect(packages).toEqual([]);
});

test('what a script imports is found', () => {
  expect([...loaded(join(root, 'scripts/build-widget.mjs')).values()].flat()).toContain('vite');
});
