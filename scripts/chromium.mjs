// The Chromium that tests, audit and benchmark drive, and how it is started.

export const chromiumProgram = '/usr/bin/chromium';

const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];

/**
 * Imports its driver only now: a command's script loads before anything is installed.
 * @param {string[]} more flags of one caller's own
 */
export async function launchChromium(...more) {
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath: chromiumProgram, args: [...flags, ...more] });
}
