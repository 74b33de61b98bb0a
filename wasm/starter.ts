// How a worker starts whose script lies on another site than the page.

/** A page in a frame without an origin of its own, or from disk, has the origin "null", whatever its address says. */
export const isOwn = (address: URL) => address.origin === origin && origin !== 'null';

// One for each address, however often a worker starts: a blob's address holds its memory as long as the page is there.
const starters = new Map<string, string>();

/**
 * The address of a script that imports `address`: a worker's script must be of the page's own origin, but what it imports
 * need only allow to be read (CORS). It stays good: the worker starts its partner with it.
 */
export function starterOf(address: string): string {
  const found =
    starters.get(address) ??
    URL.createObjectURL(new Blob([`import ${JSON.stringify(address)};`], { type: 'text/javascript' }));
  starters.set(address, found);
  return found;
}
