// Elements are loaded when they are needed: those near the window at once, the others one after the other as soon as the
// reader does anything, so that a key pressed or a word searched for finds them.
const elements: Record<string, () => Promise<unknown>> = {
  's2s-program': () => import('../elements/program'),
  's2s-attention': () => import('../elements/attention'),
  's2s-forcing': () => import('../elements/forcing'),
  's2s-sampling': () => import('../elements/sampling'),
  's2s-copy': () => import('../elements/copy'),
  's2s-shapes': () => import('../elements/shapes'),
  's2s-check': () => import('../elements/check'),
  's2s-check-progress': () => import('../elements/check-progress'),
};
export const tags = Object.keys(elements);

/** How far below the window an element is fetched: about what a slow connection needs while one scrolls there. */
const ahead = '1200px';

const asked = new Map<string, Promise<unknown>>();

/** The words of another language than the code's own, before the element: it would begin in English. */
async function words(lang: string): Promise<void> {
  if (lang !== 'en') await (await import('../strings/languages')).loadStrings(lang);
}

/** The element's code, once; a failed fetch is tried again at the next occasion. */
export function load(tag: string): Promise<unknown> {
  const found = asked.get(tag) ?? words(document.documentElement.lang).then(elements[tag]);
  asked.set(tag, found);
  found.catch(() => asked.delete(tag));
  return found;
}

/** Loads what is observed so far before it can be seen. */
export function whenNear(rootMargin: string): IntersectionObserver {
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        // Where it fails the element stays observed: tried again when it comes back into sight. To observe it anew would
        // be answered at once, and so tried without end.
        load(target.localName).then(
          () => near.unobserve(target),
          () => {},
        );
      }
    },
    { rootMargin },
  );
  return near;
}

export function loadOnDemand(): void {
  const near = whenNear(ahead);
  for (const element of document.querySelectorAll(tags.join())) near.observe(element);

  const signs = ['pointermove', 'pointerdown', 'keydown', 'scroll', 'touchstart', 'beforeprint'];
  const rest = async () => {
    for (const sign of signs) removeEventListener(sign, rest);
    for (const tag of tags) {
      await load(tag).catch(() => {});
      await idle();
    }
  };
  for (const sign of signs) addEventListener(sign, rest, { passive: true, once: true });

  // Who goes by the Tab key passes over a question that waits to be seen, as nothing in it can be focused yet. So for
  // those readers all are asked beforehand.
  const byTab = async ({ key }: KeyboardEvent) => {
    if (key !== 'Tab') return;
    removeEventListener('keydown', byTab);
    await load('s2s-check').catch(() => {});
    for (const check of document.querySelectorAll<HTMLElement & { ready?: Promise<void> }>('s2s-check')) {
      await check.ready?.catch(() => {});
      await idle();
    }
  };
  addEventListener('keydown', byTab);
}

const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 1000 });
    else setTimeout(resolve, 50);
  });
