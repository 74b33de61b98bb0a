// The pages that the three browsers open: the built site, and a page that holds nothing but the client. Both are served
// under the strict policy, with a spy that writes down what goes wrong.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve, strictHeaders } from '../../scripts/serve.mjs';

const spy = fileURLToPath(new URL('./spy.js', import.meta.url));

/**
 * Serves a folder with one page, the spy before everything else in it.
 * @param {string} folder
 * @param {{ headers?: Readonly<Record<string, string>>, answer?: import('../../scripts/serve.mjs').Answer }} [options]
 */
export async function serveSpied(folder, { headers = strictHeaders, answer } = {}) {
  return serve(folder, {
    headers,
    async answer(request, response) {
      const path = (request.url ?? '/').split('?')[0];
      if (path === '/spy.js') {
        response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(await readFile(spy));
        return true;
      }
      if (path === '/') {
        const page = await readFile(join(folder, 'index.html'), 'utf8');
        const spied = page.replace('<head>', '<head><script src="./spy.js"></script>');
        response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(spied);
        return true;
      }
      return (await answer?.(request, response)) ?? false;
    },
  });
}

export const siteFolder = process.env.SEQ2SEQ_SITE ?? fileURLToPath(new URL('../../dist/site', import.meta.url));

/** The page with the client alone, which is there as the global `client`. */
export { clientPageFolder, default as buildClientPage } from '../browser/worker-page/build.mjs';
