// In place of start-worker.ts in the npm package, whose scripts a bundler may move and rename: it follows the worker by
// the one form that bundlers look for, `new Worker(new URL('...', import.meta.url))`, which the package's build writes.
import type { Place } from './start-worker';
import { isOwn, starterOf } from './starter';
import { createScriptURL } from './trusted';

/** `new URL('./worker.js', import.meta.url)`, put in when the package is written. */
declare const __SEQ2SEQ_WORKER__: URL;

export const mayHavePartner = true;

/** Also where a bundler has left the worker behind: the engine in the page's own thread. */
export const inPlaceOfWorker = () => async () => (await import('./in-page')).startInPage();

export function startWorker({ base }: Place = {}): Worker {
  // A bundler may say that this script lies on the disk where it was built.
  const here = new URL(base ?? import.meta.url, location.href);
  const far = here.protocol.startsWith('http') && !isOwn(here);
  if (base === undefined && !far) return new Worker(__SEQ2SEQ_WORKER__, { type: 'module' });
  const { href } = new URL('worker.js', here);
  return new Worker(createScriptURL(far ? starterOf(href) : href), { type: 'module' });
}
