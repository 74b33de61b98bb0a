// Die Wörter der Seite um die Abbildungen herum, die Skripte schreiben; die Prosa liegt in web/page/.

import { counted } from '../counted';
import type { page as english } from '../en/page';

export const page: typeof english = {
  read: 'gelesen',
  answered: (answered, all) => `${answered} von ${all} beantwortet`,
  progress: (read, sections, answered, moments) =>
    `${read} von ${counted(sections, 'Abschnitt', 'Abschnitten')} gelesen, ${answered}\u00a0von\u00a0${counted(moments, 'Frage', 'Fragen')} beantwortet`,
  link: 'Link auf diesen Stand',
  linked: 'Der Link steht in der Adresszeile und ist kopiert',
  linkedOnly: 'Der Link steht in der Adresszeile',
};
