// Jedes Wort der Elemente auf Deutsch, in der Form von en.ts. Zahlen behalten den Dezimalpunkt, wie PyTorch und die
// Befehlszeile sie drucken.
import type { Failure } from '../lib/failure';
import { counted } from './counted';
import { copy } from './de/copy';
import { corpus } from './de/corpus';
import { exportMenu } from './de/export-menu';
import { forcing } from './de/forcing';
import { page } from './de/page';
import { sampling } from './de/sampling';
import { shapes } from './de/shapes';
import type { Strings, Words } from './en';

const failures: Record<string, Words> = {
  engine_missing: {
    title: 'Die Engine konnte nicht geladen werden',
    text: 'Eine ihrer Dateien fehlt, oder die Verbindung brach ab. Was Sie sehen, bleibt, wie es ist.',
  },
  engine_blocked: {
    title: 'Dieser Browser oder diese Site erlaubt die Engine nicht',
    text: 'WebAssembly oder Worker sind abgeschaltet (etwa im Blockierungsmodus) oder von der Site verboten.',
  },
  file_missing: {
    title: 'Eine Datei konnte nicht geladen werden',
    text: 'Ihre Adresse ist falsch, ihr Host lässt diese Seite sie nicht lesen, oder die Verbindung brach ab.',
  },
  invalid_file: {
    title: 'Das ist keine brauchbare Modelldatei',
    text: 'Was vorher hier war, ist unverändert.',
  },
  invalid_data: {
    title: 'Mit diesen Daten geht es nicht',
    text: 'Der Satz der Engine selbst sagt, was daran falsch ist.',
  },
  worker_lost: {
    title: 'Die Engine ist stehen geblieben',
    text: 'Die bisherigen Verluste und Matrizen sind noch da; die Gewichte sind mit ihr verloren.',
  },
  model_missing: {
    title: 'Das trainierte Modell konnte nicht geladen werden',
    text: 'Eine seiner Dateien fehlt, oder die Verbindung brach ab. Was Sie sehen, bleibt, wie es ist.',
  },
  not_finite: {
    title: 'Das Training brach ab: Eine Zahl ist nicht mehr endlich',
    text: 'Die letzten guten Gewichte sind noch da. Meist ist die Lernrate zu groß.',
  },
};

const epochs = (count: number) => counted(count, 'Epoche', 'Epochen');

