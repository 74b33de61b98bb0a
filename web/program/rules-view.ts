// The build rules as they are read: what must hold, what was measured, and whether it does.
import { html } from 'lit';
import { fixed, grouped, shapeText } from '../lib/format';
import type { InsideWords } from '../strings/inside';
import { axesOf, type Notation, shownSymbol } from './notation';
import type { Measured, Rule, Rules } from './rules';
import { scientific } from './stage-view';

/** 1.00000012, and how far that is from 1. */
const nine = (value: number) => fixed(value, 8);

export function measuredText(rule: Rule['name'], { values, off }: Measured, words: InsideWords, lang: string): string {
  const number = (at: number) => Number(values[at]);
  switch (rule) {
    case 'shapes':
      return words.found(number(0), number(1));
    case 'sum':
      return words.sumIs(nine(number(0)), scientific(off));
    case 'positive':
      return words.smallest(scientific(number(0)));
    case 'mask':
      return words.maskIs(scientific(number(0)), scientific(number(1)));
    case 'padding':
      return words.paddingIs(scientific(number(0)), scientific(number(1)), scientific(number(2)));
    case 'previous':
      return words.previousIs(scientific(number(0)), scientific(number(1)));
    case 'count':
      return words.countIs(grouped(number(0), lang), grouped(number(1), lang), grouped(number(2), lang));
    case 'seed':
      return words.seedIs(String(values[0]), grouped(number(1), lang), String(values[2]));
    default:
      return words.distance(scientific(number(0)));
  }
}

export const summary = ({ rules }: Rules, words: InsideWords): string => {
  const broken = rules.filter(({ holds }) => !holds).length;
  return broken === 0 ? words.allHold(rules.length) : words.someBroken(broken, rules.length);
};

const mark = (holds: boolean, words: InsideWords) =>
  html`<span class="mark ${holds ? 'yes' : 'no'}"><span aria-hidden="true">${holds ? '✓' : '✗'}</span> ${holds ? words.yes : words.no}</span>`;

export function rulesBody(found: Rules, notation: Notation, words: InsideWords, lang: string) {
  return html`<p class="text">${words.rulesText}</p>
    <div class="scroll" tabindex="0" role="group" aria-label=${words.name}>
      <table class="rules">
        <caption class="hidden">${words.name}</caption>
        <thead>
          <tr><th scope="col">${words.rule}</th><th scope="col">${words.measured}</th><th scope="col">${words.holds}</th></tr>
        </thead>
        <tbody>
          ${found.rules.map(
            (rule) => html`<tr data-rule=${rule.name} data-holds=${rule.holds}>
              <th scope="row">${words.rules[rule.name]}</th>
              <td>
                <ul class="number">
                  ${rule.measured.map(
                    (measured) => html`<li>
                      ${measured.step >= 0 ? html`<span class="soft">${words.atStep(measured.step + 1)}</span> ` : ''}${measuredText(rule.name, measured, words, lang)}
                    </li>`,
                  )}
                </ul>
              </td>
              <td>${mark(rule.holds, words)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="verdict">${summary(found, words)}</p>
    <details class="table">
      <summary>${words.shapesTable}</summary>
      <div class="scroll" tabindex="0" role="group" aria-label=${words.shapesTable}>
        <table class="shape-rules">
          <caption class="hidden">${words.shapesTable}</caption>
          <thead>
            <tr>
              <th scope="col">${words.tensor}</th>
              <td></td>
              <th scope="col">${words.shape}</th>
              <th scope="col">${words.expected}</th>
              <th scope="col">${words.foundShape}</th>
              <th scope="col">${words.holds}</th>
            </tr>
          </thead>
          <tbody>
            ${found.shapes.map(
              ({ name, expected, found: shape, holds, times }) => html`<tr>
                <th scope="row">${name}${times > 1 ? html` <span class="soft">×${times}</span>` : ''}</th>
                <td>${shownSymbol(name, notation)}</td>
                <td>${shapeText(axesOf(name, found.sizes))}</td>
                <td>${shapeText(expected.map((size) => grouped(size, lang)))}</td>
                <td>${shapeText(shape.map((size) => grouped(size, lang)))}</td>
                <td>${mark(holds, words)}</td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>`;
}
