// dist/widget/: seq2seq-lab.js (the elements), engine.js (the engine alone) and what they fetch, for other people's pages.
// These two keep their names; everything else carries the hash of its content, so that files of two versions never mix.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, mergeConfig } from 'vite';
import { root, timed } from './shell.mjs';
import { shared, version } from './vite-shared.mjs';

const folder = join(root, 'dist/widget');

/** What browsers compare a script with. @param {Uint8Array} bytes */
export const integrity = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

export async function buildWidget() {
  await timed('Building the widget', async () => {
    await build(
      mergeConfig(shared(), {
        root: join(root, 'web'),
        build: {
          outDir: folder,
          rolldownOptions: {
            input: {
              'seq2seq-lab': join(root, 'web/embed/widget.ts'),
              engine: join(root, 'wasm/package-browser.ts'),
              frame: join(root, 'web/embed/frame.ts'),
            },
            preserveEntrySignatures: 'strict',
            output: {
              entryFileNames: (/** @type {{ name: string }} */ { name }) =>
                name === 'frame' ? 'assets/[name]-[hash].js' : '[name].js',
              chunkFileNames: 'assets/[name]-[hash].js',
              assetFileNames: 'assets/[name]-[hash][extname]',
            },
          },
        },
        plugins: [framePage()],
      }),
    );
    const script = readFileSync(join(folder, 'seq2seq-lab.js'));
    // For the "Embed" menu: a script cannot hold its own hash.
    writeFileSync(join(folder, 'seq2seq-lab.json'), `${JSON.stringify({ version, integrity: integrity(script) })}\n`);
  });
}

/**
 * dist/embed.html beside the widget's folder, with the frame's script under its name of today.
 * @returns {import('vite').Plugin}
 */
const framePage = () => ({
  name: 'frame-page',
  writeBundle(_, bundle) {
    const files = Object.keys(bundle);
    const named = (/** @type {RegExp} */ pattern) => `./widget/${files.find((file) => pattern.test(file))}`;
    const page = readFileSync(join(root, 'web/embed/frame.html'), 'utf8')
      .replace('./frame.ts', named(/^assets\/frame-.*\.js$/))
      .replace('./frame.css', named(/^assets\/frame-.*\.css$/));
    writeFileSync(join(root, 'dist/embed.html'), page);
  },
});
