import { counted } from '../counted';
import type { copy as english } from '../en/copy';
import type { Translated } from '../translated';

export const copy: Translated<typeof english> = {
  name: 'Aus der Quelle kopieren',
  sentence: 'Ihr Satz (auf Englisch), mit Namen und Zahlen, die das Modell nie gesehen hat',
  write: 'Die Antwort schreiben',
  examples: 'Oder einer von diesen',
  loading: 'Die trainierten Modelle werden geladen',
  reads: 'Das Modell liest',
  unknown: 'nicht im Vokabular',
  unknownKey: 'Gestrichelt: nicht im Vokabular. Balken: Attention α in dem Schritt, der unten gewählt ist.',
  writes: 'und schreibt',
  stepName: (step, word, gate) => `Schritt ${step}: ${word}, p_gen ${gate}`,
  gate: 'p_gen',
  gateKey: 'Unter jedem Wort: wie viel davon erzeugt (voll) und wie viel kopiert ist (gestreift).',

  mixture: (step, word) => `Wie Schritt ${step} auf „${word}“ kommt`,
  wordColumn: 'Wort',
  vocabularyColumn: 'aus dem Vokabular',
  vocabularySymbol: 'P_vocab',
  copiedColumn: 'aus der Quelle',
  copiedSymbol: 'Σ α',
  finalColumn: 'zusammen',
  finalSymbol: 'P',
  gateWeight: (gate) => `(Gewicht ${gate})`,
  restWeight: (gate) => `(Gewicht 1 − ${gate})`,
  none: '–',
  noneTitle: 'Das Vokabular hat dieses Wort nicht.',
  notInSource: 'Die Quelle hat dieses Wort nicht.',
  others: (count) => `${counted(count, 'anderes Wort hat', 'andere Wörter haben')} weniger.`,
  hint: 'Zeigen Sie auf eine Zeile oder gehen Sie mit den Pfeiltasten, um ihre Summe zu sehen.',
  placesSum: (word, places) => `„${word}“ steht ${places}-mal in der Quelle; seine Gewichte werden addiert.`,

  fromModel: 'Wie das Modell sagt',
  gateValue: (gate, own) => (own ? `${gate}, das eigene des Modells` : `${gate}, von Hand gesetzt`),
  handHint:
    'Verschieben Sie es: 1 ist ein Modell ohne Kopieren, 0 ein reiner Zeiger. Jeder Schritt wird neu gemischt; was er bekam, bleibt, wie es war.',
  handSays: (words) => `Mit diesem p_gen wären die wahrscheinlichsten Wörter: ${words}`,

  sideBySide: 'Dasselbe Training mit und ohne Kopieren',
  on: 'Mit Kopieren',
  off: 'Ohne Kopieren',
  right: (share, pairs) =>
    `${share} % von ${counted(pairs, 'zurückgehaltenen Satz', 'zurückgehaltenen Sätzen')} ganz richtig, gemessen beim Bau dieser Seite`,
  madeBy: (steps, seed) =>
    `Beide Modelle wurden mit derselben Konfiguration trainiert: ${counted(steps, 'Schritt', 'Schritte')}, Seed ${seed}, sechzehn Satzmuster, erfundene Namen. Wörter außerhalb des Vokabulars sind für das ohne Kopieren UNK, und mehr als UNK kann es für sie nicht sagen.`,

  pointer: 'Ein Zeiger allein: das Beispiel der Lektion',
  pointerText: (best) =>
    `Softmax von vier Wertungen, mit Seed 1 gezogen: eine Verteilung über die Wörter der Quelle und sonst nichts. Am ehesten kopiert: „${best}“.`,
  weight: 'Gewicht',

  who: 'Wer was vorgeschlagen hat',
  whoList: [
    [
      'Vinyals et al. 2015, Pointer Networks',
      'Die Attention selbst ist die Ausgabe: Die Antwort kann nur aus der Eingabe bestehen.',
    ],
    [
      'Gu et al. 2016, CopyNet',
      'Wertungen fürs Erzeugen und fürs Kopieren stehen in einem Softmax gegeneinander; ein p_gen gibt es dazwischen nicht.',
    ],
    [
      'See et al. 2017, Pointer-Generator',
      'Die hier gezeigte Mischung: Ein Tor p_gen wiegt eine Verteilung über das Vokabular gegen die Attention. Die Lektion erzählt sie mit den beiden oberen zusammen.',
    ],
  ],

  sourceTable: 'Attention über die Quelle in jedem Schritt',
  keys: 'Tasten, solange der Fokus in dieser Abbildung und nicht im Satz ist:',
  keyList: [
    ['← →', 'Schritt, auf den geschriebenen Wörtern'],
    ['[ ]', 'p_gen kleiner, größer'],
    ['M', 'p_gen, wie das Modell sagt'],
  ],
  said: {
    written: (on, off) => `Mit Kopieren schreibt es: ${on}. Ohne Kopieren schreibt es: ${off}.`,
    step: (step, word, gate, final) => `Schritt ${step}: ${word}, Wahrscheinlichkeit ${final}, p_gen ${gate}.`,
  },
};
