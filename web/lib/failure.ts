// Errors as the elements show them: a code to choose the words by, and the engine's own sentence.

export interface Failure {
  code: string;
  message: string;
}

export function toFailure(error: unknown): Failure {
  if (error instanceof Error) {
    const code = (error as Error & { code?: unknown }).code;
    return { code: typeof code === 'string' ? code : 'unexpected', message: error.message };
  }
  return { code: 'unexpected', message: String(error) };
}

/** Failures of the engine itself, not of a value given to it. */
export const isEngineFailure = (failure: Failure) =>
  ['engine_missing', 'engine_blocked', 'worker_lost'].includes(failure.code);
