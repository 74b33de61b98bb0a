// What browsers put into a PDF, as far as the tests of printing ask: colours, and the words that Firefox writes.
import { inflateSync } from 'node:zlib';

/** Its compressed streams; the pages' drawings are among them. */
function* streams(pdf: Buffer): Generator<string> {
  for (const { index, 0: head } of pdf.toString('latin1').matchAll(/stream\r?\n/g)) {
    let content: string;
    try {
      content = inflateSync(pdf.subarray(index + head.length)).toString('latin1');
    } catch {
      continue; // not a compressed one
    }
    yield content;
  }
}

/** Colours that it fills with, as three numbers from 0 to 255. */
export function filled(pdf: Buffer): number[][] {
  const found: number[][] = [];
  for (const content of streams(pdf)) {
    for (const [, r, g, b] of content.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) rg/g))
      found.push([r, g, b].map((part) => Math.round(255 * Number(part))));
  }
  return found;
}

/** Whether each colour, up to rounding, is among those that it fills with. */
export function missingColours(pdf: Buffer, colours: readonly number[][]): readonly number[][] {
  const printed = filled(pdf);
  return colours.filter(
    (colour) => !printed.some((other) => other.every((part, index) => Math.abs(part - colour[index]!) <= 2)),
  );
}

/** The pieces of text that are written as they are, in Latin letters, not cut by what moves letters closer. */
export function written(pdf: Buffer): string[] {
  const found: string[] = [];
  for (const content of streams(pdf)) {
    const whole = content.replace(/(?<!\\)\)\s*-?[\d.]+\s*\(/g, '');
    for (const [, piece = ''] of whole.matchAll(/\(((?:\\.|[^\\)])*)\)\]?\s*T[jJ]/g))
      found.push(piece.replace(/\\(?=[()\\])/g, ''));
  }
  return found;
}
