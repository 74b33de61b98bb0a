import { counted } from '../counted';
import type { samplingMoments as english } from '../en/moments-sampling';
import type { Translated } from '../translated';

const vocabulary = ['die', 'ein', 'Tee', 'Kaffee', 'fragt'];
const source = ['die', 'Kundin', 'bestellte', 'Tee', 'Zubrowka'];

export const samplingMoments: Translated<typeof english> = {
  'epsilon-paper': {
    title: 'Der lineare Fahrplan von Hand',
    question: (K, k) =>
      `Die Wahrscheinlichkeit, das wahre Token zu geben, fällt über K = ${counted(K, 'Epoche', 'Epochen')} auf einer Geraden von 1 auf 0. Wie groß ist sie in Epoche ${k}?`,
    label: (k) => `ε in Epoche ${k}`,
    reasons: {
      negative: 'Eine Wahrscheinlichkeit ist nie kleiner als 0: Von Epoche K an bleibt sie 0.',
      above: 'Eine Wahrscheinlichkeit ist höchstens 1.',
      complement: 'Das ist der Anteil eigener Vorhersagen. ε ist der Anteil wahrer Token.',
      other: (k, K) => `Nehmen Sie 1 − ${k}/${K}, oder 0, wo das negativ ist.`,
    },
    because: (epsilon) => `${epsilon}: das Größere von 0 und 1 − k/K.`,
    ran: 'Der Fahrplan der Engine',
    heads: ['Epoche', 'ε'],
  },
  quarter: {
    title: 'Ist 0.25 „free-run“?',
    question:
      'Bei ε = 0.25 druckt das Programm der Lektion „free-run“. Für jede von 100 Eingaben des Decoders wurde eine Münze geworfen. Wie viele waren trotzdem wahre Token?',
    program: 'Was das Programm druckt',
    label: 'Wahre Token unter 100',
    reasons: {
      none: '„free-run“ ist nur ein Etikett. ε ist immer noch 0.25, und damit werden die Münzen geworfen.',
      many: 'Weniger: Die Münze zeigt mit der Wahrscheinlichkeit 0.25 „wahr“.',
      few: 'Mehr: Etwa ein Viertel der Münzen zeigt „wahr“.',
    },
    because: (right) =>
      `${right}: etwa ein Viertel. Freies Laufen beginnt, wo ε gleich 0 ist. Etiketten sind für Menschen; es entscheiden die Münzen.`,
    ran: 'Die Münzen. Das Erste jeder Zeile ist BOS, ohne Münze',
  },
  'wrong-coin': {
    title: 'Zu wenige Münzen',
    question:
      'Scheduled Sampling wirft für jede Eingabe des Decoders eine Münze. Eines dieser zwei Programme wirft für jeden Satz nur eine. Welches?',
    strip: (index) => `Programm ${'AB'[index]}: eine Zeile je Satz`,
    program: (index) => `Programm ${'AB'[index]}`,
    reason:
      'Dort sind die Zeilen gemischt: Wahre Token und eigene Vorhersagen wechseln sich ab, jedes hatte also seine Münze.',
    because:
      'Seine Zeilen sind hinter BOS von einer Art. Der erwartete Anteil ist derselbe, aber das Modell sieht nie ein wahres Token gleich nach einem eigenen Fehler, und dafür ist Scheduled Sampling da.',
    ran: 'Der Unterschied ist der Platz einer Zeile',
    lines: [
      'for row in batch:',
      '    own = rand() >= epsilon      # hier: einmal je Satz (falsch)',
      '    for t in range(1, T):',
      '        own = rand() >= epsilon  # hier: einmal je Token',
    ],
  },
  'curve-order': {
    title: 'Drei Fahrpläne',
    question: (k) => `Welcher Fahrplan gibt in Schritt ${k} noch die meisten wahren Token, welcher die wenigsten?`,
    label: 'Von den meisten zu den wenigsten',
    curves: {
      linear: 'linear: 1 − k/100',
      exponential: 'exponentiell: 0.96 hoch k',
      inverse_sigmoid: 'inverse Sigmoide: 12 / (12 + exp(k/12))',
    },
    reason: (curve, k, value) => `„${curve}“ ist in Schritt ${k} bei ${value}: Er steht woanders.`,
    because:
      'Der exponentielle fällt sofort, die inverse Sigmoide wartet und fällt dann schnell, die Gerade lässt sich Zeit. Die Konstanten entscheiden, wann sie sich kreuzen.',
    ran: (k) => `ε in Schritt ${k}`,
    heads: ['Fahrplan', 'ε'],
  },
  'first-coin': {
    title: 'Wie viele Münzen?',
    question: (length) => `Ein Ziel hat ${length} Token, EOS eingeschlossen. Wie viele Münzen werden dafür geworfen?`,
    label: 'Münzen',
    reasons: {
      all: 'Die erste Eingabe ist immer BOS. Da gibt es nichts zu wählen und keine Münze.',
      other: 'Eine für jede Eingabe des Decoders, außer für die erste.',
    },
    because: (count) =>
      `${count}: jede Eingabe außer BOS. Vor dem ersten Schritt gibt es keine Vorhersage, die er bekommen könnte.`,
    ran: 'Die Zeile mit ε = 0: Jede Münze sagt „eigen“',
  },
  'mixture-paper': {
    title: 'Die Mischung von Hand',
    question: (word, pGen) => `Mit p_gen = ${pGen}: Mit welcher Wahrscheinlichkeit schreibt das Modell ${word}?`,
    vocabulary,
    source,
    alpha: 'Attention über die Quelle',
    pVocabulary: 'Verteilung über das Vokabular',
    label: (word) => `P von ${word}`,
    reasons: {
      generated: 'Das ist nur der Teil aus dem Vokabular. Das Wort steht auch in der Quelle und kann kopiert werden.',
      copied: 'Das ist der kopierte Teil. Das Vokabular hat das Wort auch.',
      unweighted: 'Beide Teile, aber ungewogen: Der erste zählt p_gen, der zweite 1 − p_gen.',
      other: 'p_gen mal seine Wahrscheinlichkeit im Vokabular, plus (1 − p_gen) mal sein Gewicht in der Attention.',
    },
    because: (generated, copied, all) =>
      `${generated} aus dem Vokabular und ${copied} aus der Quelle: ${all}. Diese Mischung ist von See et al. 2017; die Pointer Networks von 2015 kopieren nur.`,
    ran: 'Die endgültige Verteilung',
  },
  'unknown-word': {
    title: 'Das Wort, das es nicht schreiben kann',
    question: 'Das Tor steht auf p_gen = 1. Drei dieser Wörter können noch geschrieben werden. Welches nicht?',
    vocabulary,
    source,
    sourceTitle: 'Quelle',
    vocabularyTitle: 'Vokabular',
    reasons: {
      both: (word, p) => `${word} steht in der Quelle, aber auch im Vokabular: Es hat ${p}.`,
      vocabulary: (word, p) => `${word} steht im Vokabular: Es hat ${p}.`,
    },
    because: (word) =>
      `${word} steht nur in der Quelle. Mit p_gen = 1 wird nichts kopiert, also ist seine Wahrscheinlichkeit genau 0. Jedes Tor unter 1 öffnet ihm den Weg.`,
    ran: 'Die endgültige Verteilung bei p_gen = 1',
  },
  'repeated-word': {
    title: 'Ein Wort, das zweimal steht',
    question: 'Das Modell kopiert nur (p_gen = 0). Welches Wort schreibt es am ehesten?',
    vocabulary,
    source,
    alpha: 'Attention über die Quelle',
    vocabularyTitle: 'Vokabular',
    reasons: {
      single: (word) =>
        `${word} hat das größte einzelne Gewicht. Aber ein anderes Wort steht an zwei Stellen, und seine Gewichte werden addiert.`,
      other: (word) => `Addieren Sie die Gewichte aller Stellen, an denen ein Wort steht: ${word} hat weniger.`,
    },
    because: (word, p) =>
      `${word}, mit ${p}: Beide Stellen zählen. Es ist eine Verteilung über Wörter, nicht über Stellen.`,
    ran: 'Das Kopieren, Wort für Wort',
    heads: ['Wort', 'Wahrscheinlichkeit'],
  },
};
