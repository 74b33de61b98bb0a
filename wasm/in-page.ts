// The engine in the page's own thread, for pages that may start no worker. It trains in the same slices of a few
// milliseconds, so the page stays usable; the numbers are the same.
import * as Comlink from 'comlink';

/** Looks like a worker to whoever holds it. */
export async function startInPage(): Promise<Worker> {
  const { openApi } = await import('./worker');
  const { api, end } = openApi();
  const { port1, port2 } = new MessageChannel();
  Comlink.expose(api, port1);
  return Object.assign(port2, {
    onerror: null,
    terminate() {
      port1.close();
      port2.close();
      void end(); // a page does not stop with its ports: what trains would train on
    },
  }) as unknown as Worker;
}
