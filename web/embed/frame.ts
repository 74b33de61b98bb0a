// The frame's page: one element, made from the address, on a page that tells its height. Messages it obeys, all with a
// `type`, from the page around only: seq2seq-lab:train, :pause, :reset, and :height (it answers with its height).
import '../theme.css';
import './frame.css';
import { load } from '../page/on-demand';
import { embed as german } from '../strings/de/embed';
import { embed as english } from '../strings/en/embed';
import { wanted } from './address';
import { messages, resizerGreeting, resizerMessage } from './height';

interface Trainable extends HTMLElement {
  train?: () => unknown;
  pause?: () => unknown;
  reset?: () => unknown;
}

const lang = new URLSearchParams(location.search).get('lang') ?? 'en';
const words = /^de\b/i.test(lang) ? german : english;
const main = document.querySelector('main')!;
const asked = wanted(location.search);
let element: Trainable | null = null;
let resizer: string | null = null;
let told = 0;

/** Once a change: a platform that makes the frame higher does not set off the next message. */
function tell(again = false): void {
  if (parent === window) return;
  const height = Math.ceil(main.getBoundingClientRect().height);
  if (height === 0 || (height === told && !again)) return;
  told = height;
  // A height is no secret, and the page around may be anywhere.
  for (const message of messages(height)) parent.postMessage(message, '*');
  if (resizer !== null) parent.postMessage(resizerMessage(resizer, Math.ceil(main.clientWidth), height), '*');
}

/** What goes wrong is said by the element itself. */
async function quietly(act: (() => unknown) | undefined): Promise<void> {
  try {
    await act?.call(element);
  } catch {}
}

function obey({ source, data }: MessageEvent): void {
  if (source !== parent || parent === window) return;
  const greeting = resizerGreeting(data);
  if (greeting !== null) {
    resizer = greeting;
    tell(true);
    return;
  }
  switch ((data as { type?: unknown } | null)?.type) {
    case 'seq2seq-lab:train':
      void quietly(element?.train);
      break;
    case 'seq2seq-lab:pause':
      void quietly(element?.pause);
      break;
    case 'seq2seq-lab:reset':
      void quietly(element?.reset);
      break;
    case 'seq2seq-lab:height':
      tell(true);
      break;
  }
}

document.documentElement.lang = lang;
if (asked) {
  element = document.createElement(asked.tag);
  for (const [name, value] of asked.attributes) element.setAttribute(name, value);
  main.append(element);
  load(asked.tag).catch(() => main.replaceChildren(words.notLoaded));
} else {
  main.textContent = words.noSuchElement;
}
addEventListener('message', obey);
new ResizeObserver(() => tell()).observe(main);
