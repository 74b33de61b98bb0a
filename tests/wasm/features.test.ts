import { afterEach, expect, test, vi } from 'vitest';
import { chooseBuild, forbidden, hasSimd, requireWebAssembly } from '../../wasm/features';

afterEach(() => vi.restoreAllMocks());

// What each probe's bytes need, read from the bytes themselves: prefix 253 is SIMD, opcodes 6 and 25 are try/catch_all.
const body = (bytes: BufferSource) => [...(bytes as Uint8Array)].slice(8);

test('this Node has SIMD and exceptions, and the probes are valid modules', async () => {
  expect(hasSimd()).toBe(true);
  expect(() => requireWebAssembly()).not.toThrow();
  expect(await forbidden()).toBeNull();
});

test('an engine that knows no SIMD gets the scalar build, unless another is asked for (C61)', () => {
  const validate = vi.spyOn(WebAssembly, 'validate').mockImplementation((bytes) => !body(bytes).includes(253));
  expect(chooseBuild('auto')).toBe('scalar');
  expect(validate).toHaveBeenCalled();
  expect(chooseBuild('simd')).toBe('simd');
  expect(chooseBuild('scalar')).toBe('scalar');
  expect(() => requireWebAssembly()).not.toThrow();
});

test('an engine that knows no exceptions is refused with the versions that do', () => {
  vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
  expect(() => requireWebAssembly()).toThrow(/Chrome 95.*Firefox 100.*Safari 15\.2/);
});

test('without WebAssembly the text names lockdown mode', () => {
  vi.stubGlobal('WebAssembly', undefined);
  try {
    expect(() => requireWebAssembly()).toThrow(expect.objectContaining({ code: 'engine_blocked' }));
    expect(() => requireWebAssembly()).toThrow(/lockdown mode/);
  } finally {
    vi.unstubAllGlobals();
  }
});

test('a policy that forbids WebAssembly is seen, and the text names what would allow it', async () => {
  vi.spyOn(WebAssembly, 'instantiate').mockRejectedValue(new WebAssembly.CompileError('violates the policy'));
  const error = await forbidden();
  expect(error).toMatchObject({ code: 'engine_blocked' });
  expect(error!.message).toContain('wasm-unsafe-eval');
});
