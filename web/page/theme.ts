// The theme switch of the frame: automatic, light or dark, remembered on the device where the reader chose one.
import { store, stored } from '../lib/storage';

const themes = ['auto', 'light', 'dark'];
const key = 'seq2seq-lab:theme';

export function themeSwitch(): void {
  const kept = stored(key) ?? 'auto';
  const now = themes.includes(kept) ? kept : 'auto';
  document.documentElement.dataset.theme = now;
  for (const input of document.querySelectorAll<HTMLInputElement>('#theme input')) {
    input.checked = input.value === now;
    input.addEventListener('change', () => {
      document.documentElement.dataset.theme = input.value;
      store(key, input.value);
    });
  }
}
