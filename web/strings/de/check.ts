import type { Kind, Part } from '../../check/moment';
import { counted } from '../counted';
import type { check as english } from '../en/check';
import type { Translated } from '../translated';
import { attentionMoments } from './moments-attention';
import { forcingMoments } from './moments-forcing';
import { agreement, mistakes, mistakeTexts } from './moments-mistakes';
import { programMoments, recapMoments } from './moments-program';
import { samplingMoments } from './moments-sampling';
import { warmUpMoments } from './moments-warm-up';

const kinds: Record<Kind, string> = {
  predict: 'Erst vorhersagen, dann sehen',
  shape: 'Die Form erraten',
  paper: 'Erst auf Papier',
  trap: 'Falle',
  wrong: 'Hier stimmt etwas nicht',
  break: 'Mit Absicht kaputt',
  constraint: 'Die Bedingung brechen',
  counterexample: 'Gegenbeispiel',
  fill: 'Ergänzen',
  sorting: 'Sortieren',
  which: 'Was ist was?',
  lie: 'Zwei Wahrheiten und eine Lüge',
  tradeoff: 'Was jedes kostet',
  given: 'Was gegeben sein muss',
  watch: 'Zusehen',
  edge: 'Wo geht es nicht mehr?',
  'rule-out': 'Drei ausschließen',
  aloud: 'Laut sagen',
  connect: 'Verbinden',
};

const parts: Record<Part, string> = {
  'warm-up': 'Aufwärmen',
  'part-1': 'Teil 1: Attention',
  'part-2': 'Teil 2: Teacher Forcing',
  'part-3': 'Teil 3: Sampling und Kopieren',
  'part-4': 'Teil 4: das Programm',
  project: 'Projekt',
  recap: 'Rückblick',
};

export const check: Translated<typeof english> = {
  kinds,
  parts,
  mistakes,
  agreement,
  moments: {
    ...warmUpMoments,
    ...attentionMoments,
    ...mistakeTexts,
    ...forcingMoments,
    ...samplingMoments,
    ...programMoments,
    ...recapMoments,
  },

  name: (kind, title) => `${kind}: ${title}`,
  loading: 'Die Engine zieht die Zahlen.',
  waiting: 'Die Zahlen kommen, wenn dies zu sehen ist.',
  unknown: (name, allowed) => `Es gibt keine Frage „${name}“. Erlaubt: ${allowed}.`,
  start: 'Die Zahlen ziehen',
  answer: 'Ihre Antwort',
  check: 'Prüfen',
  compare: 'Mit einer Musterantwort vergleichen',
  judge: 'Das hatte ich',
  again: 'Neue Zahlen',
  show: 'Die Antwort zeigen',
  right: 'Richtig.',
  wrong: 'Noch nicht.',
  wrongSaid: (text) => `Noch nicht. ${text}`,
  shown: 'Die Antwort:',
  tryAgain: 'Ändern Sie Ihre Antwort und prüfen Sie wieder, oder lassen Sie sie sich zeigen.',
  ran: 'Was gelaufen ist',
  modelAnswer: 'Eine Musterantwort',
  points: 'Was davon kam bei Ihnen vor?',
  yours: 'Sie sagten',
  pointsMade: (made, all) => `${made} von ${counted(all, 'Punkt', 'Punkten')}`,
  missing: {
    choice: 'Wählen Sie zuerst eine Möglichkeit.',
    several: 'Kreuzen Sie zuerst mindestens eine an.',
    number: (text) =>
      text.trim() === ''
        ? 'Geben Sie zuerst eine Zahl ein.'
        : `„${text}“ ist keine Zahl. Schreiben Sie sie wie 0.25 oder -3.`,
    count: (text) =>
      text.trim() === ''
        ? 'Geben Sie zuerst eine Zahl ein.'
        : `„${text}“ ist keine ganze Zahl ab 0. Schreiben Sie sie wie 12.`,
    shape: 'Geben Sie eine Form ein, etwa (1, 4, 8).',
    fill: (text, expected) =>
      text.trim() === '' ? 'Füllen Sie zuerst die Lücke.' : `„${text}“ passt dort nicht. Geben Sie ${expected}.`,
    match: 'Wählen Sie zuerst in jeder Zeile etwas.',
    aloud: 'Schreiben Sie zuerst einen oder zwei Sätze; nur Sie lesen sie.',
  },
  within: (tolerance) => `auf ${tolerance} genau`,
  shapeHint: '(1, …)',
  gap: (before, after) => `${before} … ${after}`,
  choose: 'wählen',
  moveUp: (text) => `Nach oben: ${text}`,
  moveDown: (text) => `Nach unten: ${text}`,
  moved: (text, place, all) => `${text}: jetzt an Platz ${place} von ${all}.`,
  coin: { truth: 'wahres Token', own: 'eigene Vorhersage', bos: 'BOS' },
  coinKey: 'B: BOS. Gefülltes T: Er bekommt das wahre Token. Umrandetes O: die eigene Vorhersage des Modells.',
  coinRow: (row, tokens) => `Zeile ${row}: ${tokens}`,

  progress: {
    title: 'Ihre Antworten',
    none: 'Noch keine Antworten. Sie erscheinen hier, sobald Sie welche geben.',
    summary: (right, answered, all) => `${right} beim ersten Mal richtig, ${answered} von ${all} beantwortet.`,
    part: (name, right, answered, all) =>
      `${name}: ${right} beim ersten Mal richtig, ${answered} von ${all} beantwortet`,
    counts: (answered, all) => `${answered} von ${all}`,
    first: 'beim ersten Mal richtig',
    later: (tries) => `beim ${tries}. Mal richtig`,
    open: (tries) => `noch nicht, ${counted(tries, 'Versuch', 'Versuche')}`,
    seen: 'nachgesehen',
    remember: 'Meine Antworten auf diesem Gerät merken',
    rememberHint: 'Aus: Sie werden mit dieser Seite vergessen, und nichts wird gespeichert.',
    forbidden:
      'Dieser Browser oder diese Seite erlaubt kein Speichern. Ihre Antworten bleiben, bis die Seite geschlossen wird.',
    download: 'Bericht herunterladen',
    print: 'Bericht drucken',
    clear: 'Löschen',
    cleared: 'Alle Antworten wurden gelöscht.',
    filename: 'seq2seq-antworten.html',
    report: {
      title: 'Seq2Seq: erst vorhersagen, dann sehen',
      name: 'Name',
      heads: ['Frage', 'Art', 'Erste Antwort', 'Ergebnis'],
      note: 'Die Antworten hat die Engine aus den gezeigten Zahlen berechnet; bei jeder steht ihr Seed.',
      seed: (seed) => `Seed ${seed}`,
    },
  },
};
