// One hand for three browsers, each of another engine: Chromium (Blink and V8), Firefox (Gecko and SpiderMonkey) and
// WebKit (JavaScriptCore). What goes into a page and comes out is JSON, so that all three say the same.
import { existsSync } from 'node:fs';
import { chromiumProgram } from '../../../scripts/chromium.mjs';

/** @typedef {'chromium' | 'firefox' | 'webkit'} EngineName */

/**
 * What each browser does in its own way.
 * @typedef {object} Hand
 * @property {(url: string) => Promise<void>} goto resolves when the page has loaded
 * @property {(script: string, argument: string) => Promise<string>} call runs the text of an async function from text
 *   to text in the page
 * @property {(x: number, y: number) => Promise<void>} clickAt presses the main button there, in CSS pixels of the view
 * @property {(key: string) => Promise<void>} press a letter, or a name of KeyboardEvent.key such as `ArrowDown`
 * @property {() => Promise<Buffer>} [print] the page as a PDF without backgrounds, where the browser prints for its driver
 * @property {() => Promise<void>} close
 * @property {string[]} heard what the browser itself says of the page's console and exceptions, where it does
 */

/** @typedef {{ version: string, newTab: () => Promise<Hand>, close: () => Promise<void> }} Launched */

/**
 * What each engine needs of the machine: the packages (Debian's names) and where their programs lie.
 * @type {Record<EngineName, { title: string, packages: string[], programs: () => (string | undefined)[] }>}
 */
export const engines = {
  chromium: { title: 'Chromium', packages: ['chromium'], programs: () => [chromiumProgram] },
  firefox: { title: 'Firefox', packages: ['firefox-esr'], programs: () => ['/usr/bin/firefox-esr'] },
  webkit: {
    title: 'WebKit',
    packages: ['webkit2gtk-driver', 'xvfb'],
    programs: () => ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'],
  },
};

export const engineNames = /** @type {EngineName[]} */ (Object.keys(engines));

/** What to install before this engine can run here; undefined where it can. @param {EngineName} name */
export function missing(name) {
  const { packages, programs } = engines[name];
  if (programs().every((path) => path !== undefined && existsSync(path))) return undefined;
  return `apt-get install ${packages.join(' ')}`;
}

const deadline = 30_000; // ends a hang
const between = 20;

/** @param {number} milliseconds @returns {Promise<void>} */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// In the page: the middle of the element at the end of `path`, in view, with nothing over it.
const middle = (/** @type {string[]} */ ...path) => {
  /** @type {Element | null} */
  let element = null;
  for (const part of path) {
    /** @type {ParentNode | null} */
    const within = element === null ? document : /** @type {Element} */ (element).shadowRoot;
    element = within?.querySelector(part) ?? null;
    if (element === null) return { problem: `nothing here is ${part}` };
  }
  if (element === null) return { problem: 'no path was given' };
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const box = element.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  let hit = document.elementFromPoint(x, y);
  while (hit?.shadowRoot) {
    const inner = hit.shadowRoot.elementFromPoint(x, y);
    if (inner === null || inner === hit) break;
    hit = inner;
  }
  if (hit === null || !(element.contains(hit) || hit.contains(element))) {
    return { problem: `it is covered by ${hit?.outerHTML.slice(0, 100)}` };
  }
  return { x, y };
};

/** One page, of any engine. */
export class Tab {
  /** @param {Hand} hand */
  constructor(hand) {
    this.hand = hand;
  }

  /** @param {string} url */
  goto(url) {
    return this.hand.goto(url);
  }

  /**
   * Runs a function in the page; it sees nothing of what is around it here. Undefined comes back as null.
   * @template {unknown[]} A
   * @template R
   * @param {(...args: A) => R | Promise<R>} work
   * @param {A} args
   * @returns {Promise<R>}
   */
  async evaluate(work, ...args) {
    const script = `async (text) => {
      try {
        return JSON.stringify({ value: (await (${work})(...JSON.parse(text))) ?? null });
      } catch (error) {
        return JSON.stringify({ error: String(error?.stack ?? '').includes(String(error)) ? error.stack : String(error) });
      }
    }`;
    const answer = JSON.parse(await this.hand.call(script, JSON.stringify(args)));
    if ('error' in answer) throw new Error(`In the page: ${answer.error}`);
    return answer.value;
  }

