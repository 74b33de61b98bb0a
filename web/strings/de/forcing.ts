import { counted } from '../counted';
import type { forcing as english } from '../en/forcing';
import type { Translated } from '../translated';

const percent = (share: string) => `${share} %`;

export const forcing: Translated<typeof english> = {
  name: 'Teacher Forcing gegen freies Laufen',

  task: 'Aufgabe',
  tasks: { lesson: 'Paar der Lektion', reverse: 'Wort umkehren' },
  attention: 'Attention',
  attentions: { bahdanau: 'Bahdanau', none: 'Keine' },
  seed: 'Seed',
  epochs: 'Epochen',
  steps: 'Schritte',
  learningRate: 'Lernrate',
  regime: 'Trainiert mit',
  regimes: { teacher: 'Wahren Token', scheduled: 'Mischung', free: 'Eigenen Wörtern' },

  train: 'Trainieren',
  resume: 'Weiter',
  pause: 'Anhalten',
  more: 'Noch einmal trainieren',
  phase: {
    idle: 'Untrainierte Gewichte',
    loading: 'Die Engine wird geladen',
    ready: 'Untrainiert',
    queued: 'Wartet: zwei andere trainieren',
    running: 'Trainiert gerade',
    paused: 'Angehalten',
    finished: 'Trainiert',
    failed: 'Gestoppt',
  },
  model: 'Welche Gewichte',
  untrained: 'untrainiert',
  half: 'halb trainiert',
  trained: 'trainiert',
  after: (done, all, unit) =>
    `nach ${done} von ${unit === 'epochs' ? counted(all, 'Epoche', 'Epochen') : counted(all, 'Schritt', 'Schritten')}`,
  modelHint: 'Schieben Sie weiter, als trainiert ist, und das Modell trainiert bis dorthin.',

  pair: 'Quelle und Ziel',
  source: 'Quelle',
  target: 'Ziel',
  unknown: (letters, known) =>
    `Als UNK gelesen: ${letters.map((letter) => (letter.trim() === '' ? 'das Leerzeichen' : `„${letter}“`)).join(', ')}. Das Modell kennt ${known}.`,
  another: 'Ein zurückgehaltenes Paar',
  wrongOne: 'Eines, das schiefgeht',
  noneWrong: 'Mit diesen Gewichten schreibt der freie Lauf jedes zurückgehaltene Paar richtig.',

  lanes: 'Eine Quelle, zwei Spuren',
  lanesCaption:
    'Beide Spuren Schritt für Schritt: was jede bekommt, was sie vorhersagt, wie weit ihre Zustände auseinander sind',
  step: (step) => `Schritt ${step}`,
  stepColumn: 'Schritt',
  targetRow: 'Ziel',
  forced: 'Teacher Forcing',
  free: 'Frei',
  fed: 'bekommt',
  predicts: 'sagt voraus',
  apart: 'Abstand der Zustände',
  apartSymbol: '‖s − s′‖',
  flag: 'hier trennen sich die Spuren',
  wrong: 'nicht das Ziel',
  was: (token) => `war ${token}`,
  putIn: 'von Ihnen gegeben',
  afterStop: 'nach dem Ende',
  feedLabel: (lane, step) => `${lane}, Schritt ${step}: bekommt`,
  byItself: (token) => `${token} (eigenes)`,
  byTruth: (token) => `${token} (wahr)`,
  begin: (token) => `${token} (Anfang)`,

  stop: 'Bei EOS aufhören',
  writes: 'Der freie Lauf schreibt',
  writesNothing: 'nichts: EOS kommt zuerst',
  goesOn: 'Er geht hier nach EOS weiter, wie das Programm der Lektion; mit der Stoppregel schriebe er',
  cut: 'In diesen Schritten trifft er auf kein EOS.',

  takeBack: 'Eingesetztes zurücknehmen',
  hint: 'Geben Sie ein falsches Token hinein: Wählen Sie dort ein anderes, wo eine Spur eines bekommt. In der freien Spur wird der Fehler weitergegeben; in der anderen deckt das nächste wahre Token ihn zu.',
  cascade: (lane, step, token, changed, rest) =>
    changed === 0
      ? `${lane}: ${token} in Schritt ${step} ändert keine Vorhersage.`
      : `${lane}: ${token} in Schritt ${step} ändert ${changed} von ${counted(rest, 'Vorhersage', 'Vorhersagen')} von dort an.`,

  thinks: (step) => `Was jede Spur in Schritt ${step} denkt`,
  probability: 'Wahrscheinlichkeit',

  accuracy: 'Richtige Token nach Stellen, auf Paaren außerhalb des Trainings',
  accuracyShort: 'Genauigkeit nach Stellen',
  accuracyOf: (pairs) => `${counted(pairs, 'zurückgehaltenes Paar', 'zurückgehaltene Paare')}`,
  accuracyNone:
    'Die Lektion hat ein Paar, und nichts ist zurückgehalten. Wählen Sie „Wort umkehren“, um die Genauigkeit beider Spuren nach Stellen zu sehen.',
  accuracyWait: 'Kommt, wenn das Training ruht.',
  accuracyOverall: (forced, free) =>
    `Über alle Token: ${percent(forced)} richtig mit der Wahrheit gefüttert, ${percent(free)} mit den eigenen Wörtern.`,
  gap: 'Die schattierte Lücke, die mit dem Training aufgeht, ist Exposure Bias: dieselben Gewichte, dieselben Paare, nur die Eingabe ist anders.',
  position: 'Stelle',
  tokens: 'Token',
  forcedShort: 'Forcing',
  freeShort: 'frei',
  accuracyName: (last, forced, free) =>
    `Anteil richtiger Token nach Stellen, 1 bis ${last}. An der größten Lücke: Teacher Forcing ${percent(forced)}, frei ${percent(free)}.`,
  accuracyRow: (position, forced, free, tokens) =>
    `Stelle ${position}: Teacher Forcing ${percent(forced)}, frei ${percent(free)}, von ${tokens} Token`,

  key: 'Gefüllt: wahre Token. Umrandet: Vorhersagen. Gestrichelt: von Ihnen gegeben. ≠ steht an einer Vorhersage, die nicht das Ziel ist.',
  keys: 'Tasten, solange der Fokus in dieser Abbildung ist:',
  keyList: [
    ['P', 'trainieren oder anhalten'],
    ['[ ]', 'frühere, spätere Gewichte'],
    ['← →', 'Schritt, auf den Schritten'],
    ['E', 'Stoppregel'],
    ['U', 'Token zurücknehmen'],
  ],

  said: {
    ready: 'Bereit. Untrainierte Gewichte.',
    queued: 'Zwei andere Bilder der Seite trainieren schon. Dieses beginnt, wenn eines davon fertig ist.',
    running: 'Trainiert.',
    paused: (where) => `Angehalten ${where}.`,
    finished: 'Fertig trainiert.',
    shown: (where, forced, free) => `Gewichte ${where}. Mit Teacher Forcing sagt es ${forced} voraus, frei ${free}.`,
  },
};
