// The benchmark end to end, as small as it goes: who takes part starts from the same weights, and the document has the
// fields that it promises.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

const number = expect.any(Number);

test('one JSON document on stdout', () => {
  const options = ['--json', '--rounds', '1', '--configs', 'toy,small', '--no-codes'];
  const only = ['--only', 'wasm_ms,kernel_ms,native_ms,sampling_ms,plainjs_ms'];
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'bench', ...options, ...only], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, SEQ2SEQ_SETUP: 'skip' },
  });
  expect(status, stderr).toBe(0);
  const document = JSON.parse(stdout);
  expect(document).toMatchObject({
    command: expect.stringContaining('--configs toy,small'),
    versions: { node: process.version },
    sizes: { wasm_simd_gz: number, wasm_scalar_gz: number },
    configs: {
      toy: { wasm_ms: number, native_ms: number, plainjs_ms: number, kernel_gflops: number, wasm_gflops: number },
      small: {
        sampling_ms: number,
        memory: { bytes: number, needed_bytes: number, ratio: number },
        ratios: { native: number, plainjs: number, sampling: number },
        measured: { wasm_ms: { step: { best_ms: number, median_ms: number, rounds: 1 } } },
      },
    },
  });
  const { toy } = document.configs;
  expect(toy.ratios.plainjs).toBeCloseTo(toy.plainjs_ms / toy.wasm_ms, 1);
});