  /**
   * Asks until the function returns something true, and returns that.
   * @template {unknown[]} A
   * @template R
   * @param {(...args: A) => R | Promise<R>} work
   * @param {A} args
   * @returns {Promise<R>}
   */
  async waitFor(work, ...args) {
    const start = performance.now();
    for (;;) {
      const value = await this.evaluate(work, ...args);
      if (value) return value;
      if (performance.now() - start > deadline) {
        const heard = (await this.complaints()).join('; ');
        throw new Error(`In the page this never came: ${work}${heard === '' ? '' : `\nThe page says: ${heard}`}`);
      }
      await pause(between);
    }
  }

  /**
   * A real press of the mouse. Each part of the path is looked for in the shadow tree of the one before.
   * @param {string[]} path
   */
  async click(...path) {
    const start = performance.now();
    for (;;) {
      const found = await this.evaluate(middle, ...path);
      if ('x' in found) return this.hand.clickAt(/** @type {number} */ (found.x), /** @type {number} */ (found.y));
      if (performance.now() - start > deadline) throw new Error(`Can't press ${path.join(' > ')}: ${found.problem}`);
      await pause(between);
    }
  }

  /** The texts of all elements at the end of the path, without the layout's blanks. @param {string[]} path */
  texts(...path) {
    return this.evaluate(
      (/** @type {string[]} */ ...parts) => {
        const last = /** @type {string} */ (parts.pop());
        /** @type {ParentNode | null | undefined} */
        let within = document;
        for (const part of parts) within = within?.querySelector(part)?.shadowRoot;
        return [...(within?.querySelectorAll(last) ?? [])].map(
          (element) => element.textContent?.replace(/\s+/g, ' ').trim() ?? '',
        );
      },
      ...path,
    );
  }

  /** Gives the element at the end of the path the focus. @param {string[]} path */
  focus(...path) {
    return this.evaluate(
      (/** @type {string[]} */ ...parts) => {
        const last = /** @type {string} */ (parts.pop());
        /** @type {ParentNode | null | undefined} */
        let within = document;
        for (const part of parts) within = within?.querySelector(part)?.shadowRoot;
        const element = within?.querySelector(last);
        if (!element) throw new Error(`nothing here is ${last}`);
        /** @type {HTMLElement} */ (element).focus();
      },
      ...path,
    );
  }

  /** @param {string[]} keys one after another, to whatever has the focus */
  async press(...keys) {
    for (const key of keys) await this.hand.press(key);
  }

  get print() {
    return this.hand.print;
  }

  /** What went wrong in the page: as the browser tells, and as the spy in the page does (pages.mjs). */
  async complaints() {
    const spied = await this.evaluate(() => /** @type {any} */ (globalThis).complaints ?? []);
    return [...this.hand.heard, .../** @type {string[]} */ (spied)];
  }

  close() {
    return this.hand.close();
  }
}

// Loaded one by one: a machine without Firefox needs nothing of what drives it.
const drivers = {
  chromium: () => import('./chromium.mjs'),
  firefox: () => import('./firefox.mjs'),
  webkit: () => import('./webkit.mjs'),
};

/**
 * @param {EngineName} name
 * @returns {Promise<{ name: EngineName, version: string, newTab: () => Promise<Tab>, close: () => Promise<void> }>}
 */
export async function launch(name) {
  const lacking = missing(name);
  if (lacking) throw new Error(`${engines[name].title} is not installed here: ${lacking}`);
  const { start } = await drivers[name]();
  const { version, newTab, close } = /** @type {Launched} */ (await start());
  return { name, version, newTab: async () => new Tab(await newTab()), close };
}
