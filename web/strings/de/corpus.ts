import { counted, isOne } from '../counted';
import type { corpus as english } from '../en/corpus';
import type { Translated } from '../translated';

const rows = (count: number) => counted(count, 'Zeile', 'Zeilen');
const pairs = (count: number) => counted(count, 'Paar', 'Paare');
/** Nur wo es etwas zu sagen gibt. */
const where = (count: number, text: string) => (count > 0 ? text : '');

export const corpus: Translated<typeof english> = {
  split: (train, validation, test) =>
    `Eigene Paare: ${train} zum Trainieren, ${validation} zur Validierung, ${test} für den Test zurückgelegt.`,
  readAs: (encoding, separator, heading) =>
    `Gelesen als ${encoding}, getrennt durch: ${separator}${heading ? ', die erste Zeile eine Überschrift' : ''}.`,
  skipped: (blank, oneColumn, lines) => {
    const count = blank + oneColumn;
    const more = lines.length < count ? ', …' : '';
    const which = `${count === 1 ? 'Zeile' : 'Zeilen'} ${lines.join(', ')}${more}`;
    return where(
      count,
      `${rows(count)} übergangen: ${blank} mit einer leeren Seite, ${oneColumn} ohne zweite Spalte (${which}).`,
    );
  },
  notes: {
    extraColumns: (count) =>
      where(count, `${rows(count)} mit mehr als zwei Spalten: Die übrigen werden nicht gelesen.`),
    leftOutLong: (count) => where(count, `${pairs(count)} ausgelassen: zu lang.`),
    repeatedSources: (count) =>
      where(count, `${pairs(count)} mit der Quelle eines früheren: in einem Teil zusammengehalten.`),
    sharedTargets: (count) => where(count, `${pairs(count)} zurückgehalten, deren Ziel auch im Training vorkommt.`),
    unknown: (count, tokens) =>
      where(
        count,
        `${count} von ${tokens} zurückgehaltenen Token ${isOne(count) ? 'ist' : 'sind'} nicht im Vokabular.`,
      ),
  },
};
