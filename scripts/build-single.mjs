// dist/seq2seq-lab.html: the lesson's page with all its scripts, styles, models and the engine in one file, which works
// from disk with the network off.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, mergeConfig } from 'vite';
import { lessonPage } from './lesson-page.mjs';
import { root, timed } from './shell.mjs';
import { shared } from './vite-shared.mjs';

const folder = join(root, 'build/single');

/**
 * As a .lzma file, with its size in its head (xz leaves that open). A fifth smaller than gzip makes it.
 * @param {Uint8Array} bytes
 */
export function lzma(bytes) {
  const settings = '--lzma1=preset=9e,lc=4,pb=0'; // for bytes that lie at any place, as WebAssembly's do
  const packed = execFileSync('xz', ['--format=lzma', settings, '--stdout'], { input: bytes, maxBuffer: 2 ** 30 });
  packed.writeBigUInt64LE(BigInt(bytes.length), 5);
  return packed;
}

/** The fewest digits that give the same float32. @param {number} value */
export function shortest(value) {
  if (Math.fround(value) !== value) return value;
  for (let digits = 1; digits < 9; ++digits) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}

/**
 * The engine's module as compressed text. Only the one with SIMD, which every browser has that can show the page; and
 * only the page's own language: this file is weighed as a whole.
 * @returns {import('vite').Plugin}
 */
const engineInside = () => ({
  name: 'engine-inside',
  enforce: 'pre',
  load(id) {
    if (id.includes('/wasm-scalar/engine.')) {
      if (id.endsWith('.wasm?url')) return "export default 'data:application/wasm;base64,AGFzbQEAAAA=';"; // an empty one
      return "export default () => Promise.reject(new Error('this file has the engine for browsers with SIMD only'));";
    }
    if (id.endsWith('/engine.wasm?url')) {
      const packed = lzma(readFileSync(id.replace('?url', ''))).toString('base64');
      return `export default 'data:application/x-lzma;base64,${packed}';`;
    }
    // Float32 needs nine digits at most; as doubles they are written with seventeen.
    if (id.endsWith('/first-picture.json'))
      return JSON.stringify(
        JSON.parse(readFileSync(id, 'utf8'), (_, value) => (typeof value === 'number' ? shortest(value) : value)),
      );
    // One file on a disk has no address to embed, and its worker none to start a second one from.
    if (id.endsWith('/web/embed/snippets.ts')) return 'export const place = () => null;';
    if (id.endsWith('/wasm/start-partner.ts')) return 'export const startPartner = async () => null;';
    const german = /\/web\/strings\/de(?:\/(\w+))?\.ts$/.exec(id);
    if (german) return `export const ${german[1] ?? 'de'} = undefined;`;
    return undefined;
  },
});

/**
 * Scripts and styles of a page that was built, put into it.
 * @param {string} html
 * @param {(name: string) => string} read a file of the build by its address in the page
 */
export function inlined(html, read) {
  return html
    .split(/(<pre[\s\S]*?<\/pre>)/)
    .map((part, index) => (index % 2 === 0 ? part.replace(/\n[ \t]+/g, '\n') : part))
    .join('')
    .replace(/<link rel="modulepreload"[^>]*>\s*/g, '')
    .replace(/<link rel="alternate"[^>]*>\s*/g, '') // the page in other languages is another file
    .replace(/<link rel="icon"[^>]*>/g, '<link rel="icon" href="data:,">')
    .replace(/<p class="languages">.*?<\/p>\s*/g, '')
    .replace(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g, (_, name) => `<style>${read(name)}</style>`)
    .replace(/<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/g, (_, name) => {
      // What looks like the end of the script, or the begin of a comment, inside a text would be taken for it.
      const code = read(name).replaceAll('</script', '<\\/script').replaceAll('<!--', '\\x3c!--');
      return `<script type="module">${code}</script>`;
    });
}

/**
 * Models compressed before they are written as letters: those hide what is alike in them from who compresses the page.
 * @param {string} page
 */
const withPackedFiles = (page) =>
  page.replace(/data:application\/octet-stream;base64,([\w+/=]+)/g, (_, letters) => {
    const packed = gzipSync(Buffer.from(letters, 'base64'), { level: 9 }).toString('base64');
    return `data:application/gzip;base64,${packed}`;
  });

export async function buildSingle() {
  await timed('Building the single file', async () => {
    const plain = shared();
    await build(
      mergeConfig(plain, {
        root: join(root, 'web'),
        plugins: [lessonPage(), engineInside()],
        resolve: {
          alias: ['start-worker', 'unpacked'].map((name) => ({
            find: new RegExp(`^\\./${name}$`),
            replacement: join(root, `wasm/${name}-inline.ts`),
          })),
        },
        worker: { format: 'iife', plugins: () => [...(plain.worker?.plugins?.() ?? []), engineInside()] },
        build: {
          outDir: folder,
          assetsInlineLimit: Number.MAX_SAFE_INTEGER,
          chunkSizeWarningLimit: Number.MAX_SAFE_INTEGER,
          cssCodeSplit: false,
          rolldownOptions: { input: join(root, 'web/index.html'), output: { codeSplitting: false } },
        },
      }),
    );
    const read = (/** @type {string} */ name) => readFileSync(join(folder, 'assets', basename(name)), 'utf8');
    const page = inlined(readFileSync(join(folder, 'index.html'), 'utf8'), read);
    writeFileSync(join(root, 'dist/seq2seq-lab.html'), withPackedFiles(page));
    rmSync(folder, { recursive: true });
  });
}
