// The attention ramp as CSS: a mix of its ends and middle in a perceptually even space, so that the theme can turn it
// over and print keeps it. `weight` is 0 to 1.

export function rampFill(weight: number): string {
  const share = Math.min(1, Math.max(0, Number.isFinite(weight) ? weight : 0)) * 200;
  return share <= 100
    ? `color-mix(in oklab, var(--s2s-ramp-middle) ${share.toFixed(1)}%, var(--s2s-ramp-low))`
    : `color-mix(in oklab, var(--s2s-ramp-high) ${(share - 100).toFixed(1)}%, var(--s2s-ramp-middle))`;
}

/**
 * Which of the three inks is legible on it. At lightness 0.565 black and white are equally legible; the light ramp
 * (lightness 0.98 to 0.36) passes it at 0.67, the dark one (0.24 to 0.88) at 0.51.
 */
export const rampInk = (weight: number) => (weight < 0.51 ? 'light' : weight < 0.67 ? 'middle' : 'deep');
