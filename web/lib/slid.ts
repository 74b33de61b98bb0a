/**
 * For a slider's input, click and keyup. A number of the model's seldom stands on one of the slider's notches: the thumb
 * shows the nearest. Going to that very notch is no change to the browser, which then sends no input, but it is one here.
 */
export const slid = (now: number, take: (value: number) => void) => (event: Event) => {
  const value = Number((event.target as HTMLInputElement).value);
  const moved = event.type !== 'keyup' || /^(Arrow|Home|End|Page)/.test((event as KeyboardEvent).key);
  if (event.type === 'input' || (moved && value !== now)) take(value);
};
