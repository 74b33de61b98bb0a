// What the site's, the widget's, the single file's and the package's builds have in common.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineAlias } from './engine-alias.mjs';
import { root } from './shell.mjs';

/** The project's one version number. */
export const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;

/**
 * The engine's own loader names its .wasm file beside itself; we give it the module, so that address would only make
 * the file lie there twice.
 * @returns {import('vite').Plugin}
 */
export const oneWasmFile = () => ({
  name: 'one-wasm-file',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/engine.mjs')) return undefined;
    return { code: code.replace('new URL("engine.wasm",import.meta.url).toString()', '"engine.wasm"'), map: null };
  },
});

/**
 * Templates without the indentation of their lines, which no word of the page needs; style sheets also without the blanks
 * and ends of lines around the signs that part.
 * @param {string} code
 */
export function withoutIndentation(code) {
  let out = '';
  /** What is open: the kind of each template, and '{' for each brace within one. @type {string[]} */
  const open = [];
  for (const [piece] of code.matchAll(
    /(?:\b(?:css|html|svg))?`|\$\{|[{}]|\\.|\n[ \t]*|[^`${}\\\n]+?(?=\b(?:css|html|svg)`|[`${}\\\n]|$)|[\s\S]/g,
  )) {
    const inside = open.at(-1);
    const text = inside !== undefined && inside !== '{';
    if (text && piece.endsWith('`')) {
      out += piece;
      open.pop();
    } else if (piece.endsWith('`')) {
      out += piece;
      open.push(piece.slice(0, -1) || 'plain');
    } else if (text && piece === '${') {
      out += piece;
      open.push('{');
    } else if (!text && (piece === '{' || piece === '${') && inside === '{') {
      out += piece;
      open.push('{');
    } else if (inside === '{' && piece === '}') {
      out += piece;
      open.pop();
    } else if (inside === 'css' && /^[{}]/.test(piece)) {
      out = out.replace(piece === '{' ? / +$/ : /;$/, '') + piece;
    } else if (inside === 'css' && !piece.startsWith('\n')) {
      out += piece.replaceAll(': ', ':');
    } else if (piece.startsWith('\n') && text && inside !== 'plain') {
      out += inside === 'css' && /[{};,]$/.test(out) ? '' : '\n';
    } else {
      out += piece;
    }
  }
  return out;
}

/** @returns {import('vite').Plugin} */
const tightTemplates = () => ({
  name: 'tight-templates',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/web\/.*\.ts$/.test(id)) return undefined;
    return { code: withoutIndentation(code), map: null };
  },
});

/** @returns {import('vite').InlineConfig} */
export const shared = () => ({
  configFile: false,
  base: './',
  logLevel: 'warn',
  cacheDir: join(root, 'build/vite'),
  resolve: { alias: engineAlias },
  define: { __SEQ2SEQ_VERSION__: JSON.stringify(version) },
  plugins: [oneWasmFile(), tightTemplates()],
  worker: { format: 'es', plugins: () => [oneWasmFile()] },
  build: {
    emptyOutDir: true,
    target: 'es2022',
    // Browsers that know light-dark(): lowered, it would follow the system only and never a `theme` attribute.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Nothing is inlined: a strict Content-Security-Policy allows no data: scripts, and one .wasm file is enough.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    copyPublicDir: false,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
