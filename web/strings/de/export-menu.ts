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
  embed: {
    script: 'Einbetten: Skript und Element',
    scriptLocked: 'Einbetten: Skript und Element, gesperrt',
    frame: 'Einbetten: Rahmen',
    frameLocked: 'Einbetten: Rahmen, gesperrt',
    picture: 'Einbetten: das Bild mit einem Link',
  },
  longTable: ['Größe', 'Zeile', 'Spalte', 'Wert'],
  copied: 'Kopiert.',
  saved: (file) => `Gespeichert als ${file}.`,
  tooLarge: 'Das Bild ist für diesen Browser zu groß.',
  nothing: 'Es ist noch nichts zu sehen.',
  failed: (reason) => `Nicht gespeichert: ${reason}`,
};
