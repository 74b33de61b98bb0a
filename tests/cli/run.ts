// Runs the command line as people do. SEQ2SEQ_BINARY names another build than build/native.
import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const binary = process.env.SEQ2SEQ_BINARY ?? `${root}/build/native/seq2seq`;

export interface Result {
  code: number | null;
  out: string;
  err: string;
}

export function seq2seq(args: string[], input = ''): Result {
  const { status, stdout, stderr, error } = spawnSync(binary, args, { input, encoding: 'utf8', timeout: 50_000 });
  // A command that refuses its arguments ends before it has read its input.
  if (error && (error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  return { code: status, out: stdout, err: stderr };
}

/** Runs until the first line is out, sends Ctrl-C, and waits for the end. */
export function interrupt(args: string[]): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.on('data', (text) => {
      if (out === '') child.kill('SIGINT');
      out += text;
    });
    child.stderr.on('data', (text) => {
      err += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

/** What --json prints: one object a line. */
// biome-ignore lint/suspicious/noExplicitAny: each command has its own objects
export function jsonLines(result: Result): any[] {
  return result.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
