// Errors as the elements show them: a code to choose the words by, and the engine's own sentence.

export interface Failure {
  code: string;
  message: string;
}

/** The engine's sentences begin small, as they do after a colon; where one stands alone it begins as sentences do. */
export const standing = (message: string) =>
  message.replace(/^[a-z]{2,}(?=[ ,’'])/, (word) => word[0]!.toUpperCase() + word.slice(1)); // names such as hidden_size stay

export function toFailure(error: unknown): Failure {
  if (error instanceof Error) {
    const code = (error as Error & { code?: unknown }).code;
    return { code: typeof code === 'string' ? code : 'unexpected', message: error.message };
  }
  return { code: 'unexpected', message: String(error) };
}

/** As a host that waits for an element gets it. */
export const asError = ({ code, message }: Failure): Error =>
  Object.assign(new Error(message), { name: 'EngineError', code });

/** Failures of the engine itself, not of a value given to it. */
export const isEngineFailure = (failure: Failure) =>
  ['engine_missing', 'engine_blocked', 'worker_lost'].includes(failure.code);

/** The engine ended because its last element had left the page: nobody is there to be told. */
export const isOver = (failure: Failure) => failure.code === 'cancelled';
