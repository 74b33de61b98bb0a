// Fixed runs may not take 3 % more instructions than recorded. Skipped, and said, where the tools are others.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allowed, countInstructions, incomparable, recordFile, slower, toolchain } from '../../bench/instructions.mjs';

const record = JSON.parse(readFileSync(recordFile, 'utf8'));
const noValgrind = spawnSync('valgrind', ['--version']).status === 0 ? undefined : 'there is no valgrind';
const reason = noValgrind ?? incomparable(record, await toolchain());

test.skipIf(reason)(`as many instructions as recorded${reason ? `: ${reason}` : ''}`, async () => {
  const counted = await countInstructions();
  expect(slower(record, counted), 'npm run bench -- --record-instructions, where this is meant').toEqual([]);
  for (const [name, now] of Object.entries(counted.runs)) {
    const before = record.runs[name] ?? now;
    if (now * allowed < before) console.log(`${name}: ${now} instructions, ${before} recorded: record anew`);
  }
});
