// The distribution's Python, where it has PyTorch: other interpreters on the path may be without.
import { spawnSync } from 'node:child_process';

export const python = '/usr/bin/python3';

/** Why tests that need PyTorch cannot run here; undefined where they can. */
export const torchMissing: string | undefined =
  spawnSync(python, ['-c', 'import numpy, torch']).status === 0
    ? undefined
    : `${python} has no torch or no numpy (Debian: python3-torch, python3-numpy)`;
if (torchMissing) console.warn(`Skipped: ${torchMissing}`);

export function runPython(args: string[], cwd: string) {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
  const { status, stdout, stderr, error } = spawnSync(python, args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (error) throw error;
  return { code: status, out: stdout, err: stderr };
}
