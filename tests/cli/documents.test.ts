// The examples of docs/cli.md run as they stand, and the keys that it names are those that are printed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { binary, jsonLines, root, seq2seq } from './run';

const page = readFileSync(join(root, 'docs/cli.md'), 'utf8');
const modelPage = readFileSync(join(root, 'docs/model-file.md'), 'utf8');
const examples = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 's2s-docs-'));
  for (const example of examples) {
    const { status, stderr } = spawnSync('bash', ['-euc', example], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${dirname(resolve(binary))}:${process.env.PATH}` },
    });
    expect([example, status, stderr.replace(/^.*cut off at decoding.max_length\n/gm, '')]).toEqual([example, 0, '']);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const commands = [...seq2seq(['--help']).out.matchAll(/^ {2}(\w+) {2,}/gm)].map((match) => match[1] ?? '');

test('every command has an example', () => {
  expect(commands.length).toBeGreaterThanOrEqual(10);
  for (const command of commands) expect(examples.join('\n')).toMatch(new RegExp(`seq2seq ${command}\\b`));
});

/** The text of the page's part whose heading names the command. */
function part(command: string): string {
  const found = page.split(/^## /m).find((text) => text.slice(0, text.indexOf('\n')).split(', ').includes(command));
  expect(found).toBeDefined();
  return found ?? '';
}

test.each([
  ['tasks', ['tasks'], ''],
  ['train', ['train', '--set', 'training.epochs=2'], ''],
  ['train', ['train', '--set', 'training.epochs=2', '--seeds', '3'], ''],
  ['translate', ['translate', '--model', 'reverse.safetensors'], 'abc\n\n'],
  ['translate', ['translate', '--model', 'reverse.safetensors', '--n-best', '2'], 'abc\n'],
  ['evaluate', ['evaluate', '--model', 'reverse.safetensors'], ''],
  ['trace', ['trace'], ''],
  ['check', ['check', '--config', 'reverse.json', '--reference', 'pass.safetensors'], ''],
  ['gradcheck', ['gradcheck', '--entries', '2'], ''],
])('the keys of %s --json are documented', (command, args, input) => {
  const inFolder = args.map((argument) => (/\.(safetensors|json)$/.test(argument) ? join(folder, argument) : argument));
  const lines = jsonLines(seq2seq([...inFolder, '--json'], input));
  const text = part(command);
  for (const line of lines) for (const key of Object.keys(line)) expect(text).toContain(`\`${key}\``);
  for (const key of Object.keys(lines[0].report ?? {})) expect(text).toContain(`\`${key}\``);
  for (const tensor of lines[0].tensors ?? [])
    for (const key of Object.keys(tensor)) expect(text).toContain(`\`${key}\``);
});

test("the model file's metadata is documented, key by key", () => {
  const bytes = readFileSync(join(folder, 'reverse.safetensors'));
  const header = JSON.parse(bytes.subarray(8, 8 + Number(bytes.readBigUInt64LE(0))).toString());
  const documented = [...modelPage.matchAll(/^\| `([a-z_]+)` \|/gm)].map((match) => match[1]);
  expect(Object.keys(header.__metadata__).sort()).toEqual(documented.sort());
  const position = JSON.parse(header.__metadata__.training_position);
  for (const key of [...Object.keys(position), ...Object.keys(position.coins)])
    expect(modelPage).toContain(`\`${key}\``);
  for (const name of Object.keys(header).filter((key) => key !== '__metadata__')) {
    const weight = name.replace(/^optimizer\.exp_avg(_sq)?\./, '');
    if (!weight.startsWith('dec.gru.')) expect(modelPage).toContain(`\`${weight}\``);
  }
});
