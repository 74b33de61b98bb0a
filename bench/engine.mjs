// Our engine as a contestant, in Node and in a browser: the module that pages load, called as wasm/session.ts calls it.

/** @typedef {(name: string) => Promise<ArrayBuffer>} Read gives a file of the configuration's folder */

/**
 * @param {(options: object) => Promise<any>} createEngine emcc's glue
 * @param {WebAssembly.Module} compiled the .wasm file
 */
export function loadModule(createEngine, compiled) {
  return createEngine({
    instantiateWasm(/** @type {WebAssembly.Imports} */ imports, /** @type {(instance: any) => void} */ done) {
      WebAssembly.instantiate(compiled, imports).then(done);
      return {};
    },
  });
}

/** Calls return an Error where they fail. @param {any} outcome */
export function checked(outcome) {
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

/** @param {any} module @param {string} configuration JSON @param {string} [pairs] */
export function openSession(module, configuration, pairs) {
  const handle = new module.Handle();
  checked(pairs === undefined ? handle.open(configuration) : handle.openWithPairs(configuration, pairs));
  return handle;
}

/**
 * @param {Read} read
 * @param {Promise<any>} loading the module; the files are read meanwhile
 */
export async function open(read, loading) {
  const text = async (/** @type {string} */ name) => new TextDecoder().decode(await read(name));
  const [module, configuration, data] = await Promise.all([
    loading,
    text('config.json'),
    text('data.json').then(JSON.parse),
  ]);
  const pairs = data.V === 10 ? undefined : await text('pairs.tsv');
  const before = module.memory().inUse;
  const handle = openSession(module, configuration, pairs);
  return {
    first() {
      const { text, rows } = checked(handle.translate(data.text));
      const loss = checked(handle.train(1))[3];
      const memory = module.memory().inUse - before;
      checked(handle.reset());
      const output = rows === 0 ? [] : text.split(' ').map(Number);
      return { loss, output, steps: rows, memory, version: `seq2seq-lab ${module.version()}` };
    },
    step: () => checked(handle.train(1)),
    // A model that has learned would stop at EOS, where the peers go on to the last step: so its first weights decode.
    beforeDecoding: () => checked(handle.reset()),
    decode: () => checked(handle.translate(data.text)),
  };
}
