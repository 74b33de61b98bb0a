// npm run build:native: the command line, build/native/seq2seq, and the test programs beside it.
import { compile } from './cmake.mjs';
import { setUp } from './setup.mjs';

export async function main() {
  await setUp(['build']);
  await compile('native');
  console.log('The command line is build/native/seq2seq.');
}
