import { counted } from '../counted';
import type { attentionMoments as english } from '../en/moments-attention';
import type { Translated } from '../translated';

export const attentionMoments: Translated<typeof english> = {
  'alpha-largest': {
    title: 'Welche Stelle gewinnt?',
    question: 'Für jede Stelle der Quelle eine Energie. Welche Stelle hat nach dem Softmax das größte Gewicht?',
    energies: 'Energien e',
    position: (index) => `Stelle ${index}`,
    weights: 'Gewichte α',
    reasons: {
      negative: (energy, weight) =>
        `${energy} ist nur dem Betrag nach groß. Softmax nimmt exp(e), und das ist weit unter null winzig: Ihr Gewicht ist ${weight}.`,
      other: (at, own, best) =>
        `Stelle ${at} hat die Energie ${own}, aber es gibt eine höhere: ${best}. Softmax behält die Reihenfolge bei.`,
    },
    because: (index, weight) =>
      `Stelle ${index}, mit ${weight}. Softmax behält die Reihenfolge der Energien; auf Vorzeichen und Betrag für sich kommt es nicht an.`,
  },
  'softmax-paper': {
    title: 'Ein Softmax von Hand',
    question: (at) => `Drei Energien. Rechnen Sie das Gewicht von Stelle ${at} aus, bevor Sie prüfen.`,
    energies: 'Energien e',
    label: (at) => `Gewicht von Stelle ${at}`,
    weights: 'Gewichte α',
    sum: 'ihre Summe in float32',
    reasons: {
      negative: 'exp ist für jede Zahl größer als 0, also ist ein Gewicht nie 0 oder kleiner.',
      above: 'Ein Gewicht ist ein Anteil am Ganzen: kleiner als 1, solange es andere Stellen gibt.',
      position: (other) => `Das ist das Gewicht von Stelle ${other}.`,
      other: (sum) => `Nehmen Sie exp ihrer Energie und teilen Sie durch die Summe ${sum}.`,
    },
    because: (at, weight, energy) => `α_${at} = exp(${energy}) geteilt durch die Summe aller drei exp: ${weight}.`,
  },
  'energy-paper': {
    title: 'Eine Energie von Hand',
    question: 'Für eine Stelle sind W_h h + W_s s und v gegeben. Wie groß ist die Energie?',
    sum: 'W_h h + W_s s',
    v: 'v',
    label: 'Energie e = vᵀ tanh(…)',
    tanh: 'tanh der Summe',
    energy: 'Energie e',
    straight: 'ohne tanh wäre sie',
    reasons: {
      withoutTanh: 'Das ist v mal die Summe selbst. Additive Attention drückt jeden Eintrag zuerst durch tanh.',
      sign: 'Richtige Größe, falsches Vorzeichen: Achten Sie auf das Minus in v.',
      bound:
        'Zu weit draußen: tanh bleibt zwischen −1 und 1, keine Energie ist also größer als die Beträge in v zusammen.',
      other: 'Zuerst tanh jedes Eintrags, dann mal den Eintrag von v darunter, dann die Summe.',
    },
    because: (energy) => `e = ${energy}. Wegen des tanh kann kein einzelner großer Eintrag alles bestimmen.`,
  },
  'shift-energies': {
    title: 'Alle Energien steigen',
    question: (added) => `Jemand zählt zu jeder Energie ${added} hinzu. Was geschieht mit dem größten Gewicht?`,
    energies: 'Energien e',
    weights: 'Gewichte α',
    options: ['Es wächst.', 'Es bleibt, wie es ist.', 'Es schrumpft.'],
    reasons: [
      'Jedes exp wächst um denselben Faktor, auch die Summe unter dem Strich. Der Faktor kürzt sich.',
      '',
      'Alle wachsen gleich, keines gewinnt gegen ein anderes: Die Anteile bleiben.',
    ],
    because: (added) =>
      `Nichts: exp(e + ${added}) ist exp(e) mal ein Faktor, über und unter dem Strich. Programme nutzen das: Sie ziehen zuerst die größte Energie ab, damit exp nie überläuft.`,
    energiesAfter: (added) => `Energien + ${added}`,
    weightsAfter: 'Gewichte danach',
  },
  temperature: {
    title: 'Eine sehr hohe Temperatur',
    question: (by) =>
      `Alle Energien werden vor dem Softmax durch ${by} geteilt. Wem kommt das größte Gewicht jetzt nahe?`,
    energies: 'Energien e',
    weights: 'Gewichte α',
    options: (even) => ['1: alles dem Sieger', `${even}: alle gleich`, 'was es war', '0'],
    reasons: [
      'Das ist das andere Ende: Multiplizieren schärft. Teilen bringt die Energien nahe zusammen.',
      '',
      'Softmax hängt von den Unterschieden der Energien ab, und die schrumpfen.',
      'Die Gewichte ergeben immer noch 1, also können nicht alle auf 0 gehen.',
    ],
    because: (by) =>
      `Durch ${by} geteilt unterscheiden sich die Energien kaum, und die Gewichte auch nicht: Jede Stelle bekommt ihren gleichen Anteil.`,
    weightsAfter: (by) => `Gewichte bei Temperatur ${by}`,
  },
  'which-tensor': {
    title: 'Sechs Formen, sechs Tensoren',
    question: 'Die Namen gingen verloren, die Formen blieben. Welcher Tensor ist welcher?',
    sizes: 'Stapel, Länge der Quelle, Embedding, Zustand, Vokabular',
    label: 'Form und Tensor',
    names: {
      'enc.out': 'Zustände h des Encoders',
      'dec.energy': 'Energien e',
      'dec.alpha': 'Gewichte α',
      'dec.context': 'Kontext c',
      'dec.gru_input': 'Eingabe der GRU des Decoders',
      'dec.logits': 'Wertungen der Wörter',
    },
    reason: (shape, said, own) => `${shape} kann nicht „${said}“ sein: Das ist hier ${own}.`,
    because:
      'Eine Länge der Quelle in der Form heißt „für jede Stelle der Quelle“, V heißt „für jedes Wort“. Die Eingabe der GRU ist so breit wie Embedding und Kontext zusammen.',
    ran: 'Die Tensoren dieses Laufs',
    heads: ['Tensor', 'was es ist', 'Form'],
  },
  'attention-cost': {
    title: 'Drei Arten von Attention',
    question: (H) =>
      `Drei Modelle, gleich bis auf die Attention, mit Zuständen von ${counted(H, 'Zahl', 'Zahlen')}. Welche Zahl von Gewichten gehört zu welcher?`,
    label: 'Gewichte zusammen, und die Attention',
    weights: (count) => `${counted(count, 'Gewicht', 'Gewichte')}`,
    scores: { bahdanau: 'Bahdanau (additiv)', luong_general: 'Luong, general', luong_dot: 'Luong, dot' },
    reasons: {
      bahdanau: 'Die additive Form hat zwei Matrizen, W_h und W_s, und den Vektor v: Sie ist die teuerste.',
      luong_general: 'Die Form „general“ hat eine Matrix W_a zwischen Zustand und Anfrage: Sie liegt in der Mitte.',
      luong_dot: 'Das Skalarprodukt hat gar keine Gewichte: Es ist die billigste.',
    },
    because: (H) =>
      `Dot: nichts. General: eine Matrix aus ${H} × ${H}. Bahdanau: zwei davon und ein Vektor aus ${H}. Dafür bekommt man eine Wertung, die sich lernen lässt.`,
    ran: 'In der Engine gezählt',
    heads: ['Attention', 'Gewichte zusammen', 'davon die Attention'],
  },
  'longest-wins': {
    title: 'Gewinnt der längste Zustand?',
    question:
      'Behauptung: Beim Skalarprodukt bekommt der längste Zustand des Encoders das größte Gewicht. Welcher Fall widerlegt sie?',
    case: (index) => `Fall ${'ABC'[index]}`,
    heads: ['', 'Einträge', 'Länge'],
    state: (row) => `h_${row}`,
    weights: (index) => `Fall ${'ABC'[index]}: Gewichte α`,
    reason: (longest, weight) =>
      `Hier ist h_${longest} der längste und gewinnt auch, mit ${weight}. Ein Gegenbeispiel ist ein Fall, in dem die Behauptung nicht gilt.`,
    because:
      'Die Energie s · h wächst nur dann mit der Länge von h, wenn h dorthin zeigt, wohin s zeigt. Von s abgewandt verliert ein längerer Zustand umso mehr.',
  },
  'all-masked': {
    title: 'Wenn alles maskiert ist',
    question:
      'Alle Stellen bis auf eine sind maskiert: Die bekommt alles. Jetzt wird auch sie maskiert. Was sind die Gewichte in dieser Engine?',
    energies: 'Energien e',
    allButOne: 'Gewichte, alle bis auf eine maskiert',
    options: ['Alle gleich.', 'NaN: 0 geteilt durch 0.', 'Alle 0.'],
    weights: 'Gewichte, alle maskiert',
    reasons: [
      'Dann läse die Attention Stellen, die es nicht gibt. Eine maskierte Stelle hat das Gewicht 0, was die anderen auch tun.',
      'Das gibt PyTorchs Softmax für eine Zeile aus −∞, und NaN breitet sich dann in alle Gewichte aus. Diese Engine schützt davor.',
      '',
    ],
    because:
      'Alle 0: Es gibt nichts anzusehen, also ist der Kontext 0. In PyTorch gibt dieselbe Zeile NaN, und ein NaN in einem Stapel verdirbt die ganze Aktualisierung.',
  },
  flatten: {
    title: 'Die Attention blind machen',
    question: 'Welche einzelne Änderung macht alle Gewichte gleich, was die Quelle auch sagt?',
    weights: 'Gewichte vor der Änderung',
    changes: { v: 'v = 0', s: 's = 0', h: 'h verdoppelt', Ws: 'W_s = 0' },
    change: 'Änderung',
    why: {
      v: '',
      s: 'Ohne Anfrage unterscheiden sich die Energien noch durch W_h h.',
      h: 'Größere Zustände machen größere Unterschiede.',
      Ws: 'W_s s ist für jede Stelle dasselbe; ohne es unterscheiden sich die Energien noch durch W_h h.',
    },
    reason: (why, weights) => `${why} Die Gewichte wären ${weights}.`,
    because:
      'Mit v = 0 ist jede Energie 0, und der Softmax gleicher Energien ist gleichmäßig. Von der Quelle kommt nichts durch.',
    ran: 'Jede Änderung, und die Gewichte, die sie gibt',
  },
  'exact-one': {
    title: 'Ergibt α genau 1?',
    question: (seeds) =>
      `Eine Bauregel sagt, dass die Gewichte 1 ergeben. Neun Stellen, ${counted(seeds, 'Seed', 'Seeds')}, float32: Bei wie vielen ist die Summe genau 1?`,
    rule: 'Die Regel, beim Wort genommen',
    label: (seeds) => `Genau 1, von ${seeds}`,
    reasons: {
      many: 'Weniger. Jedes Gewicht ist gerundet und jede Addition auch: Die Summe kann 1 in ihrem letzten Bit verfehlen.',
      few: 'Mehr. Rundungen heben sich oft auf, sodass viele Summen doch genau aufgehen.',
    },
    because: (right, seeds) =>
      `${right} von ${seeds}. Die Regel gilt bis auf Rundung; ein Programm, das mit == prüft, hält grundlos an. Vergleichen Sie mit einer Toleranz.`,
    ran: 'Die anderen Summen',
    sums: 'Summe in float32',
  },
};
