// The contents: where the reader is, which sections have been read and how many questions answered. Kept as the answers
// are: only while the page is open, or on the device where the reader has asked for that.
import { forget, store, stored } from '../lib/storage';
import type { page } from '../strings/en/page';

const answersKey = 'seq2seq-lab:answers';
const key = 'seq2seq-lab:read';
const remembers = () => stored(answersKey) !== null;

interface Entry {
  section: HTMLElement;
  item: HTMLElement;
  /** Seen beside the title, and what a screen reader says in its place. */
  note: HTMLElement;
  spoken: HTMLElement;
  moments: readonly string[];
}

export function followContents(words: typeof page): void {
  const nav = document.querySelector<HTMLElement>('#contents');
  if (!nav) return;
  const entries = [...nav.querySelectorAll<HTMLElement>('li[data-section]')].flatMap((item): Entry[] => {
    const section = document.getElementById(item.dataset.section ?? '');
    if (!section) return [];
    const note = document.createElement('span');
    note.className = 'note';
    const spoken = document.createElement('span');
    spoken.className = 'spoken';
    item.querySelector('a')!.append(note, spoken);
    const moments = [...section.querySelectorAll('s2s-check')].map((check) => check.getAttribute('moment') ?? '');
    return [{ section, item, note, spoken, moments }];
  });
  const summary = document.createElement('p');
  summary.className = 'summary';
  nav.append(summary);

  const read = new Set<string>(remembers() ? remembered(stored(key)) : []);
  let answered = new Set<string>();

  const draw = () => {
    for (const { section, item, note, spoken, moments } of entries) {
      const done = read.has(section.id);
      const count = moments.filter((moment) => answered.has(moment)).length;
      item.classList.toggle('read', done);
      note.textContent = count > 0 ? ` ${count}/${moments.length}` : '';
      note.ariaHidden = 'true';
      const parts = [done ? words.read : '', count > 0 ? words.answered(count, moments.length) : ''].filter(Boolean);
      spoken.textContent = parts.map((part) => `, ${part}`).join('');
    }
    const all = new Set(entries.flatMap(({ moments }) => moments));
    summary.textContent = words.progress(
      entries.filter(({ section }) => read.has(section.id)).length,
      entries.length,
      [...all].filter((moment) => answered.has(moment)).length,
      all.size,
    );
  };
  const changed = () => {
    if (remembers()) store(key, JSON.stringify([...read]));
    else forget(key);
    draw();
  };

  // A section has been read when its end has been on screen.
  const ends = new IntersectionObserver((seen) => {
    for (const { isIntersecting, target } of seen) {
      if (!isIntersecting || !(target.parentElement instanceof HTMLElement)) continue;
      ends.unobserve(target);
      read.add(target.parentElement.id);
      changed();
    }
  });
  for (const { section } of entries) if (section.lastElementChild) ends.observe(section.lastElementChild);

  // The place: the last heading above the upper third of the window.
  const marks = [...nav.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')].flatMap((link) => {
    const target = document.getElementById(link.hash.slice(1));
    return target ? [{ link, target }] : [];
  });
  let waiting = false;
  let current: HTMLAnchorElement | undefined;
  const place = () => {
    waiting = false;
    const line = innerHeight / 3;
    const here = marks.filter(({ target }) => target.getBoundingClientRect().top <= line).at(-1) ?? marks[0];
    if (here?.link === current) return;
    current?.removeAttribute('aria-current');
    current = here?.link;
    current?.setAttribute('aria-current', 'location');
    // Contents longer than the window follow; scrollIntoView would move the page as well.
    if (current) nav.scrollTop = Math.max(0, current.offsetTop - nav.clientHeight / 2);
  };
  const soon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(place);
  };
  addEventListener('scroll', soon, { passive: true });
  addEventListener('resize', soon);

  // The questions' own record, once their code is there.
  customElements
    .whenDefined('s2s-check')
    .then(() => import('../check/progress'))
    .then(({ progress }) => {
      const take = () => {
        answered = new Set(progress.all.map(({ moment }) => moment));
        changed();
      };
      progress.addEventListener('change', take);
      take();
    })
    .catch(() => {}); // then nothing is counted
  // On a narrow screen the contents lie over the page: a choice closes them.
  nav.addEventListener('click', (event) => {
    if ((event.target as Element).closest('a') && nav.matches(':popover-open')) nav.hidePopover();
  });
  draw();
  soon(); // not at once: where things are is asked when the page has been laid out anyway
}

function remembered(text: string | null): string[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
