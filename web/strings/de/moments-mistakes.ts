import type {
  agreement as englishAgreement,
  mistakes as englishMistakes,
  mistakeTexts as englishTexts,
} from '../en/moments-mistakes';
import type { Translated } from '../translated';

export const mistakes: Translated<typeof englishMistakes> = {
  padding_unmasked: {
    name: 'Aufgefüllte Stellen sind nicht maskiert.',
    sign: 'Dann hätten die Stellen von PAD Gewichte über 0.',
    because:
      'PAD bekommt Gewicht: Seine Energien gingen wie alle anderen in den Softmax. Setzt man sie vorher auf −∞, teilen sich die wirklichen Stellen alles. Mit diesem Fehler sinkt der Verlust weiter, deshalb findet man ihn so spät.',
  },
  padding_in_loss: {
    name: 'Der Verlust zählt aufgefüllte Stellen mit.',
    sign: 'Dann wäre die Summe größer als die gedruckten Verluste zusammen.',
    because:
      'Die Summe enthält mehr als die gedruckten Verluste: Auch die Schritte über PAD sind darin. Das Modell wird dafür belohnt, PAD zu sagen, und die Zahl hängt davon ab, wie lang der längste Satz des Stapels ist.',
  },
  state_at_padding: {
    name: 'Der letzte Zustand des Encoders wird am aufgefüllten Ende genommen.',
    sign: 'Dann wiche `enc.hidden` als Erstes ab.',
    because: 'Der letzte Zustand muss der des letzten wirklichen Tokens sein; dahinter ist die GRU über PAD gelaufen.',
  },
  forcing_left_on: {
    name: 'Teacher Forcing blieb bei der Auswertung an.',
    sign: 'Dann stünde oben „Auswertung“, und jeder Schritt bekäme das wahre Token, was auch vorhergesagt wurde.',
    because:
      'Dies ist eine Auswertung, und doch bekommt jeder Schritt das wahre Token, auch nach einer falschen Vorhersage. Bei der Anwendung hat niemand das wahre Token: Gemessen wurde nicht, was das Modell tun wird.',
  },
  gate_order: {
    name: 'Die Tore der GRU werden in anderer Reihenfolge gelesen.',
    sign: 'Dann wichen die Tore r und z zuerst ab: Jedes würde mit den Gewichten des anderen berechnet.',
    because:
      'r und z weichen von der ersten Stelle an ab: Jedes hat die Gewichte des anderen. In PyTorch liegen die Zeilen als r, z, n; andere Bibliotheken haben z, r, n, und mit mitgebrachten Gewichten lernt es trotzdem.',
  },
  update_reversed: {
    name: 'Das Update-Tor ist herumgedreht.',
    sign: 'Dann wiche `enc.out` ab, bei richtigem r und z an der ersten Stelle.',
    because: 'Es rechnet (1 − z) h + z n. PyTorch rechnet (1 − z) n + z h: z sagt, wie viel bleibt.',
  },
  state_after_step: {
    name: 'Attention schaut mit dem Zustand nach dem Schritt.',
    sign: 'Dann wiche `dec.Ws_s` als Erstes ab.',
    because: 'Bahdanaus Attention schaut mit dem Zustand vor dem Schritt.',
  },
  no_tanh: {
    name: 'In den Energien fehlt das tanh.',
    sign: 'Dann wiche `dec.tanh` ab, und die Gewichte von PAD wären trotzdem 0.',
    because:
      'Was durch tanh hätte gehen sollen, ging nicht hindurch. Ohne es addieren sich W_h h und W_s s getrennt: Die Anfrage verschiebt alle Energien gleich, und der Softmax lässt sie fallen.',
  },
  softmax_axis: {
    name: 'Der Softmax läuft über die falsche Achse.',
    sign: 'Dann wäre jedes Gewicht 1: ein Softmax über eine Zahl.',
    because:
      'Jedes Gewicht ist 1: Der Softmax lief über eine Achse mit einem Eintrag. Über die Quelle teilen sich die Gewichte die 1.',
  },
  context_of_keys: {
    name: 'Der Kontext mischt W_h h statt h.',
    sign: 'Dann stimmte alles bis `dec.context`.',
    because:
      'Bis zum Kontext ist alles richtig: Der summiert die Schlüssel W_h h. Summieren muss er die Zustände selbst.',
  },
  target_shift: {
    name: 'Jeder Schritt bekommt das Token, das er vorhersagen soll.',
    sign: 'Dann wären „bekommt“ und „erwartet“ in jeder Zeile gleich.',
    because:
      'Der Decoder bekommt die Antwort gereicht: bekommt und erwartet ist dasselbe Token. Er lernt, seine Eingabe abzuschreiben; der Verlust fällt auf 0, und bei der Anwendung kann er nichts sagen.',
  },
  softmax_twice: {
    name: 'Die Kreuzentropie bekommt Wahrscheinlichkeiten statt Wertungen.',
    sign: 'Dann wäre der Verlust eines Schritts nicht −ln der Wahrscheinlichkeit daneben.',
    because:
      'Die Verluste sind nicht −ln der Wahrscheinlichkeiten daneben: Die Kreuzentropie nahm einen Softmax von dem, was schon einer war. Alles wird flach, und der Verlust kann nie nahe an 0 kommen.',
  },
  first_state_zero: {
    name: 'Der Decoder beginnt mit Nullen.',
    sign: 'Dann wäre der Encoder richtig und `dec.Ws_s` wäre 0.',
    because:
      'Der Encoder ist richtig, und die erste Anfrage ist 0: Der Decoder begann nicht mit dem letzten Zustand des Encoders.',
  },
  state_not_carried: {
    name: 'Jeder Schritt beginnt mit dem Zustand des Encoders.',
    sign: 'Dann wäre Schritt 0 richtig und Schritt 1 falsch.',
    because: 'Schritt 0 ist richtig; ab Schritt 1 wurde der eigene Zustand des Decoders vergessen.',
  },
  copies_overwritten: {
    name: 'Von einem wiederholten Wort zählt nur die letzte Stelle.',
    sign: 'Dann hätten Wörter, die einmal stehen, die richtige Wahrscheinlichkeit.',
    because: 'Die Gewichte eines wiederholten Worts müssen addiert werden.',
  },
  gate_reversed: {
    name: 'p_gen wiegt die Kopien.',
    sign: 'Dann hätten Kopieren und Erzeugen die Plätze getauscht.',
    because: 'p_gen ist der Anteil des Erzeugens; 1 − p_gen ist der des Kopierens.',
  },
};

