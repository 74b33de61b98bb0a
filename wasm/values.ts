// What goes into the engine and what comes out of it: texts, JSON, buffers and errors.
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

/** What is larger would not fit into WebAssembly's memory beside what is made from it. */
export const largestInput = 512 * 1024 * 1024;

function checkSize(name: string, size: number): void {
  if (size > largestInput)
    throw new EngineError('invalid_value', `${name} has ${size} bytes; allowed: at most ${largestInput}`);
}

// A letter beyond U+FFFF is two units of a JavaScript text; one alone is no character, and UTF-8 cannot say it.
const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?:^|[^\ud800-\udbff])[\udc00-\udfff]/;

export function text(name: string, value: unknown): string {
  if (typeof value !== 'string')
    throw new EngineError('invalid_value', `${name} is ${describe(value)}; allowed: a text`);
  checkSize(name, value.length);
  const at = value.search(half);
  if (at >= 0)
    throw new EngineError('invalid_data', `${name} has half a character near position ${at + 1}; allowed: whole ones`);
  return value;
}

/** The bytes of a file, however the caller holds them. */
export function fileBytes(name: string, value: unknown): Uint8Array {
  const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : value;
  if (!(bytes instanceof Uint8Array))
    throw new EngineError('invalid_value', `${name} is ${describe(value)}; allowed: a Uint8Array or an ArrayBuffer`);
  checkSize(name, bytes.length);
  return bytes;
}

/** An object that a caller must give. */
export function given<T>(name: string, value: T): T & object {
  if (typeof value === 'object' && value !== null) return value;
  throw new EngineError('invalid_value', `${name} is ${describe(value)}; allowed: an object`);
}

/** An object that may be left out. */
export const optional = <T extends object>(name: string, value: T | null | undefined): Partial<T> =>
  given(name, value ?? {});

/** A function that is called back, where one is given. */
export function listener<T>(name: string, value: T): T {
  if (value === undefined || value === null || typeof value === 'function') return value;
  throw new EngineError('invalid_value', `${name} is ${describe(value)}; allowed: a function`);
}

/** What `value` holds in buffers. Typed arrays come out of the engine as copies, so they can be handed over whole. */
export function buffersOf(value: unknown): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) return [value.buffer as ArrayBuffer];
  if (Array.isArray(value) && typeof value[0] !== 'object') return [];
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(buffersOf);
  return [];
}

// String() of a list or object says nothing, and of one without a prototype it throws.
function describe(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return String(value).slice(0, 60);
}

/**
 * JSON of what a caller hands in. NaN and the infinities go as texts, which the engine refuses by name where a number
 * is wanted. `only` picks one member's JSON.
 */
export function json(value: object, only?: string): string {
  const whole = written(given('the argument', value), (key, member) => {
    if (typeof member === 'bigint') return member.toString();
    if (typeof member !== 'number') return member;
    if (!Number.isFinite(member)) return String(member);
    // Beyond 2^53 a JavaScript number has been rounded before it came here; the engine promises exact seeds.
    if (key.endsWith('seed') && Number.isInteger(member) && !Number.isSafeInteger(member)) {
      throw new EngineError(
        'invalid_value',
        `seed is the number ${member}, which may have been rounded; give it as text`,
      );
    }
    return member;
  });
  if (only === undefined) return whole;
  const member = (JSON.parse(whole) as Record<string, unknown>)[only];
  if (member === undefined) throw new EngineError('invalid_value', `${only} is undefined; allowed: a value`);
  return JSON.stringify(member);
}

function written(value: object, replacer: (key: string, member: unknown) => unknown): string {
  try {
    return JSON.stringify(value, replacer);
  } catch (error) {
    if (error instanceof EngineError) throw error;
    throw new EngineError('invalid_value', `this object cannot be written as JSON: ${(error as Error).message}`);
  }
}
