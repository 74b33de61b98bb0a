// What an element's properties take, in one place for all of them: nothing at all, as when an attribute is taken away or
// a framework has no value, leaves a property as it was without one; text and numbers stand for each other.
import type { PropertyDeclaration } from 'lit';

/** There or not; "false" is what frameworks write for a no as long as the element is not defined. */
export const presence = { fromAttribute: (value: string | null) => value !== null && value !== 'false' };

/** By element: what its properties are as long as nobody gave them another value. Field initialisers come first. */
const firstValues = new WeakMap<object, Map<PropertyKey, unknown>>();

/** Lit's accessor of a property, made to take what pages and frameworks give. Every property needs an initialiser. */
export function tolerant(
  name: PropertyKey,
  { type }: PropertyDeclaration,
  accessor: PropertyDescriptor,
): PropertyDescriptor {
  const { set } = accessor;
  return {
    ...accessor,
    set(this: object, given: unknown) {
      const firsts = firstValues.get(this) ?? new Map<PropertyKey, unknown>();
      firstValues.set(this, firsts);
      if (!firsts.has(name)) firsts.set(name, given);
      const value = usable(type, given);
      set?.call(this, value === undefined ? firsts.get(name) : value);
    },
  };
}

/** undefined: as good as not given. */
function usable(type: unknown, given: unknown): unknown {
  if (given === null || given === undefined) return undefined;
  if (type === String) return String(given);
  if (type === Boolean) return given !== 'false' && Boolean(given);
  if (type !== Number) return given;
  const number = typeof given === 'string' && given.trim() === '' ? Number.NaN : Number(given);
  return Number.isNaN(number) ? undefined : number;
}
