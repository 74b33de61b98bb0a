import { defineConfig } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';
import { engineAlias } from './scripts/engine-alias.mjs';

// One project a suite: `npx vitest run --project wasm`. The deadlines only end a hang; no test asserts a speed.
const project = (name: string, deadline: number, more: InlineConfig = {}) => ({
  extends: true as const,
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    testTimeout: deadline,
    hookTimeout: deadline,
    expect: { poll: { timeout: 20_000 } }, // a second, its default, is short for a page on a busy machine
    ...more,
  },
});

// The page with nothing but the client, built once for all files that open it.
const clientPage = { globalSetup: 'tests/browser/worker-page/build.mjs' };

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
      // Files that follow each other in a worker share its Chromium (tests/browser/chromium.ts).
      project('browser', 90_000, { ...clientPage, isolate: false }),
      project('engines', 120_000, clientPage),
      project('bench', 600_000, { maxWorkers: 1 }),
    ],
  },
});
