// What several tests of the engine share.
import { expect } from 'vitest';
import { EngineError } from '../../wasm/node';

/** The error a call ends with. Whatever is thrown must be an Error with a name, a code and a text for people. */
export function errorOf(call: () => unknown): { code: string; message: string } {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(EngineError);
    const { name, code, message } = error as EngineError;
    expect(name).toBe('EngineError');
    expect(message.length).toBeGreaterThan(10);
    return { code, message };
  }
  throw new Error('nothing was thrown');
}
