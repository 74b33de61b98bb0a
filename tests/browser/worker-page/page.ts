// Puts the client where worker.test.ts can reach it.
import * as client from '../../../wasm/client';

export type Client = typeof client;
Object.assign(globalThis, { client });
