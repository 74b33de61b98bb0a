import { defineConfig } from 'vitest/config';
import { engineAlias } from './scripts/engine-alias.mjs';

// One project a suite: `npx vitest run --project wasm`. The deadlines only end a hang; no test asserts a speed.
const project = (name: string, deadline: number, workers?: number) => ({
  extends: true as const,
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    testTimeout: deadline,
    hookTimeout: deadline,
    ...(workers === undefined ? {} : { maxWorkers: workers }),
  },
});

export default defineConfig({
  cacheDir: 'build/vitest',
  resolve: { alias: engineAlias },
  test: {
    environment: 'node',
    maxWorkers: 2,
    projects: [
      project('scripts', 30_000),
      project('wasm', 60_000),
      project('cli', 60_000),
      project('browser', 90_000),
      project('engines', 120_000),
      project('bench', 600_000, 1),
    ],
  },
});
