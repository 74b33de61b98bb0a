// A small static file server for loopback, with the headers a strict site would send. `npm start` and the browser
// tests use it, so that what is tested is what a careful host would allow.
import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'", // WebAssembly may be compiled; eval and inline scripts may not run
  "worker-src 'self'",
  "style-src 'self'", // Lit's adopted style sheets need no 'unsafe-inline'
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** @type {Readonly<Record<string, string>>} */
export const strictHeaders = Object.freeze({
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cache-Control': 'no-cache',
});

/** @type {Record<string, string>} */
const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.tsv': 'text/tab-separated-values; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** What a file is served as. @param {string} path */
export const typeOf = (path) => types[extname(path).toLowerCase()] ?? 'application/octet-stream';

/**
 * The file a request names, or undefined where there is none. Links are followed before the check, so nothing outside
 * `root` (a real path) is ever read.
 * @param {string} root
 * @param {string} address the request's target, such as `/assets/a.js?x=1`
 */
async function locate(root, address) {
  let path;
  try {
    path = decodeURIComponent(address.split(/[?#]/, 1)[0] ?? '');
  } catch {
    return undefined; // not valid percent-encoding
  }
  if (!path.startsWith('/') || path.includes('\0') || path.includes('\\')) return undefined;
  if (path.endsWith('/')) path += 'index.html';
  try {
    const file = await realpath(join(root, path));
    if (!file.startsWith(root + sep)) return undefined;
    const status = await stat(file);
    return status.isFile() ? { file, size: status.size } : undefined;
  } catch {
    return undefined;
  }
}

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */
/** @typedef {(request: Request, response: Response) => boolean | Promise<boolean>} Answer */

/**
 * Serves `directory` on loopback. Port 0 is any free one; a taken port rejects with code EADDRINUSE. Where `answer`
 * returns true it has answered itself: how tests make a host that sends other things.
 * @param {string} directory
 * @param {{ port?: number, headers?: Readonly<Record<string, string>>, answer?: Answer }} [options]
 * @returns {Promise<{ url: string, port: number, close: () => Promise<void> }>}
 */
export async function serve(directory, { port = 0, headers = strictHeaders, answer } = {}) {
  const root = await realpath(directory);
  const server = createServer(async (request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (await answer?.(request, response)) return;
    /** @param {number} status @param {string} text */
    const refuse = (status, text) => {
      response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
      response.end(request.method === 'HEAD' ? undefined : `${text}\n`);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return refuse(405, 'Only GET and HEAD are answered here.');
    }
    const found = await locate(root, request.url ?? '/');
    if (!found) return refuse(404, 'Not found.');
    response.writeHead(200, {
      'Content-Type': typeOf(found.file),
      'Content-Length': found.size,
    });
    if (request.method === 'HEAD') return response.end();
    const stream = createReadStream(found.file);
    stream.on('error', () => response.destroy());
    stream.pipe(response);
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  const address = server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${bound}/`,
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * As `serve`, but where the port is taken the next twenty are tried, then any free one.
 * @param {string} directory
 * @param {number} first
 */
export async function serveFrom(directory, first) {
  for (let port = first; port <= Math.min(first + 20, 65535); ++port) {
    try {
      return await serve(directory, { port });
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EADDRINUSE') throw error;
    }
  }
  return serve(directory);
}

// node scripts/serve.mjs DIRECTORY [PORT]
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const site = await serve(process.argv[2] ?? 'dist/site', { port: Number(process.argv[3] ?? 0) });
  console.log(site.url);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => site.close().then(() => process.exit(0)));
}
