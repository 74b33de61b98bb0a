import type { exportMenu as english } from '../en/export-menu';
import type { Translated } from '../translated';

export const exportMenu: Translated<typeof english> = {
  open: 'Speichern',
  about: (name) => `Aus „${name}“ speichern`,
  svg: 'Bild, SVG',
  png: 'Bild, PNG',
  csv: 'Zahlen, CSV',
  titled: (what, title) => `${what}: ${title}`,
  tag: 'Das Element für eine Seite kopieren',
  copied: 'Kopiert.',
  saved: (file) => `Gespeichert als ${file}.`,
  tooLarge: 'Das Bild ist für diesen Browser zu groß.',
  nothing: 'Es ist noch nichts zu sehen.',
  failed: (reason) => `Nicht gespeichert: ${reason}`,
};
