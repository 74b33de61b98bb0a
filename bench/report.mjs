// What was measured, as one document and as tables for people.
import { dataOf, sizes } from './data.mjs';
import { neededBytes, operations } from './operations.mjs';

/** @typedef {import('./measure.mjs').Finding} Finding */

const kernelOperations = (/** @type {Finding[]} */ findings) =>
  findings.find(({ contestant }) => contestant.name === 'kernel')?.first.operations;
const rounded = (/** @type {number} */ value) => Number(value.toPrecision(4));

/** One configuration's part of the document. @param {string} config @param {Finding[]} findings */
export function documentOf(config, findings) {
  const size = /** @type {import('./data.mjs').Sizes} */ (sizes[config]);
  const data = dataOf(size);
  const { nominal, executed } = operations(data);
  const of = (/** @type {string} */ field) => findings.find(({ contestant }) => contestant.field === field);
  /** @type {Record<string, any>} */
  const document = { sizes: size };
  for (const { contestant, step } of findings)
    if (step && contestant.name !== 'kernel') document[contestant.field] = rounded(step.best);

  const kernel = of('kernel_ms')?.step?.best;
  const ours = of('wasm_ms');
  const chromium = of('chromium_ms');
  if (kernel) document.kernel_gflops = rounded(kernelOperations(findings) / kernel / 1e6);
  if (ours?.step) {
    document.wasm_gflops = rounded(executed / ours.step.best / 1e6);
    document.wasm_gflops_nominal = rounded(nominal / ours.step.best / 1e6);
    document.memory = { bytes: ours.first.memory, needed_bytes: neededBytes(size) };
    document.memory.ratio = rounded(document.memory.bytes / document.memory.needed_bytes);
  }
  // Of best times, against ours in the same place: Chromium's against Chromium's, the rest against Node's.
  document.ratios = {};
  document.measured = {};
  for (const { contestant, step, decode, sameOutput, first, cold } of findings) {
    const base = contestant.kind === 'chromium' ? chromium : ours;
    /** @type {any} */
    const entry = { title: contestant.title, version: first.version };
    if (step)
      entry.step = {
        best_ms: rounded(step.best),
        median_ms: rounded(step.median),
        wall_ms: rounded(step.wallBest),
        rounds: step.rounds,
      };
    if (decode)
      entry.decode = { best_ms: rounded(decode.best), median_ms: rounded(decode.median), same_output: sameOutput };
    if (cold) entry.first_step_ms = rounded(cold);
    document.measured[contestant.field] = entry;
    if (contestant.name === 'kernel' || contestant === base?.contestant) continue;
    if (step && base?.step) document.ratios[contestant.field.replace(/_ms$/, '')] = rounded(step.best / base.step.best);
    if (decode && base?.decode)
      document.ratios[`decode_${contestant.field.replace(/_ms$/, '')}`] = rounded(decode.best / base.decode.best);
  }
  return document;
}

/** @param {number} ms */
export function milliseconds(ms) {
  if (ms < 1) return `${(ms * 1e3).toPrecision(3)} us`;
  return ms < 1000 ? `${ms.toPrecision(3)} ms` : `${(ms / 1e3).toPrecision(3)} s`;
}

/** @param {string[][]} rows the first is the heading */
export function table(rows) {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
    .join('\n');
}

/** @param {string} config @param {any} document */
export function tableOf(config, document) {
  const { V, E, H, B, S, T } = document.sizes;
  const decodes = Object.values(document.measured).some(({ decode }) => decode);
  const rows = [['', 'best', 'median', 'by ours', ...(decodes ? ['decoding', 'by ours'] : [])]];
  const times = (/** @type {number | undefined} */ ratio) => (ratio === undefined ? '' : ratio.toPrecision(3));
  for (const [field, { title, step, decode }] of Object.entries(document.measured)) {
    if (field === 'kernel_ms') continue;
    const name = field.replace(/_ms$/, '');
    const row = [
      title,
      step ? milliseconds(step.best_ms) : '',
      step ? milliseconds(step.median_ms) : '',
      times(document.ratios[name]),
    ];
    if (decodes) row.push(decode ? milliseconds(decode.best_ms) : '', times(document.ratios[`decode_${name}`]));
    rows.push(row);
  }
  const colds = Object.values(document.measured).filter(({ first_step_ms: cold }) => cold);
  const lines = [`${config}: V ${V}, E ${E}, H ${H}, B ${B}, S ${S}, T ${T}`, table(rows)];
  if (document.kernel_gflops && document.wasm_gflops) {
    const share = Math.round((100 * document.wasm_gflops) / document.kernel_gflops);
    lines.push(`GFLOP/s: tile alone ${document.kernel_gflops}, whole step ${document.wasm_gflops} (${share} %)`);
  }
  if (document.memory) {
    const megabytes = (/** @type {number} */ bytes) => `${(bytes / 1e6).toPrecision(3)} MB`;
    const { bytes, needed_bytes, ratio } = document.memory;
    lines.push(
      `memory: ${megabytes(bytes)}, ${ratio} times the ${megabytes(needed_bytes)} of 16 bytes a parameter and the activations`,
    );
  }
  for (const { title, first_step_ms: cold } of colds)
    lines.push(`from opening the page to the first step: ${title}, ${Math.round(cold)} ms`);
  return lines.join('\n');
}
