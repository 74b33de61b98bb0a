// Emscripten gives a program an environment of its own; hand it the variable that names the fixtures.
Module.preRun = Module.preRun || [];
Module.preRun.push(() => {
  if (process.env.SEQ2SEQ_FIXTURES) ENV.SEQ2SEQ_FIXTURES = process.env.SEQ2SEQ_FIXTURES;
});
