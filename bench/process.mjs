// A contestant that is a program: commands on its stdin, one line of JSON each on its stdout.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Foreseen, root } from '../scripts/shell.mjs';

/**
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export function program(command, args, env) {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (text) => {
    errors = (errors + text).slice(-2000);
  });
  child.stdin.on('error', () => {}); // it has ended: told below
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.on('error', (error) => {
    errors += error.message;
  });
  const ask = async (/** @type {string} */ line) => {
    child.stdin.write(`${line}\n`);
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Foreseen(`${command} ${args.join(' ')} ended: ${errors.trim()}`);
      if (value.startsWith('{')) return JSON.parse(value); // libraries print greetings
    }
  };
  return {
    ask,
    first: (/** @type {string} */ text) => ask(`first ${text}`),
    time: (/** @type {string} */ what, /** @type {number} */ seconds) => ask(`${what} ${seconds}`),
    async close() {
      if (child.exitCode !== null) return;
      child.kill();
      await new Promise((resolve) => child.once('close', resolve));
    },
  };
}
