// Running other programs, and the one kind of error that is told to people without a stack trace.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');

/** An error whose text says all there is to say. */
export class Foreseen extends Error {
  foreseen = true;
}

/**
 * Runs a program in the project's folder and collects what it writes (both streams, in order of arrival).
 * @param {string} command
 * @param {string[]} args
 * @param {{ show?: boolean, log?: string, env?: Record<string, string> }} [options] `show` passes the output on as it
 *   comes, `log` also writes it to that file
 * @returns {Promise<{ code: number, output: string }>} code 127 where the program is missing, 128 where a signal ended it
 */
export function run(command, args, { show = false, log, env } = {}) {
  return new Promise((resolve) => {
    if (log) mkdirSync(dirname(log), { recursive: true });
    const file = log ? createWriteStream(log) : undefined;
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['inherit', 'pipe', 'pipe'],
    });
    const decoder = new TextDecoder();
    let output = '';
    const take = (/** @type {Buffer} */ bytes) => {
      output += decoder.decode(bytes, { stream: true });
      file?.write(bytes);
      if (show) process.stdout.write(bytes);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    const finish = (/** @type {number} */ code) =>
      file ? file.end(() => resolve({ code, output })) : resolve({ code, output });
    child.on('error', (error) => {
      output += `${error.message}\n`;
      finish(127);
    });
    child.on('close', (code) => finish(code ?? 128));
  });
}

/**
 * As `run`, but a program that fails stops the script with what it wrote.
 * @param {string} title what is being done, for the message
 * @param {string} command
 * @param {string[]} args
 * @param {{ show?: boolean, log?: string, env?: Record<string, string> }} [options]
 */
export async function must(title, command, args, options) {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new Foreseen(`${options?.show ? '' : output}${title} failed (${command} ended with ${code}).`);
  return output;
}

/**
 * Prints what is being done and, when it is done, how long it took.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 */
export async function timed(title, work) {
  const start = performance.now();
  process.stdout.write(`${title} ... `);
  const result = await work();
  console.log(`${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}
