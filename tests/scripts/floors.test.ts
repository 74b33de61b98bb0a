import { expect, test } from 'vitest';
import { brokenFloors, checkFloors, dependencies } from '../../scripts/floors.mjs';

test.each([
  ['up a floor', 'src/math/gemm.cpp', '#include "model/config.h"', 'may not use model'],
  ['up, with spaces', 'src/base/error.h', '  #  include "session/session.h"', 'may not use session'],
  ['up, in angle brackets', 'src/model/gru.cpp', '#include <training/trainer.h>', 'may not use training'],
  ['up, by a relative path', 'src/math/gemm.h', '#include "../text/config.h"', 'may not use text'],
  ['same floor', 'src/training/trainer.cpp', '#include "inference/trace.h"', 'on the same floor'],
  ['same floor, the faces', 'src/cli/main.cpp', '#include "../../wasm/bindings.h"', 'on the same floor'],
  ['the command line goes through the session', 'src/cli/train.cpp', '#include "training/trainer.h"', 'may use only'],
  ['the bindings go through the session', 'wasm/bindings.cpp', '#include "model/seq2seq.h"', 'may use only'],
  ['a test of a room, up', 'tests/native/math/gemm_test.cpp', '#include "model/batch.h"', 'may not use model'],
  ['the module, up', 'wasm/worker.ts', "import { format } from '../web/lib/format';", 'may not use web'],
  ['the page past the client', 'web/page.ts', "import { open } from '../wasm/module';", 'only the client'],
  ['the page past the client, later', 'web/page.ts', "const m = await import('../wasm/module.ts');", 'only the client'],
  ['the page past the client, passed on', 'web/page.ts', "export * from '../wasm/worker';", 'only the client'],
  [
    'the page past the client, over lines',
    'web/elements/a.ts',
    "import {\n  a,\n  b,\n} from '../../wasm/node';",
    'only the client',
  ],
  ['the benchmark past the session', 'bench/step_bench.cpp', '#include "training/trainer.h"', 'may use only'],
  ['the benchmark past what is built', 'bench/engine.mjs', "import { open } from '../wasm/node';", 'may use only'],
  ['the page from the benchmark', 'web/page.ts', "import { sizes } from '../bench/data.mjs';", 'on the same floor'],
  ['JSON in the benchmark', 'bench/step_bench.cpp', '#include <nlohmann/json.hpp>', 'JSON text stays'],
  ['Eigen outside math', 'src/model/gru.h', '#include <Eigen/Core>', 'Eigen stays'],
  ['JSON outside its rooms', 'src/training/trainer.cpp', '#include <nlohmann/json.hpp>', 'JSON text stays'],
  ['CLI11 outside the command line', 'src/session/session.cpp', '#include <CLI/CLI.hpp>', 'CLI11 stays'],
  ['Emscripten in the engine', 'src/session/session.cpp', '#include <emscripten/bind.h>', 'Emscripten stays'],
  ['an unknown room', 'src/misc/things.cpp', '', 'no room'],
])('refused: %s', (_, path, text, says) => {
  expect(brokenFloors(path, text).join('\n')).toContain(says);
});

test.each([
  ['src/model/gru.cpp', '#include "model/gru.h"\n#include "math/gemm.h"\n#include "base/error.h"\n#include <vector>'],
  ['src/math/matrix.h', '#include <Eigen/Core>'],
  ['src/session/json.cpp', '#include <nlohmann/json.hpp>'],
  ['src/cli/main.cpp', '#include <CLI/CLI.hpp>\n#include "session/session.h"\n#include "lesson/lesson.h"'],
  ['wasm/bindings.cpp', '#include <emscripten/bind.h>\n#include "session/session.h"'],
  ['wasm/client.ts', "import type { Engine } from './client-api';\nimport * as Comlink from 'comlink';"],
  ['web/page.ts', "import { createEngine } from '../wasm/client';\nimport type { Snapshot } from '../wasm/protocol';"],
  ['bench/kernel_peak.cpp', '#include "math/gemm.cpp"'],
  ['bench/check-codes.mjs', "import { checkCodes } from '../tests/one-result/places.mjs';"],
  ['tests/native/training/trainer_test.cpp', '#include "support/fixtures.h"\n#include "training/trainer.h"'],
])('allowed: %s', (path, text) => {
  expect(brokenFloors(path, text)).toEqual([]);
});

test('the line of what is broken is named', () => {
  const text = '#pragma once\n\n#include "math/gemm.h"\n#include "model/batch.h"\n';
  expect(brokenFloors('src/math/a.h', text)).toEqual([
    'src/math/a.h:4: math (floor 1) may not use model (floor 2) above it',
  ]);
});

test('every form of naming a file is seen, and words in prose are not', () => {
  const text = [
    "import './side-effect';",
    "import a from './a';",
    "import type { B } from './b';",
    "export { c } from './c';",
    "const d = await import('./d');",
    "new Worker(new URL('./e.ts', import.meta.url), { type: 'module' });",
    "const words = 'from here'; // import nothing",
  ].join('\n');
  expect(dependencies('web/x.ts', text).map(({ name }) => name)).toEqual([
    './side-effect',
    './a',
    './b',
    './c',
    './d',
    './e.ts',
  ]);
});

test('the project keeps its own order', () => {
  const { checked, broken } = checkFloors();
  expect(broken).toEqual([]);
  expect(checked).toBeGreaterThan(50);
});
