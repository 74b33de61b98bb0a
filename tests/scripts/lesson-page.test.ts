// How the lesson's page is put together: formulas, contents, what stands in an element's tag.
import { expect, test } from 'vitest';
import { assemble, contents, formula, lesson } from '../../scripts/lesson-page.mjs';

test('a formula becomes MathML with the quantities’ colours, and no styles', () => {
  const made = formula('\\qa{\\alpha_{t,i}} = \\frac{\\exp e_{t,i}}{\\sum_j \\exp e_{t,j}}', true);
  expect(made).toMatch(/^<math display="block"/);
  expect(made).toContain('class="q-alpha"');
  expect(made).toContain('<mfrac>');
  expect(made).not.toMatch(/style=|tml-|\\/);
  expect(formula('y_{&lt; t}', false)).toMatch(/<mo[^>]*>&lt;<\/mo>/);
});

test('a formula that is none ends the build', () => {
  expect(() => formula('\\frac{1}', false)).toThrow();
  expect(() => formula('\\href{javascript:x}{y}', false)).toThrow();
});

test('the contents list sections and the headings below them', () => {
  const html =
    '<section id="a"><h1 id="x">One <em>more</em></h1><h3 id="b">Two</h3></section><section id="c"><h2>Three</h2></section>';
  expect(contents(html)).toBe(
    '<ol><li data-section="a"><a href="#a">One more</a><ol><li><a href="#b">Two</a></li></ol></li><li data-section="c"><a href="#c">Three</a></li></ol>',
  );
});

test('an empty element gets the words for where no script runs, its own before the others’', () => {
  const made = lesson(
    '<!-- for readers of the source -->\n<template data-fallback="s2s-check"><p>a question</p></template>\n<template data-fallback="*"><p>a figure</p></template>\n<s2s-check moment="exact-one"></s2s-check><s2s-copy step="2"></s2s-copy>',
  );
  expect(made).toBe(
    '<s2s-check id="moment-exact-one" moment="exact-one"><p>a question</p></s2s-check><s2s-copy step="2"><p>a figure</p></s2s-copy>',
  );
});

test('a page that is no lesson stays as it is', () => {
  expect(assemble('<html lang="en"><p>other</p></html>')).toBe('<html lang="en"><p>other</p></html>');
  const made = assemble('<html lang="en"><nav><!-- contents --></nav><main><!-- lesson --></main></html>');
  expect(made).toContain('<nav><ol><li data-section="start">');
  expect(made).toContain('<math');
  expect(made).not.toMatch(/<!--|<m>|<m display>|<template/);
});
