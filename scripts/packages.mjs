// Every package of the distribution that the project uses, by what needs it (names of Debian 12).
export const packages = {
  // `npm start`, `npm run build`, `npm run build:native`
  build: [
    'g++',
    'cmake',
    'ninja-build',
    'ccache',
    'emscripten',
    'libeigen3-dev',
    'nlohmann-json3-dev',
    'libcli11-dev',
    'libxxhash-dev',
    'unicode-data',
    'xz-utils', // the engine inside the single file
    'doctest-dev', // CMake lays the tests out in the same tree
  ],
  // `npm test`, `npm run check`
  test: ['clang', 'clang-format', 'clang-tidy', 'libclang-rt-dev', 'chromium'],
  // `npm test`: the other two engines that the page is tried in, and a screen for the one that wants one
  browsers: ['firefox-esr', 'webkit2gtk-driver', 'xvfb'],
  // `npm run bench:setup`: PyTorch with a fast BLAS, and Google Benchmark for the kernels
  bench: ['python3-torch', 'python3-numpy', 'libopenblas0-pthread', 'libbenchmark-dev', 'chromium', 'valgrind'],
  // Tests that need these say aloud that they are skipped where they are missing.
  optional: ['python3-torch', 'valgrind'],
};
