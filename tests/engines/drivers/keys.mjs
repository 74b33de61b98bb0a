// How both WebDriver protocols write keys: letters as they are, the others as these characters
// (W3C WebDriver, "Keyboard actions").
/** @type {Record<string, string>} */
const codes = {
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

/** The `actions` of one key going down and up. @param {string} key */
export function keyActions(key) {
  const value = codes[key] ?? key;
  if ([...value].length !== 1) throw new Error(`The key ${key} is not in tests/engines/drivers/keys.mjs`);
  return [
    {
      type: 'key',
      id: 'keyboard',
      actions: [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ],
    },
  ];
}

/** The `actions` of one press of the main button. @param {number} x @param {number} y */
export function clickActions(x, y) {
  return [
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0, origin: 'viewport' },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ];
}
