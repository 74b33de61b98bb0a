// The page around the figures: its elements and the theme switch.
import './elements';
import { stringsFor } from './strings/en';

type Theme = 'auto' | 'light' | 'dark';
const themes: readonly Theme[] = ['auto', 'light', 'dark'];
const key = 'seq2seq-lab:theme';

// Storage may be forbidden (a sandboxed frame): then the choice is simply not remembered.
function remembered(): Theme {
  try {
    const found = localStorage.getItem(key);
    return themes.find((theme) => theme === found) ?? 'auto';
  } catch {
    return 'auto';
  }
}
function remember(theme: Theme): void {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Not remembered.
  }
}

function apply(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

function themeSwitch(): void {
  const place = document.querySelector('#theme');
  if (!place) return;
  const words = stringsFor(document.documentElement.lang).page;
  const legend = document.createElement('legend');
  legend.textContent = words.theme;
  const choices = themes.map((theme) => {
    const label = document.createElement('label');
    const input = document.createElement('input');
    input.type = 'radio';
    input.name = 'theme';
    input.value = theme;
    input.checked = theme === remembered();
    input.addEventListener('change', () => {
      apply(theme);
      remember(theme);
    });
    label.append(input, words.themes[theme]);
    return label;
  });
  place.append(legend, ...choices);
}

apply(remembered());
themeSwitch();
