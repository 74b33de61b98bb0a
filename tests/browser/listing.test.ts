// The PyTorch text beside the run is a program: PyTorch itself runs it here and must print what the engine computes.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { loadEngine } from '../../wasm/node';
import { type Settings, toConfiguration } from '../../web/program/configuration';
import { asText, listing } from '../../web/program/listing-text';

const python = '/usr/bin/python3';
const torch = spawnSync(python, ['-c', 'import torch'], { encoding: 'utf8' });
const missing = torch.status !== 0;
if (missing) console.warn('Skipped: PyTorch (python3-torch) is not installed, so the listing was not run.');

const runs: Settings[] = [
  { seed: '99', epochs: 200, learningRate: 0.001, regime: 'teacher' },
  { seed: '99', epochs: 200, learningRate: 0.001, regime: 'free' },
  { seed: '99', epochs: 200, learningRate: 0.001, regime: 'scheduled' },
  { seed: '-1', epochs: 60, learningRate: 0.01, regime: 'scheduled' },
  { seed: '9007199254740993', epochs: 7, learningRate: 0.003, regime: 'teacher' },
];

test.skipIf(missing).each(runs)('PyTorch prints what the engine computes: %o', async (settings) => {
  const { stdout, stderr } = spawnSync(python, ['-'], { input: asText(listing(settings)), encoding: 'utf8' });
  expect(stderr).toBe('');
  const engine = await loadEngine({ build: 'simd' });
  const session = engine.open(toConfiguration(settings));
  const losses: number[] = [];
  session.train({ onProgress: ({ steps }) => losses.push(...steps.map((step) => step.epochLoss)) });
  const ids = session.snapshot().freePredictions.map((label) => ({ BOS: '0', EOS: '3' })[label] ?? label);
  const expected = [
    '1386',
    ...losses.flatMap((loss, epoch) => (epoch < 3 || epoch % 50 === 49 ? [`${epoch} ${loss.toFixed(4)}`] : [])),
    `final loss ${losses.at(-1)?.toFixed(4)}`,
    `[${ids.join(', ')}]`,
  ];
  expect(stdout.trim().split('\n')).toEqual(expected);
});
