// What goes into the engine and what comes out of it: texts, JSON, buffers and errors.
import type { Outcome } from './engine.d.mts';
import { EngineError, toEngineError } from './errors';

/** The call's value. What it returns or throws as an error is thrown as EngineError. */
export function run<T>(call: () => Outcome<T>): T {
  let outcome: Outcome<T>;
  try {
    outcome = call();
  } catch (error) {
    throw toEngineError(error);
  }
  if (outcome instanceof Error) throw toEngineError(outcome);
  return outcome;
}

/** The same for calls that answer with JSON text. */
export function parsed<T>(call: () => Outcome<string>): T {
  return JSON.parse(run(call), (_key, value) => (notFinite.has(value) ? Number(value) : value));
}

// JSON has no NaN and no infinity; the engine writes them as texts.
const notFinite = new Set<unknown>(['NaN', 'Infinity', '-Infinity']);

export function text(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new EngineError('invalid_value', `${name} is ${describe(value)}; allowed: a text`);
}

/** The bytes of a file, however the caller holds them. */
export function fileBytes(name: string, value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw new EngineError('invalid_value', `${name} is ${describe(value)}; allowed: a Uint8Array or an ArrayBuffer`);
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
  const whole = JSON.stringify(value, (key, member) => {
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
