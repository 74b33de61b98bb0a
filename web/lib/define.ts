// Registers an element once. Where two scripts, or two versions, are on one page, the first wins and the second says so.

export const version = __SEQ2SEQ_VERSION__;

export function define(tag: string, element: CustomElementConstructor): void {
  const present = customElements.get(tag) as (CustomElementConstructor & { version?: string }) | undefined;
  if (!present) {
    Object.defineProperty(element, 'version', { value: version });
    customElements.define(tag, element);
  } else if (present.version !== version) {
    console.warn(`<${tag}> is already registered (version ${present.version}); version ${version} does nothing here.`);
  }
}
