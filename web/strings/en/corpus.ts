// What is said of own pairs before training.
import { counted, isOne } from '../counted';

const rows = (count: number) => counted(count, 'row', 'rows');
const pairs = (count: number) => counted(count, 'pair', 'pairs');
/** Said only where there is something to say. */
const where = (count: number, text: string) => (count > 0 ? text : '');

export const corpus = {
  split: (train: number, validation: number, test: number) =>
    `Own pairs: ${train} to train on, ${validation} for validation, ${test} kept for the test.`,
  readAs: (encoding: string, separator: string, heading: boolean) =>
    `Read as ${encoding}, separated by: ${separator}${heading ? ', the first row a heading' : ''}.`,
  skipped: (blank: number, oneColumn: number, lines: readonly number[]) => {
    const count = blank + oneColumn;
    const more = lines.length < count ? ', …' : '';
    const which = `${count === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more}`;
    return where(
      count,
      `${rows(count)} skipped: ${blank} with a blank side, ${oneColumn} without a second column (${which}).`,
    );
  },
  notes: {
    extraColumns: (count: number) =>
      where(count, `${rows(count)} with more than two columns: the others are not read.`),
    leftOutLong: (count: number) => where(count, `${pairs(count)} left out: too long.`),
    repeatedSources: (count: number) =>
      where(count, `${pairs(count)} with the source of an earlier one: kept together in one part.`),
    sharedTargets: (count: number) => where(count, `${pairs(count)} held out whose target also occurs in training.`),
    unknown: (count: number, tokens: number) =>
      where(
        count,
        `${count} of ${counted(tokens, 'held-out token', 'held-out tokens')} ${isOne(count) ? 'is' : 'are'} not in the vocabulary.`,
      ),
  },
};
