// Runs first in a page under test and writes down what went wrong there. Not every browser lets a test read its console.
(() => {
  /** @type {string[]} */
  const complaints = [];
  Object.assign(globalThis, { complaints });
  for (const level of /** @type {const} */ (['error', 'warn'])) {
    const original = console[level];
    console[level] = (...said) => {
      complaints.push(`console.${level}: ${said.map(String).join(' ')}`);
      original.apply(console, said);
    };
  }
  // Captured, so that scripts, style sheets and pictures that do not load are heard as well.
  addEventListener(
    'error',
    (event) => {
      const source = /** @type {any} */ (event.target);
      complaints.push(
        event instanceof ErrorEvent ? `exception: ${event.message}` : `not loaded: ${source?.src ?? source?.href}`,
      );
    },
    true,
  );
  addEventListener('unhandledrejection', (event) => complaints.push(`unhandled rejection: ${event.reason}`));
  document.addEventListener('securitypolicyviolation', (event) => {
    complaints.push(`policy: ${event.violatedDirective} forbids ${event.blockedURI}`);
  });
})();
