import { expect, test } from 'vitest';
import { EngineError, toEngineError, toShape } from '../../wasm/errors';

test('an error of the bindings keeps its code and text', () => {
  const raw = Object.assign(new Error('model.hidden_size is 0'), { name: 'EngineError', code: 'invalid_value' });
  const error = toEngineError(raw);
  expect(error).toBeInstanceOf(EngineError);
  expect(error).toBeInstanceOf(Error);
  expect(toShape(raw)).toEqual({ name: 'EngineError', code: 'invalid_value', message: 'model.hidden_size is 0' });
  expect(toEngineError(error)).toBe(error);
});

test.each([
  [new WebAssembly.RuntimeError('unreachable'), 'unreachable'],
  [Object.assign(new Error('from elsewhere'), { code: 'ENOENT' }), 'from elsewhere'],
  [12345, '12345'],
  [undefined, 'undefined'],
  [null, 'null'],
  [new Error(''), 'Error'],
])('whatever else is thrown (%s) becomes engine_broken with a readable text', (thrown, part) => {
  const error = toEngineError(thrown);
  expect(error.name).toBe('EngineError');
  expect(error.code).toBe('engine_broken');
  expect(error.message).toContain(part);
});

test.each(['TypeError', 'BindingError'])('a %s has not reached the engine: the arguments are to blame', (name) => {
  const error = toEngineError(Object.assign(new Error('Cannot pass non-string to std::string'), { name }));
  expect(error.code).toBe('invalid_value');
  expect(error.message).toContain('Cannot pass non-string');
});
