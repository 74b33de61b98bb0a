// Timing in blocks, the same in Node and in a browser.

/** @typedef {{ cpu?: number, cpuMedian?: number, wall: number, wallMedian: number }} Timing milliseconds a call */

/** What this process took, all its threads; browsers do not tell. @returns {number | undefined} */
function cpuMilliseconds() {
  if (typeof process === 'undefined') return undefined;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

const sorted = (/** @type {number[]} */ values) => values.sort((a, b) => a - b);
const middle = (/** @type {number[]} */ values) => /** @type {number} */ (values[values.length >> 1]);

/**
 * Calls for `seconds`, in blocks long enough for the clocks; at least `least` blocks. `cpu` is what the work itself took
 * on a machine that is shared: the process's time, or the time that went by where other threads of it collected garbage
 * or compiled meanwhile.
 * @param {() => unknown} call
 * @param {number} seconds
 * @param {number} [least]
 * @returns {Promise<Timing>}
 */
export async function timing(call, seconds, least = 3) {
  const began = performance.now();
  let once = Number.POSITIVE_INFINITY;
  // Engines of JavaScript compile what is called often: a third of the time goes by before anything counts.
  while (performance.now() - began < seconds * 333 || once === Number.POSITIVE_INFINITY) {
    const from = performance.now();
    let calls = 0;
    for (; calls === 0 || (calls < 10 && performance.now() - from < 1); ++calls) await call();
    once = Math.max(1e-3, Math.min(once, (performance.now() - from) / calls));
  }
  const atOnce = Math.max(1, Math.ceil(15 / once));
  const /** @type {number[]} */ cpu = [];
  const /** @type {number[]} */ wall = [];
  const until = performance.now() + seconds * 667;
  while (performance.now() < until || wall.length < least) {
    const cpuFrom = cpuMilliseconds();
    const wallFrom = performance.now();
    for (let i = 0; i < atOnce; ++i) {
      const result = call();
      if (result instanceof Promise) await result;
    }
    const time = performance.now() - wallFrom;
    wall.push(time / atOnce);
    const cpuNow = cpuMilliseconds();
    if (cpuFrom !== undefined && cpuNow !== undefined) cpu.push(Math.min(cpuNow - cpuFrom, time) / atOnce);
  }
  sorted(wall);
  const result = { wall: wall[0] ?? 0, wallMedian: middle(wall) };
  if (cpu.length === 0) return result;
  sorted(cpu);
  return { cpu: cpu[0], cpuMedian: middle(cpu), ...result };
}