export const agreement: Translated<typeof englishAgreement> = {
  heads: ['Tensor', 'stimmt', 'unserer beginnt mit', 'dieser beginnt mit'],
  yes: '✓\u00a0ja',
  no: '✗\u00a0nein',
};

export const mistakeTexts: Translated<typeof englishTexts> = {
  'wrong-weights': {
    title: 'Die Gewichte einer aufgefüllten Zeile',
    question:
      'Das Programm von jemandem, erster Schritt des Decoders, an einer Zeile eines aufgefüllten Stapels. Die Tabelle hält, was vor den Gewichten kam, gegen den Lauf der Engine. Was ist der Fehler?',
    weights: 'Dessen Gewichte α',
    before: 'Was davor kam, gegen unseres',
    ran: 'Dessen und unserer, Tensor für Tensor',
  },
  'wrong-gates': {
    title: 'Ein Lauf, der nicht stimmt',
    question:
      'Dieselben Gewichte, dasselbe Paar, und doch andere Zahlen. Finden Sie den Fehler daran, wo man ihn zuerst sieht.',
    table: 'Dessen Lauf gegen unseren, in der Reihenfolge der Rechnung',
    ran: 'Jeder Fehler für sich gemacht: der Tensor, der zuerst abweicht',
    heads: ['Fehler', 'zuerst zu sehen in'],
  },
  'wrong-printout': {
    title: 'Ein Ausdruck, der nicht sein kann',
    question: (evaluation) =>
      evaluation
        ? 'Gedruckt bei einer Auswertung auf zurückgehaltenen Paaren, in einem aufgefüllten Stapel. Was ist der Fehler?'
        : 'Gedruckt bei einem Trainingsschritt mit Teacher Forcing, in einem aufgefüllten Stapel. Was ist der Fehler?',
    printed: 'Eine Zeile des Stapels, Schritt für Schritt',
    heads: ['Schritt', 'bekommt', 'sagt', 'erwartet', 'p(erwartet)', 'Verlust'],
    total: 'Summe',
    ran: 'Dieselbe Zeile in der Engine, und in jenem',
    sides: ['', 'unsere', 'jene'],
    fed: 'bekommt',
  },
};
