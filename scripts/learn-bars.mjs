// Which experiments missed their bars.

/** @typedef {import('./learn.mjs').Finding} Finding */

const percent = (/** @type {number} */ share) => `${(100 * share).toFixed(2)} %`;

/** The share exactly right over all seeds' sources of at least so many letters. @param {Finding} finding @param {number} from */
export function shareFrom({ results }, from) {
  let pairs = 0;
  let exact = 0;
  for (const { lengths } of results)
    for (const [length, at] of Object.entries(lengths))
      if (Number(length) >= from) {
        pairs += at.pairs;
        exact += at.exact;
      }
  return pairs === 0 ? Number.NaN : exact / pairs;
}

/** @param {Finding[]} findings @returns {string[]} one sentence for each */
export function missedBars(findings) {
  /** @type {string[]} */
  const missed = [];
  for (const finding of findings) {
    const { name, seeds, atLeast, atMost, beats } = finding.experiment;
    finding.results.forEach(({ exactMatch }, i) => {
      const found = `${name}, seed ${seeds[i]}: ${percent(exactMatch)} exactly right`;
      if (atLeast !== undefined && !(exactMatch >= atLeast)) missed.push(`${found}; at least ${percent(atLeast)}`);
      if (atMost !== undefined && !(exactMatch <= atMost)) missed.push(`${found}; at most ${percent(atMost)}`);
    });
    const other = findings.find(({ experiment }) => experiment.name === beats?.other);
    if (!beats || !other) continue;
    const ours = shareFrom(finding, beats.from);
    const theirs = shareFrom(other, beats.from);
    if (!(ours >= theirs + beats.by))
      missed.push(
        `${name}: ${percent(ours)} of sources of ${beats.from} letters and more, ${beats.other} ${percent(theirs)}; ` +
          `at least ${percent(beats.by)} apart`,
      );
  }
  return missed;
}
