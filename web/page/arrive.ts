// Going to a place of the page and staying there while what lies before it is laid out: sections out of sight have
// estimated heights, and figures grow when they come (page.css).

/** Milliseconds without a change after which the page has settled. */
const settling = 5000;
/** What a reader does who has begun to move: from then on nothing else moves the page. */
const signs = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

let leave = () => {};

/** Puts the place at the window's top, or where it was, and back there whenever the page has grown before it. */
export function arrive(place: Element, top?: number): void {
  leave();
  let there = true;
  // The browser's own way of keeping something on screen in its place would pull at another thing than this one.
  const { style } = document.documentElement;
  style.overflowAnchor = 'none';
  leave = () => {
    there = false;
    style.overflowAnchor = '';
    for (const sign of signs) removeEventListener(sign, leave, true);
  };
  for (const sign of signs) addEventListener(sign, leave, { capture: true, passive: true });
  let until = performance.now() + settling;
  const where = () => place.getBoundingClientRect().top + scrollY;
  let [at, y] = [0, 0];
  const align = () => {
    if (top === undefined) place.scrollIntoView({ block: 'start', behavior: 'instant' });
    else scrollTo({ top: where() - top, behavior: 'instant' });
    [at, y] = [where(), scrollY];
  };
  const hold = () => {
    if (!there) return;
    const [grown, moved] = [where() - at, scrollY - y];
    // Where the page is as it was, this was the scroll bar, a search or a script: none of them gives a sign. Else it may
    // be the browser, at a page that has become shorter or at the address it has just opened.
    if (Math.abs(grown) > 1 || document.readyState !== 'complete') until = performance.now() + settling;
    if (Math.abs(grown) > 1) align();
    else if (Math.abs(moved) > 1) return leave();
    if (performance.now() > until) leave();
    else requestAnimationFrame(hold);
  };
  align();
  requestAnimationFrame(hold);
}

function named(hash: string): Element | null {
  try {
    return hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  } catch {
    return null; // a per cent sign that belongs to nothing
  }
}

/** Links within the page, and the address it was opened with, arrive. Where a reader came back the browser remembers. */
export function arriveByLinks(): void {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const first = opened?.type === 'navigate' ? named(location.hash) : null;
  if (first) arrive(first);
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href^="#"]');
    const place = link && !event.defaultPrevented ? named(link.hash) : null;
    if (place) setTimeout(() => arrive(place)); // after the browser has gone there
  });
}
