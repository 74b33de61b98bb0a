import { counted } from '../counted';
import type { warmUpMoments as english } from '../en/moments-warm-up';
import type { Translated } from '../translated';

export const warmUpMoments: Translated<typeof english> = {
  'encoder-shape': {
    title: 'Alle Zustände, die der Encoder behält',
    question: (E, H) =>
      `Der Encoder liest diese Quelle, Token für Token, mit Embeddings von ${E} und Zuständen von ${counted(H, 'Zahl', 'Zahlen')}. Welche Form haben alle Zustände zusammen, die er für die Attention behält, der Stapel zuerst?`,
    source: 'Die Quelle, wie das Modell sie liest',
    label: 'Form von `enc.out`',
    reasons: {
      last: 'Das ist der letzte Zustand allein, die Zusammenfassung. Attention braucht den Zustand an jeder Stelle.',
      dimensions: (count) => `Es sind ${counted(count, 'Größe', 'Größen')}: Stapel, Stellen, Zahlen je Zustand.`,
      batch: 'Ein Satz ist ein Stapel von einem, und der Stapel steht vorn.',
      eos: 'Zählen Sie noch einmal: Das EOS am Ende wird gelesen wie jedes Token und hat einen eigenen Zustand.',
      embedding: 'Die letzte Größe ist die des Embeddings. Die GRU macht aus jedem Embedding einen Zustand.',
      other: 'Erst der Stapel, dann eine Zeile je gelesenem Token, dann eine Zahl je Einheit des Zustands.',
    },
    because: (shape) =>
      `${shape}: ein Satz, ein Zustand für jedes gelesene Token, EOS eingeschlossen, und in jedem so viele Zahlen, wie die GRU Einheiten hat.`,
    ran: 'Die Tensoren des Encoders in diesem Lauf',
    heads: ['Tensor', 'Symbol', 'Form'],
  },
  'summary-row': {
    title: 'Womit der Decoder beginnt',
    question:
      'Hier sind die Zustände des Encoders, eine Zeile je Token. Mit einem von ihnen beginnt der Decoder. Mit welchem?',
    states: 'Zustände des Encoders, `enc.out`',
    before: 'Der erste Zustand des Decoders ist Zeile',
    after: 'von `enc.out`.',
    expected: (last) => `die Nummer einer Zeile, von 0 bis ${last}, ein`,
    reasons: {
      fromOne: (count) => `Zeilen zählen ab 0, es gibt also keine Zeile ${count}.`,
      first: 'Zeile 0 hat erst ein Token gesehen. Die Zusammenfassung muss die ganze Quelle gesehen haben.',
      eos: 'Fast: Diese Zeile hat jeden Buchstaben gesehen, aber nicht das EOS danach.',
      other: 'Der Encoder liest von links nach rechts. Nur eine Zeile hat alles gesehen.',
    },
    because: (row) =>
      `Zeile ${row}, die letzte: Sie hat die ganze Quelle gesehen. PyTorch gibt sie noch einmal als \`h_n\` zurück; die Zahlen sind dieselben, Bit für Bit.`,
    ran: 'Der erste Zustand des Decoders, `enc.hidden`',
  },
  'what-first': {
    title: 'Ein Schritt des Decoders, der Reihe nach',
    question:
      'Ein Schritt des Decoders macht diese sechs Dinge. Jedes braucht, was davor kam. Bringen Sie sie in Ordnung.',
    label: 'Vom ersten zum letzten',
    steps: {
      'dec.energy': 'Energien, eine je Stelle der Quelle',
      'dec.alpha': 'Gewichte der Attention',
      'dec.context': 'Kontextvektor',
      'dec.gru_input': 'Eingabe der GRU',
      'dec.hidden': 'neuer Zustand des Decoders',
      'dec.logits': 'eine Wertung für jedes Wort',
    },
    reason: (needed, placed, place) =>
      `An Platz ${place} steht bei Ihnen „${placed}“. Das geht noch nicht: Vorher kommt „${needed}“.`,
    because:
      'Bahdanaus Attention schaut mit dem Zustand vor dem Schritt. Also ist der Kontext da, bevor die GRU läuft, und geht in sie ein.',
    ran: 'Derselbe Schritt, wie ihn die Engine gegangen ist',
    heads: ['gemacht', 'Formel', 'Form'],
  },
  'same-seed': {
    title: 'Zweimal mit demselben Seed',
    question: (epochs) =>
      `Zwei Läufe mit derselben Konfiguration und demselben Seed, je ${counted(epochs, 'Epoche', 'Epochen')}. Wie weit stimmen ihre Gewichte überein?`,
    options: ['In jedem Bit.', 'Auf etwa vier Stellen; den Rest macht die Rundung.', 'Kaum: Training ist Zufall.'],
    reasons: [
      '',
      'Rundung ist kein Würfel: Dieselben Summen in derselben Reihenfolge runden gleich.',
      'Aller Zufall kommt aus dem Seed: erste Gewichte, Reihenfolge der Paare, Münzen. Gleicher Seed, gleicher Zufall.',
    ],
    because:
      'In jedem Bit. Der Prüfcode wird aus allen Gewichten berechnet; ein einziges anderes Bit würde ihn ändern. Ein anderer Seed gibt ein anderes Modell.',
    ran: 'Drei Läufe von eben',
    heads: ['Lauf', 'Prüfcode der Gewichte', 'Verlust'],
    run: (seed) => `Seed ${seed}`,
  },
};
