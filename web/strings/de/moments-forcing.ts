import type { forcingMoments as english } from '../en/moments-forcing';
import type { Translated } from '../translated';

const lanes = {
  heads: ['Schritt', 'Teacher Forcing', 'freier Lauf'],
  step: String,
};

export const forcingMoments: Translated<typeof english> = {
  'first-divergence': {
    title: 'Wann trennen sich die Spuren?',
    question:
      'Zwei Spuren decodieren mit denselben Gewichten: Die eine bekommt das Ziel, die andere ihre eigenen Vorhersagen. In welchem Schritt, von 0 gezählt, bekommen sie zum ersten Mal Verschiedenes?',
    target: 'Ziel',
    free: 'Die freie Spur sagt voraus',
    lanes,
    step: (step) => `Schritt ${step}`,
    never: 'Nie: Beide bekommen durchweg dasselbe',
    reasons: {
      never: (prediction, step) => `Sehen Sie Schritt ${step} an: ${prediction} ist dort nicht das Token des Ziels.`,
      same: 'Bis dahin ist jede Vorhersage das Token des Ziels, also bekommen beide Spuren dasselbe.',
      early: (step) =>
        step === 0
          ? 'Schritt 1 bekommt die Vorhersage von Schritt 0, und die ist das Token des Ziels.'
          : 'Die Vorhersage davor ist noch das Token des Ziels.',
      late: (step) =>
        `Früher: Schon die Vorhersage von Schritt ${step} ist falsch, und der nächste Schritt bekommt sie.`,
    },
    because: {
      never: 'Nie: Jede Vorhersage, die weitergegeben wird, ist das Token des Ziels selbst.',
      parts: (step) =>
        `In Schritt ${step}: Die Vorhersage von Schritt ${step - 1} ist nicht das Token des Ziels, und die freie Spur bekommt sie. Schritt 0 ist es nie: Beide bekommen BOS.`,
    },
    ran: 'Beide Spuren, wie sie liefen: bekommt → sagt',
  },
  'free-input': {
    title: 'Was bekommt er als Nächstes?',
    question: 'Ein freier Lauf mit untrainierten Gewichten. Ergänzen Sie, was der Decoder bekommt.',
    target: 'Ziel',
    predictions: 'Seine Vorhersagen, ab Schritt 0',
    lanes,
    before: (step) => `In Schritt ${step} bekommt der freie Lauf`,
    after: '.',
    expected: (tokens) => `eines der Token des Modells ein: ${tokens}`,
    reasons: {
      truth: 'Das ist das Token des Ziels: Teacher Forcing gäbe es ihm. Ein freier Lauf hat kein Ziel.',
      sameStep: 'Das sagt dieser Schritt voraus. Er bekommt, was der Schritt davor vorhergesagt hat.',
      other: (step) => `Ein freier Lauf bekommt seine eigene letzte Vorhersage: die von Schritt ${step}.`,
    },
    because: (word, step) =>
      `${word}, die Vorhersage von Schritt ${step}. Richtig oder falsch, mehr hat der Decoder nicht.`,
    ran: 'Beide Spuren, wie sie liefen: bekommt → sagt',
  },
  'stop-rule': {
    title: 'Mit der Stoppregel',
    question:
      'Das Programm der Lektion lässt den freien Lauf nach EOS weitergehen. Wie viele Token schreibt er mit der Stoppregel?',
    predictions: 'Vorhersagen, Schritt für Schritt',
    label: 'Geschriebene Token, ohne EOS',
    reasons: {
      all: 'Das ist ohne die Regel. Mit ihr beendet das erste EOS die Ausgabe.',
      eos: 'EOS selbst wird nicht geschrieben: Es beendet die Ausgabe.',
      other: 'Zählen Sie die Token vor dem ersten EOS.',
    },
    because: {
      nothing:
        'Keines: EOS kommt zuerst, also ist die Ausgabe leer. Ein Decoder muss nichts sagen können, und ein Programm muss das ausgeben können.',
      some: (count) => `${count}: was vor dem ersten EOS kommt. Der Rest wird nie geschrieben.`,
    },
    ran: 'Was der Decoder schreibt',
  },
  'forcing-lie': {
    title: 'Zwei Spuren, drei Aussagen',
    question: 'Untrainierte Gewichte, ein Paar, zwei Spuren. Welche Aussage ist gelogen?',
    lanesTitle: 'Beide Spuren, bekommt → sagt',
    lanes,
    statements: {
      first: 'In Schritt 0 bekommen beide Spuren dasselbe Token.',
      weights: 'Mit anderen Gewichten bekäme die Spur mit Teacher Forcing dieselben Token.',
      loss: 'Der Verlust der freien Spur liegt nie unter dem der anderen.',
    },
    reasons: {
      first: 'Wahr: Beide beginnen mit BOS.',
      weights: 'Wahr: Sie bekommt das Ziel, und das hängt nicht von den Gewichten ab.',
      loss: 'Hier wahr.',
    },
    because:
      'Gelogen ist die über den Verlust. Bei einem Paar und vor dem Training kann die freie Spur durchaus den kleineren haben, wie hier. Dass Teacher Forcing hilft, ist eine Frage des Trainings und vieler Paare.',
    ran: 'Summierte Verluste, und was jede Spur bekam',
    heads: ['', 'bekommt', 'Verlust'],
    forced: 'mit Teacher Forcing',
    free: 'frei',
    otherWeights: 'mit Teacher Forcing, andere Gewichte',
  },
  'step-loss': {
    title: 'Der Verlust eines Schritts von Hand',
    question:
      'Das Modell gibt dem erwarteten Token diese Wahrscheinlichkeit. Wie groß ist die Kreuzentropie des Schritts?',
    probabilities: (word, step) => `Schritt ${step} erwartet ${word}`,
    p: 'Wahrscheinlichkeit',
    label: 'Verlust des Schritts',
    reasons: {
      sign: 'Richtige Größe, falsches Vorzeichen: Der Logarithmus einer Wahrscheinlichkeit ist negativ, der Verlust das Negative davon.',
      share: 'Das ist eine Wahrscheinlichkeit. Der Verlust ist minus ihr natürlicher Logarithmus.',
      other: 'Nehmen Sie minus den natürlichen Logarithmus (ln) der Wahrscheinlichkeit.',
    },
    because: (p, loss) =>
      `−ln ${p} = ${loss}. Ein sicherer, richtiger Schritt kostet 0; ein sicherer, falscher hat keine obere Grenze.`,
    ran: 'Das ganze Ziel',
    heads: ['Schritt', 'erwartet', 'Wahrscheinlichkeit', 'Verlust'],
  },
  'exposure-aloud': {
    title: 'Exposure Bias in eigenen Worten',
    question: 'Erklären Sie jemandem in zwei oder drei Sätzen, was Exposure Bias ist und wo Sie ihn unten sehen.',
    lanesTitle: 'Dieselben Gewichte, zwei Spuren: bekommt → sagt',
    lanes,
    label: 'Ihre Erklärung',
    model:
      'Im Training bekommt der Decoder immer das wahre vorige Token; bei der Anwendung bekommt er seine eigenen Vorhersagen. Seine eigenen Fehler hat er nie gesehen, also steht er nach dem ersten falschen Token, wo er nie war, und ein Fehler zieht den nächsten nach sich. Die Gewichte sind in beiden Spuren dieselben: Nur die Eingabe ist anders.',
    points: [
      'Im Training gibt es wahre Token, bei der Anwendung Vorhersagen.',
      'Der Decoder hat seine eigenen Fehler nie gesehen.',
      'Ein früher Fehler kann weitere nach sich ziehen.',
    ],
    reason: 'Einiges hat gefehlt. Lesen Sie die Musterantwort noch einmal und sagen Sie es neu in Ihren Worten.',
    because: (step) =>
      step < 0
        ? 'Hier bleiben die Spuren beisammen: Keine falsche Vorhersage wurde weitergegeben.'
        : `Hier trennen sich die Spuren in Schritt ${step}. Es ist eine Kluft zwischen Training und Anwendung, kein Overfitting.`,
  },
};