export const de: Strings = {
  lang: 'de',
  asTable: 'Zahlen als Tabelle',
  tryAgain: 'Noch einmal versuchen',
  startEngine: 'Die Engine neu starten',
  backToGood: 'Zurück zu den letzten guten Gewichten',
  reset: 'Zurücksetzen',

  failure: (failure: Failure): Words =>
    failures[failure.code] ?? { title: 'Etwas ging schief', text: 'Der Lauf wurde gestoppt.' },

  corpus,
  exportMenu,

  heatmap: {
    empty: 'Keine Attention zu zeigen.',
    hint: 'Zeigen Sie auf eine Zelle oder gehen Sie mit den Pfeiltasten; Klick oder Enter hält sie fest.',
    pinned: 'festgehalten',
    name: (name, rows, columns, row, column, value) =>
      `${name}, ${counted(rows, 'Zeile', 'Zeilen')} mal ${counted(columns, 'Spalte', 'Spalten')}. Am stärksten: ${row} schaut auf ${column}, ${value}.`,
    cell: (row, column, value) => `${row} schaut auf ${column}: ${value}`,
    caption: (rows, columns) => `Zeilen: ${rows}, abwärts. Spalten: ${columns}, in Leserichtung.`,
  },

  chart: {
    empty: 'Die Kurve erscheint mit der ersten Epoche.',
    reading: (epoch, loss) => `Epoche ${epoch}: ${loss}`,
    name: (from, last, to) => `Verlust jeder Epoche, von ${from} in Epoche 0 bis ${to} in Epoche ${last}.`,
    nameOne: (loss) => `Verlust jeder Epoche. Bisher: ${loss} in Epoche 0.`,
    epoch: 'Epoche',
    loss: 'Verlust',
    caption: 'Verlust jeder Epoche, vor ihrer Aktualisierung gemessen.',
  },

  weightLines: {
    name: (row, weights) => `Wie sich die Gewichte von ${row} bewegt haben. Jetzt: ${weights}.`,
  },

  lanes: {
    name: 'Was diese Gewichte mit Teacher Forcing und frei decodieren, Schritt für Schritt',
    step: (step) => `Schritt ${step}`,
    target: 'Ziel',
    forced: 'Teacher Forcing',
    free: 'Frei',
    fed: 'bekommt',
    fedTrue: 'bekommt das wahre Token',
    fedOwn: 'bekommt die eigene Vorhersage',
    predicts: 'sagt voraus',
    wrong: 'nicht das Ziel',
    parts: 'verlässt hier das Ziel',
    key: 'Gefüllt: wahre Token. Umrandet: Vorhersagen. ≠ steht an einer Vorhersage, die nicht das Ziel ist.',
    output: 'Mit der Stoppregel schreibt der freie Lauf',
    more: (count) => `… und ${count} weitere`,
    outputEmpty: 'nichts: EOS kommt zuerst',
  },

  listing: {
    title: 'Dasselbe Programm in PyTorch',
    copy: 'Kopieren',
    copied: 'Kopiert',
    fold: (name, lines) => `${name}: ${counted(lines, 'Zeile', 'Zeilen')}`,
    prints: 'druckt',
    noteChanged: (epoch) =>
      `Umrahmte Zeilen druckt dieser Lauf. Seine Lernrate wurde nach ${epochs(epoch)} geändert, also druckt PyTorch, das mit ihr beginnt, andere Zahlen.`,
    note: 'Umrahmte Zeilen druckt dieser Lauf; PyTorch druckt mit demselben Seed dieselben Ziffern.',
  },

  program: {
    name: 'Das Programm, in Betrieb',
    train: 'Trainieren',
    resume: 'Weiter',
    pause: 'Anhalten',
    step: 'Schritt',
    more: 'Noch einmal trainieren',
    status: 'Stand',
    epoch: 'Epoche',
    of: (count) => `von ${count}`,
    loss: 'Verlust',
    epsilon: 'Wahres Token mit Wahrscheinlichkeit ε',
    phase: {
      idle: 'Untrainierte Gewichte',
      loading: 'Die Engine wird geladen',
      ready: 'Bereit',
      queued: 'Wartet: zwei andere trainieren',
      running: 'Trainiert gerade',
      paused: 'Angehalten',
      finished: 'Fertig',
      failed: 'Gestoppt',
    },
    seed: 'Seed',
    seedHint: 'Ein Seed ist eine beliebige ganze Zahl mit 64 Bit; es zählen ihre unteren 32 Bit, wie in PyTorch.',
    epochs: 'Epochen',
    learningRate: 'Lernrate',
    regime: 'Der Decoder bekommt',
    regimes: { teacher: 'Wahre Token', scheduled: 'Nach Fahrplan', free: 'Eigene' },
    regimeLong: {
      teacher: 'Teacher Forcing: Jeder Schritt bekommt das wahre vorige Token.',
      scheduled:
        'Scheduled Sampling: das wahre Token mit der Wahrscheinlichkeit ε, die über den Lauf von 1 auf 0 fällt.',
      free: 'Freies Laufen: Jeder Schritt bekommt die eigene Vorhersage des Modells.',
    },
    pace: 'Tempo',
    paces: { slow: 'Langsam', steady: 'Ruhig', fast: 'Schnell', full: 'Sofort' },
    lossTitle: 'Verlust',
    matrixTitle: (epoch) => (epoch === 0 ? 'Attention vor dem Training' : `Attention nach ${epochs(epoch)}`),
    weightsTitle: 'Wie sich die Gewichte jeder Zeile bewegt haben, zwischen 0\u00a0und\u00a01',
    rowAxis: 'schreibt',
    columnAxis: 'schaut auf',
    lanesTitle: (epoch) =>
      epoch === 0 ? 'Was die untrainierten Gewichte schreiben' : `Was sie nach ${epochs(epoch)} schreiben`,
    scrub: 'Zurückschauen',
    scrubValue: (epoch, loss) => `nach ${epochs(epoch)}, Verlust ${loss}`,
    latest: 'Neueste',
    keys: 'Tasten, solange der Fokus in dieser Abbildung ist:',
    keyList: [
      ['P', 'trainieren oder anhalten'],
      ['S', 'ein Schritt'],
      ['R', 'zurücksetzen'],
      [', .', 'zurück-, vorschauen'],
    ],
    openStages: 'Ein Trainingsschritt, zerlegt',
    openRules: 'Bauregeln',
    unreachable: 'Es ließ sich nicht laden. Versuchen Sie es mit einer Verbindung noch einmal.',
    fresh: 'Ein neuer Seed oder eine andere Fütterung beginnt von vorn; die bisherige Kurve bleibt, gepunktet.',
    notNumber: (name, text, range) =>
      text.trim() === '' ? `${name} ist leer. Erlaubt: ${range}.` : `${name} ist „${text}“. Erlaubt: ${range}.`,
    said: {
      ready: (loss) => `Bereit. Verlust vor dem Training ${loss}.`,
      queued: 'Zwei andere Bilder der Seite trainieren schon. Dieses beginnt, wenn eines davon fertig ist.',
      running: 'Trainiert.',
      progress: (epoch, loss) => `Epoche ${epoch}, Verlust ${loss}.`,
      paused: (epoch, loss) => `Angehalten nach ${epochs(epoch)}, Verlust ${loss}.`,
      finished: (epoch, loss, output) =>
        `${epochs(epoch)} fertig, letzter Verlust ${loss}. Der freie Lauf schreibt ${output}.`,
      nothing: 'nichts',
      reset: 'Zurück bei den ersten Gewichten.',
    },
    range: {
      whole: 'eine ganze Zahl',
      number: 'eine Zahl',
      seed: 'eine ganze Zahl in schlichten Ziffern, höchstens 64 Bit, etwa 99 oder -1',
      above: (minimum) => `größer als ${minimum}`,
      from: (minimum) => `ab ${minimum}`,
      to: (maximum) => `bis ${maximum}`,
    },
  },

  attention: {
    name: 'Attention von Hand',
    seed: 'Seed',
    draw: 'Zahlen ziehen',
    next: 'Weiter',
    back: 'Zurück',
    all: 'Alles zeigen',
    again: 'Wieder verdecken',
    given: 'Gegeben',
    givenText: 'Drei Zustände des Encoders, ein Zustand des Decoders und die Gewichte.',
    change: 'Ändern Sie jede Zahl.',
    titles: {
      h: 'Zustände des Encoders',
      s: 'Zustand des Decoders',
      Wh: 'Gewichte für h',
      Ws: 'Gewichte für s',
      v: 'Gewichte für die Summe',
    },
    cellName: (symbol, row, column) =>
      row === null ? `${symbol}, Eintrag ${column}` : `${symbol}, Zeile ${row}, Spalte ${column}`,
    notNumber: (name, text, limit) =>
      `${name} ist ${text.trim() === '' ? 'leer' : `„${text}“`}. Erlaubt: eine Zahl von −${limit} bis ${limit}. Die letzte gute gilt weiter.`,
    stages: {
      Wh_h: { title: 'Jeder Zustand durch seine Gewichte', formula: 'W_h h_i' },
      Ws_s: { title: 'Der Zustand des Decoders durch seine', formula: 'W_s s' },
      sum: { title: 'Zeile für Zeile addiert', formula: 'W_h h_i + W_s s' },
      tanh: { title: 'Zwischen −1 und 1 gedrückt', formula: 'tanh(W_h h_i + W_s s)' },
      energy: { title: 'Eine Energie je Stelle', formula: 'e_i = vᵀ tanh(…)' },
      alpha: { title: 'Softmax: Gewichte, die 1 ergeben', formula: 'α = softmax(e)' },
      context: { title: 'Der Kontext: Zustände nach Gewicht gemischt', formula: 'c = Σ α_i h_i' },
    },
    kind: 'Bewertung',
    kinds: {
      bahdanau: { name: 'Bahdanau', law: 'e_i = vᵀ tanh(…)' },
      luong_dot: { name: 'Luong, dot', law: 'e_i = sᵀ h_i' },
      luong_general: { name: 'Luong, general', law: 'e_i = sᵀ W_h h_i' },
    },
    compare: 'Die drei Bewertungen an diesen Zuständen',
    compareText:
      'Energien e und Gewichte α, mit dieser Temperatur und diesen Masken. General liest die Gewichte für h, dot keine.',
    compareHead: 'Stelle',
    temperature: 'Temperatur τ',
    temperatureSlider: 'Temperatur',
    temperatureRange: 'eine Zahl von 0.01 bis 100',
    divided: (temperature) => `α = softmax(e / ${temperature})`,
    mask: 'Maskiert: Gewicht genau 0',
    maskedWord: 'maskiert',
    allMasked: 'Jede Stelle ist maskiert: Alle Gewichte sind 0, und der Kontext auch.',
    hand: {
      toggle: 'Gewichte von Hand setzen',
      weight: (symbol, index) => `${symbol}, Stelle ${index}`,
      slider: (index) => `Gewicht von Stelle ${index}`,
      notWeight: (text) => `${text.trim() === '' ? 'Leer' : `„${text}“`}. Erlaubt: 0 bis 1.`,
      sum: 'Ihre Gewichte ergeben zusammen',
      normalize: 'Summe auf 1 bringen',
      one: 'Der Kontext ist mit Ihren Gewichten gemischt; Energien, Temperatur und Masken zählen nicht mehr.',
      notOne: 'Kein Softmax ergibt diese Summe. Der Kontext ist mit Ihren Gewichten gemischt, so wie sie sind.',
      own: 'mit den Gewichten des Softmax:',
      moved: 'verschoben um (euklidischer Abstand):',
      said: (sum, context) => `Ihre Gewichte ergeben zusammen ${sum}. Kontext: ${context}`,
    },
    hiddenStage: 'noch nicht berechnet',
    computed: 'Berechnet',
    predict: 'Bevor Sie schauen: Welche Stelle bekommt das größte Gewicht?',
    position: (index) => `Stelle ${index}`,
    right: (index, weight) => `Richtig: Stelle ${index}, mit ${weight}.`,
    wrong: (guess, index, weight) => `Sie sagten Stelle ${guess}; es ist Stelle ${index}, mit ${weight}.`,
    unanswered: (index, weight) => `Das größte Gewicht hat Stelle ${index}: ${weight}.`,
    waiting: 'Die Antwort kommt mit den Gewichten.',
    formulaHint:
      'Zeigen Sie auf eine berechnete Zahl oder gehen Sie mit den Pfeiltasten hin, um zu sehen, woher sie kommt.',
    sum: 'Summe der Gewichte, in float32 addiert:',
    stageSaid: (title, numbers) => `${title}: ${numbers}`,
    keys: 'Tasten, solange der Fokus in dieser Abbildung und nicht in einer Zahl ist:',
    keyList: [
      ['N', 'nächste Stufe'],
      ['B', 'zurück'],
    ],
  },

  forcing,
  copy,

  shapes,

  sampling,

  curves: {
    name: (name, at, read) => (at === null ? `${name}: ${read}.` : `${name}, bei ${at}: ${read}.`),
  },

  page,
};
