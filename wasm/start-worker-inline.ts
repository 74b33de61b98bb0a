// In place of start-worker.ts where all is one file: the worker's script lies in this one, as text.
import InlineWorker from './worker.ts?worker&inline';

/** The text is no module, which is what works from disk; so it has no address that a second one could start from. */
export const mayHavePartner = false;

/** There is no second copy of the engine for the page's own thread. */
export const inPlaceOfWorker = (): (() => Promise<Worker>) | null => null;

export const startWorker = (_place?: { base?: string | undefined }): Worker => new InlineWorker();
