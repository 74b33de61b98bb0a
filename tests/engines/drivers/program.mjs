// Programs that a browser needs beside it: started, waited for, and ended by their own number, whatever happens here.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const deadline = 60_000; // ends a hang

/**
 * Starts a program; resolves when `ready` finds in what it has written what it looks for.
 * @template T
 * @param {string} command
 * @param {string[]} args
 * @param {(output: string) => T | undefined | Promise<T | undefined>} ready
 * @param {NodeJS.ProcessEnv} [environment] beside this process's own
 */
export async function startProgram(command, args, ready, environment = {}) {
  // The kernel ends it where this process is killed and can't.
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', command, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
    child.once('error', resolve);
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  ended.then(() => process.off('exit', kill));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      output = (output + bytes).slice(-10_000);
    });
  }
  /** Ends it politely, and firmly where it does not go. */
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    child.kill('SIGTERM');
    const timer = setTimeout(kill, 5_000);
    await ended;
    clearTimeout(timer);
  };
  const start = performance.now();
  for (;;) {
    const found = await ready(output);
    if (found !== undefined) return { found, end, ended };
    const gone = child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
    if (gone || performance.now() - start > deadline) {
      await end();
      throw new Error(`${command} ${gone ? 'ended at once' : 'did not start'}:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A folder that is gone when `remove` is called, or this process ends. */
export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'seq2seq-browser-'));
  const atExit = () => rmSync(path, { recursive: true, force: true });
  process.once('exit', atExit);
  return {
    path,
    async remove() {
      // The last of a browser's processes may still be writing.
      await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
      process.off('exit', atExit);
    },
  };
}

/** A port of this machine that nobody uses. @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}
