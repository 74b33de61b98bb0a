/** Whether the number, already grouped or not, is 1: English and German have one form for 1 and another for the rest. */
export const isOne = (count: number | string) => String(count) === '1';

/** A number before what it counts: 1 step, 2 steps. */
export const counted = (count: number | string, one: string, many: string) => `${count} ${isOne(count) ? one : many}`;
