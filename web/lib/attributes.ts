// An attribute that is taken away leaves its property as it was without it. (Lit alone would leave null there.)
import type { LitElement } from 'lit';

/** By attribute: its property, and what that is as long as no attribute was given. Asked before the first one is. */
export function unsetValues(element: LitElement): Map<string, { property: PropertyKey; value: unknown }> {
  const { elementProperties } = element.constructor as typeof LitElement;
  const found = new Map<string, { property: PropertyKey; value: unknown }>();
  for (const [property, { attribute, state, reflect }] of elementProperties) {
    // A property that writes its attribute takes it away itself.
    if (attribute === false || state || reflect) continue;
    const name = typeof attribute === 'string' ? attribute : String(property).toLowerCase();
    found.set(name, { property, value: Reflect.get(element, property) });
  }
  return found;
}
