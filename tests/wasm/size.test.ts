import { expect, test } from 'vitest';
import { moduleSize } from '../../scripts/sizes.mjs';

// What a reader downloads before the first figure comes alive. Where a feature is worth its bytes, raise this together
// with the table in docs/speed.md; a library that slipped in (iostream alone was 30,000) shows here first.
const most = 224_000;

test.each(['simd', 'scalar'] as const)('the %s module is no larger than foreseen, compressed', (build) => {
  const { raw, gzip, brotli } = moduleSize(build);
  expect(gzip).toBeLessThanOrEqual(most);
  expect(gzip).toBeGreaterThan(raw / 5); // it was compressed, and once
  expect(brotli).toBeLessThan(gzip);
});
