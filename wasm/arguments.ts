// What callers hand in: checked, and made into what the engine takes.
import { EngineError } from './errors';
import type { PairOptions, Pairs } from './protocol';

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
  checkWhole(name, value);
  return value;
}

function checkWhole(name: string, value: string): void {
  const at = value.search(half);
  if (at >= 0)
    throw new EngineError('invalid_data', `${name} has half a character near position ${at + 1}; allowed: whole ones`);
}

/** The bytes of a file, however the caller holds them. */
export function fileBytes(name: string, value: unknown, orElse = ''): Uint8Array {
  const bytes = ownBytes(value);
  if (bytes === null)
    throw new EngineError(
      'invalid_value',
      `${name} is ${describe(value)}; allowed: ${orElse}a Uint8Array or an ArrayBuffer`,
    );
  checkSize(name, bytes.length);
  return bytes;
}

// By their names: those of a frame, or of a test runner's own world, are instances of other classes than ours.
function ownBytes(value: unknown): Uint8Array | null {
  if (value instanceof Uint8Array) return value;
  const kind = Object.prototype.toString.call(value);
  if (kind === '[object ArrayBuffer]') return new Uint8Array(value as ArrayBuffer);
  if (kind !== '[object Uint8Array]') return null;
  const { buffer, byteOffset, byteLength } = value as Uint8Array;
  return new Uint8Array(buffer, byteOffset, byteLength);
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
    if (typeof member === 'string') checkWhole(/^\d*$/.test(key) ? 'the text' : key, member);
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

export const pairsOf = (pairs: Pairs): string | Uint8Array =>
  typeof pairs === 'string' ? text('pairs', pairs) : fileBytes('pairs', pairs, 'a text, ');

/** A list of texts, or of lists of them. What is no list the engine refuses. */
export function listed<T>(name: string, value: T): T {
  if (!Array.isArray(value)) return value;
  for (const [index, one] of value.entries()) {
    if (Array.isArray(one)) listed(`${name}[${index}]`, one);
    else text(`${name}[${index}]`, one);
  }
  return value;
}

// The engine takes an empty source for the watched pair; from outside that is a mistake like any other.
export function pairTexts(options: PairOptions): { source: string; target: string } {
  const { source, target } = optional('the pair', options);
  if (source === undefined && target === undefined) return { source: '', target: '' };
  const pair = { source: text('source', source), target: text('target', target) };
  if (pair.source === '') throw new EngineError('invalid_data', 'the source is empty; allowed: a text');
  return pair;
}
