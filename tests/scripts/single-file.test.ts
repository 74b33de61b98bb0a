// What makes the single file small: the engine's packing and its reader, numbers with the digits they need, templates
// without indentation.
import { expect, test } from 'vitest';
import { inlined, lzma, shortest } from '../../scripts/build-single.mjs';
import { withoutIndentation } from '../../scripts/vite-shared.mjs';
import { unpackLzma } from '../../wasm/lzma';

/** Bytes that repeat themselves, near and far, between such that do not. */
function sample(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = 12345;
  for (let at = 0; at < length; ++at) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    const kind = (at >> 9) % 4;
    if (kind === 0) bytes[at] = state >>> 24;
    else if (kind === 1) bytes[at] = bytes[at - 512] ?? 0;
    else if (kind === 2) bytes[at] = bytes[Math.max(0, at - 3 - (at >> 11))] ?? 0;
    else bytes[at] = 7;
  }
  return bytes;
}

test.each([1, 5, 511, 70_000, 400_000])('%i bytes are packed by xz and read back by us', (length) => {
  const bytes = sample(length);
  expect(Buffer.compare(unpackLzma(lzma(bytes)), bytes)).toBe(0);
});

test('text too; a file that was cut off, or is of another kind, is refused', () => {
  const text = new TextEncoder().encode('to be or not to be, that is the question '.repeat(400));
  const packed = lzma(text);
  expect(packed.length).toBeLessThan(200);
  expect(Buffer.compare(unpackLzma(packed), text)).toBe(0);
  expect(() => unpackLzma(packed.subarray(0, packed.length - 30))).toThrow('damaged');
  expect(() => unpackLzma(new Uint8Array(20).fill(255))).toThrow('damaged');
});

test('a float32 has the fewest digits that give it back; other numbers stay', () => {
  expect(shortest(Math.fround(0.1))).toBe(0.1);
  expect(shortest(16777217)).toBe(16777217);
  expect(shortest(0.1)).toBe(0.1); // no float32
  for (const value of [Math.PI, 1e-30, 0.00008676353172631934, 3.4e38, -1 / 3].map(Math.fround)) {
    expect(Math.fround(shortest(value))).toBe(value);
    expect(String(Math.abs(shortest(value))).replace(/e.*|\.|^0[.0]*/g, '').length).toBeLessThanOrEqual(9);
  }
});

test('templates lose their indentation, and nothing else does', () => {
  const source = [
    'const a = html`<p>',
    '      ${x ? html`<b>',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program
    '        ${{ one: 1 }.one}</b>` : {}}',
    '    y</p>`;',
    'const s = css`',
    '  a :is(b, c),',
    '  d {',
    '    e: f;',
    '  }',
    '`;',
    'const plain = `x',
    '   y`;',
    'if (a) {',
    '  b();',
    '}',
  ].join('\n');
  expect(withoutIndentation(source).split('\n')).toEqual([
    'const a = html`<p>',
    '${x ? html`<b>',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program
    '${{ one: 1 }.one}</b>` : {}}',
    'y</p>`;',
    'const s = css`',
    'a :is(b, c),d{e:f}`;',
    'const plain = `x',
    '   y`;',
    'if (a) {',
    '  b();',
    '}',
  ]);
});

test('a page with its scripts and styles in it: what looks like their end inside a text is no end', () => {
  const page =
    '<head>\n    <link rel="stylesheet" href="./a.css">\n    <script type="module" src="./b.js"></script></head><pre>\n  x</pre>';
  const files: Record<string, string> = { './a.css': 'p{}', './b.js': "'</script><!--'" };
  expect(inlined(page, (name) => files[name]!)).toBe(
    '<head>\n<style>p{}</style>\n<script type="module">\'<\\/script>\\x3c!--\'</script></head><pre>\n  x</pre>',
  );
});
