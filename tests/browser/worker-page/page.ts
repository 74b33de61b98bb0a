// Puts the client, and the engine in the page's own thread, where the tests can reach them.
import * as client from '../../../wasm/client';
import { startInPage } from '../../../wasm/in-page';

export type Client = typeof client;
export type StartInPage = typeof startInPage;
Object.assign(globalThis, { client, startInPage });
