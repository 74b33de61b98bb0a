// One call of the engine, and what comes out of it: values, JSON, buffers and errors.
import type { Outcome } from './engine.d.mts';
import { EngineError, toEngineError } from './errors';

// One call at a time: whoever is called back by the engine stands on its frames, which another call could pull away.
let working = false;
const waiting: (() => void)[] = [];
let brokenListener = () => {};

/** The call's value. What it returns or throws as an error is thrown as EngineError. */
export function run<T>(call: () => Outcome<T>): T {
  if (working) throw new EngineError('invalid_state', 'The engine is at work; call it again when evaluate() is done.');
  working = true;
  try {
    const outcome = call();
    if (outcome instanceof Error) throw outcome;
    return outcome;
  } catch (error) {
    const known = toEngineError(error);
    if (known.code === 'engine_broken') brokenListener();
    throw known;
  } finally {
    working = false;
    for (const work of waiting.splice(0)) work();
  }
}

/** Does it now, or when the call that is running has ended. */
export function whenIdle(work: () => void): void {
  if (working) waiting.push(work);
  else work();
}

/** Told of every call that ended with `engine_broken`. One listener. */
export function whenBroken(listener: () => void): void {
  brokenListener = listener;
}

// JSON has no NaN and no infinity. The engine writes them as texts, and texts that read the same with an escape
// (src/session/json_writer.h); within a text no quote stands right behind one of these signs.
const notFinite = /([[:,])"(NaN|-?Infinity)"/g;
const mark = '\0number ';

/** The same for calls that answer with JSON text. */
export function parsed<T>(call: () => Outcome<string>): T {
  const whole = run(call);
  const marked = whole.replace(notFinite, `$1"\\u0000number $2"`);
  if (marked === whole) return JSON.parse(whole);
  return JSON.parse(marked, (_key, value) =>
    typeof value === 'string' && value.startsWith(mark) ? Number(value.slice(mark.length)) : value,
  );
}

/** What `value` holds in buffers. Typed arrays come out of the engine as copies, so they can be handed over whole. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  if (Array.isArray(value) && typeof value[0] !== 'object') return [];
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(buffersOf);
  return [];
}
