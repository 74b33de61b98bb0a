// npm run bench [-- OPTIONS]: measures the engine beside what people could use instead. docs/speed.md explains it.
import { contestants } from '../bench/contestants.mjs';
import { readOptions, WrongUse } from '../bench/options.mjs';

/** @param {string[]} args */
export async function main(args) {
  let options;
  try {
    options = readOptions(
      args,
      contestants.map(({ field }) => field),
    );
  } catch (error) {
    if (!(error instanceof WrongUse)) throw error;
    console.error(error.message);
    process.exitCode = 2;
    return;
  }
  // Bundler and browser are loaded when they are needed.
  const { perform } = await import('../bench/perform.mjs');
  await perform(options, args);
}
