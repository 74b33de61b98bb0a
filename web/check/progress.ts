// What the reader has answered so far, for all moments on the page. It lives as long as the page; it is stored on the
// device only while the reader has asked for that.
import { forget, store, stored } from '../lib/storage';
import { momentNamed } from './moments';

export interface Entry {
  moment: string;
  /** Checks made, and whether the first one, and any of them, was right. */
  tries: number;
  firstRight: boolean;
  solved: boolean;
  /** The answer was asked for. */
  seen: boolean;
  /** The first answer in words, and the seed of its numbers. */
  first: string;
  seed: string;
}

const key = 'seq2seq-lab:answers';

class Progress extends EventTarget {
  private entries = new Map<string, Entry>();
  private kept = false;

  constructor() {
    super();
    const text = stored(key);
    if (text === null) return;
    this.kept = true; // it is there because the reader asked for it once
    for (const entry of read(text)) this.entries.set(entry.moment, entry);
  }

  get all(): readonly Entry[] {
    return [...this.entries.values()];
  }
  get remembers(): boolean {
    return this.kept;
  }

  answered(moment: string, correct: boolean, words: string, seed: string): void {
    const old = this.entries.get(moment);
    this.entries.set(
      moment,
      old && old.tries > 0
        ? { ...old, tries: old.tries + 1, solved: old.solved || correct }
        : {
            moment,
            tries: 1,
            firstRight: correct && !old?.seen,
            solved: correct,
            seen: old?.seen ?? false,
            first: words,
            seed,
          },
    );
    this.changed();
  }

  lookedUp(moment: string, seed: string): void {
    const old = this.entries.get(moment);
    if (old?.seen) return;
    const none = { moment, tries: 0, firstRight: false, solved: false, first: '', seed };
    this.entries.set(moment, { ...none, ...old, seen: true });
    this.changed();
  }

  clear(): void {
    this.entries.clear();
    this.changed();
  }

  /** False where storage is forbidden: then nothing is remembered beyond the page. */
  remember(wanted: boolean): boolean {
    this.kept = wanted;
    if (!wanted) forget(key);
    this.changed();
    return this.kept === wanted;
  }

  private changed(): void {
    if (this.kept && !store(key, JSON.stringify(this.all))) this.kept = false;
    this.dispatchEvent(new Event('change'));
  }
}

/** What was stored, as far as it is still understood. */
function read(text: string): Entry[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is Entry {
  const entry = value as Partial<Entry> | null;
  return (
    typeof entry === 'object' &&
    entry !== null &&
    typeof entry.moment === 'string' &&
    momentNamed(entry.moment) !== undefined &&
    Number.isSafeInteger(entry.tries) &&
    [entry.firstRight, entry.solved, entry.seen].every((flag) => typeof flag === 'boolean') &&
    typeof entry.first === 'string' &&
    typeof entry.seed === 'string'
  );
}

export const progress = new Progress();
