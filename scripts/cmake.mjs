// Configuring and building with the presets of CMakePresets.json.
import { must, root, timed } from './shell.mjs';
import { fingerprint, once } from './stamp.mjs';

// With paths counted from the project's folder, a new checkout finds what ccache kept of an older one.
const env = { CCACHE_BASEDIR: root, CCACHE_NOHASHDIR: '1' };

/** @param {string} preset */
export async function configure(preset) {
  // Ninja configures again by itself when a CMake file changes, but does not know of the presets.
  await once(`configure-${preset}`, fingerprint(['CMakePresets.json']), `build/${preset}/build.ninja`, async () => {
    await timed(`Configuring ${preset}`, () => must(`Configuring ${preset}`, 'cmake', ['--preset', preset]));
  });
}

/**
 * Builds the targets, all of them where none is named.
 * @param {string} preset
 * @param {...string} targets
 */
export async function compile(preset, ...targets) {
  await configure(preset);
  const args = ['--build', '--preset', preset, ...targets.flatMap((target) => ['--target', target])];
  await timed(`Building ${preset}${targets.length > 0 ? ` (${targets.join(', ')})` : ''}`, () =>
    must(`Building ${preset}`, 'cmake', args, { env }),
  );
}
