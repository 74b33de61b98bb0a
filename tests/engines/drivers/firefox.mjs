// Firefox, through WebDriver BiDi (W3C), which it speaks by itself over a WebSocket: no driver program beside it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import WebSocket from 'ws';
import { clickActions, keyActions } from './keys.mjs';
import { startProgram, temporaryFolder } from './program.mjs';

// No first-run pages, nothing fetched from elsewhere, nothing sent, and motion as in the other two.
const preferences = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.newtabpage.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.ipc.processPrelaunch.enabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
  'toolkit.telemetry.unified': false,
};

class Connection {
  /** @type {Map<number, { resolve: (value: any) => void, reject: (error: Error) => void }>} */
  waiting = new Map();
  /** @type {(params: any) => void} */
  onLog = () => {};
  last = 0;

  /** @param {WebSocket} socket */
  constructor(socket) {
    this.socket = socket;
    socket.on('message', (bytes) => {
      const message = JSON.parse(String(bytes));
      if (message.type === 'event') {
        if (message.method === 'log.entryAdded') this.onLog(message.params);
        return;
      }
      const caller = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.type === 'success') caller?.resolve(message.result);
      else caller?.reject(new Error(`Firefox: ${message.error}: ${message.message}`));
    });
    socket.on('close', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('Firefox has closed its connection'));
      this.waiting.clear();
    });
  }

  /** @param {string} url @returns {Promise<Connection>} */
  static open(url) {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(url);
      socket.once('error', reject);
      socket.once('open', () => resolve(new Connection(socket)));
    });
  }

  /** @param {string} method @param {object} [params] @returns {Promise<any>} */
  send(method, params = {}) {
    return new Promise((resolve, reject) => {
      this.waiting.set(++this.last, { resolve, reject });
      this.socket.send(JSON.stringify({ id: this.last, method, params }));
    });
  }
}

/** @returns {Promise<import('./driver.mjs').Launched>} */
export async function start() {
  const profile = temporaryFolder();
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`);
  writeFileSync(join(profile.path, 'user.js'), `${lines.join('\n')}\n`);
  const args = ['--headless', '--no-remote', '--profile', profile.path, '--remote-debugging-port', '0', 'about:blank'];
  const program = await startProgram('/usr/bin/firefox-esr', args, (output) => {
    return /WebDriver BiDi listening on (ws:\S+)/.exec(output)?.[1];
  });
  const connection = await Connection.open(`${program.found}/session`);
  const { capabilities } = await connection.send('session.new', { capabilities: {} });
  await connection.send('session.subscribe', { events: ['log.entryAdded'] });
  /** @type {Map<string, string[]>} */
  const heard = new Map();
  connection.onLog = ({ level, text, source }) => {
    if (['error', 'warn'].includes(level)) heard.get(source?.context)?.push(`console: ${text}`);
  };

  return {
    version: capabilities.browserVersion,
    async close() {
      await connection.send('browser.close').catch(() => {}); // it may be gone before it has answered
      connection.socket.close();
      await program.end();
      await profile.remove();
    },
    async newTab() {
      const { context } = await connection.send('browsingContext.create', { type: 'tab' });
      await connection.send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 900 } });
      /** @type {string[]} */
      const said = [];
      heard.set(context, said);
      const act = async (/** @type {object[]} */ actions) => {
        await connection.send('input.performActions', { context, actions });
      };
      return {
        heard: said,
        goto: async (url) =>
          void (await connection.send('browsingContext.navigate', { context, url, wait: 'complete' })),
        async call(script, argument) {
          const { result, exceptionDetails } = await connection.send('script.callFunction', {
            functionDeclaration: script,
            arguments: [{ type: 'string', value: argument }],
            awaitPromise: true,
            target: { context },
          });
          if (exceptionDetails) throw new Error(`Firefox: ${exceptionDetails.text}`);
          return result.value;
        },
        clickAt: (x, y) => act(clickActions(x, y)),
        press: (key) => act(keyActions(key)),
        async print() {
          const { data } = await connection.send('browsingContext.print', { context, background: false });
          return Buffer.from(data, 'base64');
        },
        close: () => connection.send('browsingContext.close', { context }),
      };
    },
  };
}
