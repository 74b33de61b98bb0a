// Where the worker's script lies and how it is started: beside this script, which may be on another site than the page.
import { isOwn, starterOf } from './starter';
import { createScriptURL } from './trusted';
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

export function startWorker({ base }: Place = {}): Worker {
  const beside = new URL(workerAddress, import.meta.url);
  const address =
    base === undefined ? beside : new URL(beside.pathname.split('/').at(-1) ?? '', new URL(base, location.href));
  const { href } = address;
  return new Worker(createScriptURL(isOwn(address) ? href : starterOf(href)), { type: 'module' });
}
