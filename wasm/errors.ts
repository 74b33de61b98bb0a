// The one error type callers see, on both sides of the worker.
import type { EngineErrorShape } from './protocol';

export class EngineError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'EngineError';
    this.code = code;
  }
}

/** What crosses between threads: structured clones of Errors lose `code`. */
export function toShape(error: unknown): EngineErrorShape {
  const { name, code, message } = toEngineError(error);
  return { name, code, message };
}

/**
 * Errors thrown by the bindings carry name and code already. A call that JavaScript or Embind refused has not reached
 * the engine: its arguments are to blame. Anything else is a WebAssembly trap or a mistake of ours: nothing is known
 * about the state of the module then, so its code says that it must be started anew.
 */
export function toEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const found = error as Partial<EngineErrorShape> | null | undefined;
  const text = typeof found?.message === 'string' && found.message !== '' ? found.message : String(error);
  if (found?.name === 'EngineError' && typeof found.code === 'string') return new EngineError(found.code, text);
  if (found?.name === 'TypeError' || found?.name === 'BindingError')
    return new EngineError('invalid_value', `This call cannot be made with these arguments: ${text}`);
  return new EngineError('engine_broken', `The engine stopped unexpectedly: ${text}`);
}
