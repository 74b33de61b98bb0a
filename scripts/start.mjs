// npm start [-- --port N] [-- --no-open]: sets up, builds, serves the page on loopback and opens a browser.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { serve, serveFrom } from './serve.mjs';
import { setUp } from './setup.mjs';
import { Foreseen, root } from './shell.mjs';

const usage = `npm start [-- [--port N] [--no-open]]
  --port N   serve on this port only (else 4173, or the next free one)
  --no-open  print the address, but open no browser`;

/** @param {string[]} args */
function readArguments(args) {
  let values;
  try {
    const options = /** @type {const} */ ({
      port: { type: 'string' },
      'no-open': { type: 'boolean' },
      help: { type: 'boolean' },
    });
    values = parseArgs({ args, options }).values;
  } catch (error) {
    throw new Foreseen(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65535)) {
    throw new Foreseen(`--port is "${values.port}", but must be a whole number from 0 (any free port) to 65535.`);
  }
  return { port, open: !values['no-open'], help: values.help };
}

/** Opens the address where there is a display; where that fails, the address on the screen is enough. @param {string} url */
function openBrowser(url) {
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
  const child = spawn('xdg-open', [url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

/** @param {number | undefined} port */
async function serveSite(port) {
  const site = join(root, 'dist/site');
  if (port === undefined) return serveFrom(site, 4173);
  try {
    return await serve(site, { port });
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EADDRINUSE') throw new Foreseen(`Port ${port} is taken. Choose another, or leave out --port.`);
    if (code === 'EACCES') throw new Foreseen(`Port ${port} may not be used by you. Choose one above 1023.`);
    throw error;
  }
}

/** @param {string[]} args */
export async function main(args) {
  const { port, open, help } = readArguments(args);
  if (help) return console.log(usage);
  await setUp(['build']);
  await build();
  const server = await serveSite(port);
  console.log(`\nSeq2Seq Lab is at ${server.url}  (stop with Ctrl+C)`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => server.close().then(() => process.exit(0)));
  }
  if (open) openBrowser(server.url);
}
