// Where the worker's script lies and how it is started: beside this script, which may be on another site than the page.
import workerAddress from './worker.ts?worker&url';

/** What is asked for by whoever starts an engine. */
export interface Place {
  /** Address of the folder that the engine's files are in; by default that of this script. */
  base?: string | undefined;
}

/** A worker may start a second one to help it. */
export const mayHavePartner = true;

/** Where the page may lack what a worker needs: the engine in the page's own thread. */
export function inPlaceOfWorker(): (() => Promise<Worker>) | null {
  if (isOwn(new URL(workerAddress, import.meta.url))) return null;
  return async () => (await import('./in-page')).startInPage();
}

// A page in a frame without an origin of its own, or from disk, has the origin "null", whatever its address says.
const isOwn = (address: URL) => address.origin === origin && origin !== 'null';

export function startWorker({ base }: Place = {}): Worker {
  const beside = new URL(workerAddress, import.meta.url);
  const address =
    base === undefined ? beside : new URL(beside.pathname.split('/').at(-1) ?? '', new URL(base, location.href));
  if (isOwn(address)) return new Worker(address, { type: 'module' });
  return new Worker(starterOf(address.href), { type: 'module' });
}

// One for each address, however often a worker starts: a blob's address holds its memory as long as the page is there.
const starters = new Map<string, string>();

// A worker's script must be of the page's own origin, but what it imports need only allow to be read (CORS). The
// starter's address stays good: the worker starts its partner with it.
function starterOf(address: string): string {
  const found =
    starters.get(address) ??
    URL.createObjectURL(new Blob([`import ${JSON.stringify(address)};`], { type: 'text/javascript' }));
  starters.set(address, found);
  return found;
}
