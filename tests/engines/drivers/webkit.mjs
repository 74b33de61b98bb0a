// WebKit as WebKitGTK's MiniBrowser, through the classic WebDriver protocol (W3C) by plain requests. It needs a screen,
// so it gets one that nobody sees. Its console cannot be read: the spy in the page stands in (pages.mjs).
import { existsSync, readdirSync } from 'node:fs';
import { clickActions, keyActions } from './keys.mjs';
import { freePort, startProgram, temporaryFolder } from './program.mjs';

/** Where Debian puts it depends on the processor and on the library's version. */
function miniBrowser() {
  for (const machine of readdirSync('/usr/lib')) {
    if (!machine.includes('-linux-')) continue;
    for (const library of ['webkit2gtk-4.1', 'webkit2gtk-4.0']) {
      const path = `/usr/lib/${machine}/${library}/MiniBrowser`;
      if (existsSync(path)) return path;
    }
  }
  throw new Error('WebKitGTK is here without its MiniBrowser: apt-get install --reinstall webkit2gtk-driver');
}

/** @returns {Promise<import('./driver.mjs').Launched>} */
export async function start() {
  const screen = await startProgram(
    '/usr/bin/Xvfb',
    ['-displayfd', '1', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp'],
    (output) => /^(\d+)\s/m.exec(output)?.[1],
  );
  const home = temporaryFolder();
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  /** @type {Awaited<ReturnType<typeof startProgram>> | undefined} */
  let driver;
  const end = async () => {
    await driver?.end();
    await screen.end();
    await home.remove();
  };

  /** @param {string} method @param {string} path @param {object} [body] @returns {Promise<any>} */
  async function send(method, path, body) {
    const response = await fetch(`${base}${path}`, { method, body: body ? JSON.stringify(body) : null });
    const { value } = /** @type {any} */ (await response.json());
    if (!response.ok) throw new Error(`WebKit: ${value.error}: ${value.message}`);
    return value;
  }

  try {
    driver = await startProgram(
      '/usr/bin/WebKitWebDriver',
      [`--port=${port}`],
      () => send('GET', '/status').catch(() => undefined),
      {
        DISPLAY: `:${screen.found}`,
        GDK_BACKEND: 'x11',
        WEBKIT_DISABLE_COMPOSITING_MODE: '1', // nobody looks, and drawing in layers takes seconds without a graphics card
        XDG_CACHE_HOME: home.path,
        XDG_CONFIG_HOME: home.path,
        XDG_DATA_HOME: home.path,
      },
    );
    const wanted = { binary: miniBrowser(), args: ['--automation'] };
    const { sessionId, capabilities } = await send('POST', '/session', {
      capabilities: { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': wanted } },
    });
    const session = `/session/${sessionId}`;
    await send('POST', `${session}/timeouts`, { script: 90_000, pageLoad: 60_000 });
    const first = await send('GET', `${session}/window`);

    return {
      version: capabilities.browserVersion,
      async close() {
        await send('DELETE', session).catch(() => {}); // closing its last window may have ended it
        await end();
      },
      async newTab() {
        await send('POST', `${session}/window`, { handle: first }); // the last one may have been closed
        const { handle } = await send('POST', `${session}/window/new`, { type: 'window' });
        const act = async (/** @type {string} */ method, /** @type {string} */ path, /** @type {any} */ body) => {
          await send('POST', `${session}/window`, { handle });
          return send(method, `${session}${path}`, body);
        };
        await act('POST', '/window/rect', { width: 1280, height: 1000 });
        return {
          heard: [],
          goto: (url) => act('POST', '/url', { url }),
          call: (script, argument) =>
            act('POST', '/execute/async', {
              script: `const done = arguments[1]; (${script})(arguments[0]).then(done);`,
              args: [argument],
            }),
          clickAt: (x, y) => act('POST', '/actions', { actions: clickActions(x, y) }),
          press: (key) => act('POST', '/actions', { actions: keyActions(key) }),
          close: () => act('DELETE', '/window', undefined),
        };
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}
