// Runs the command line as people do. SEQ2SEQ_BINARY names another build than build/native.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const binary = process.env.SEQ2SEQ_BINARY ?? `${root}/build/native/seq2seq`;

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

/** What --json prints: one object a line. */
// biome-ignore lint/suspicious/noExplicitAny: each command has its own objects
export function jsonLines(result: Result): any[] {
  return result.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}
