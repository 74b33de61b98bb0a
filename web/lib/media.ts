/** True where the reader asked for less movement. Read at each use, since it can change while the page is open. */
export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
