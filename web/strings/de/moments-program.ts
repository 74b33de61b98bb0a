import { counted } from '../counted';
import type { programMoments as englishProgram, recapMoments as englishRecap } from '../en/moments-program';
import type { Translated } from '../translated';

const modules: Record<string, string> = {
  'enc.emb': 'das Embedding des Encoders',
  'enc.gru': 'die GRU des Encoders',
  'dec.emb': 'das Embedding des Decoders',
  'dec.attn': 'die Attention',
  'dec.gru': 'die GRU des Decoders',
  'dec.fc': 'der Ausgabekopf',
};

const symbols: Record<string, string> = {
  'enc.out': 'Zustand h_i des Encoders',
  'dec.energy': 'Energie e_i',
  'dec.alpha': 'Gewicht α_i',
  'dec.context': 'Kontext c',
  'dec.hidden': 'Zustand s des Decoders',
  'dec.probabilities': 'Verteilung p über die Wörter',
};

export const programMoments: Translated<typeof englishProgram> = {
  'biggest-module': {
    title: 'Wo sind all die Gewichte?',
    question: (E) =>
      `Ein Modell mit 30\u202f000 Wörtern, Embeddings von ${E} und Zuständen von 512 Zahlen; die Lektion sagt, es habe etwa 30 Millionen Gewichte. Welches Modul hat die meisten?`,
    modules,
    reason: (module, count) =>
      `Hier ${module}: ${count}. Suchen Sie, was mit dem Vokabular wächst, und wie breit dessen Eingabe ist.`,
    because: (most, total) =>
      `Der Ausgabekopf: für jedes Wort eine Zeile aus 2H Zahlen, ${counted(most, 'Gewicht', 'Gewichte')}. Er allein hat die 30 Millionen; zusammen sind es ${total}.`,
    ran: 'Nachgezählt, Modul für Modul',
    heads: ['Modul', 'Gewichte'],
    total: 'zusammen',
  },
  'double-it': {
    title: 'Was kostet das Verdoppeln?',
    question: (V, E, H) =>
      `V = ${V}, E = ${E}, H = ${H}. Eines davon dürfen Sie verdoppeln. Bei welchem kommen die meisten Gewichte hinzu?`,
    options: ['Das Vokabular V verdoppeln', 'Das Embedding E verdoppeln', 'Den Zustand H verdoppeln'],
    reason: (total, base) => `Aus ${base} würden ${total}. Bei einem anderen kommt mehr hinzu.`,
    because: [
      'Hier beim Vokabular: Zwei Embeddings und der Ausgabekopf wachsen mit ihm, und der Rest ist klein daneben.',
      'Hier beim Embedding: Beide Tabellen und die Eingänge beider GRUs wachsen mit ihm.',
      'Hier beim Zustand: Die Matrizen in den GRUs und in der Attention sind H × H, werden also viermal so groß, der Ausgabekopf doppelt.',
    ],
    ran: 'Gewichte zusammen',
    heads: ['', 'Gewichte'],
    asItIs: 'So wie es ist',
  },
  'where-seen': {
    title: 'Wo sieht man welchen Fehler zuerst?',
    question: 'Vier Fehler, jeder für sich gemacht. In welchem Tensor weicht der Lauf zuerst von einem richtigen ab?',
    label: 'Fehler, und wo man ihn zuerst sieht',
    reason: (mistake, tensor) =>
      `„${mistake}“ sieht man nicht zuerst in ${tensor}. Folgen Sie dem Lauf von der Quelle an.`,
    because:
      'Der erste falsche Tensor nennt den Verdächtigen. Alles danach ist auch falsch und sagt nichts: Sehen Sie dort zuerst nach, wenn Ihr eigenes Programm abweicht.',
    ran: 'Jeder Fehler, wirklich gemacht',
    heads: ['Fehler', 'weicht zuerst ab in'],
  },
  'learning-rate': {
    title: 'Eine Lernrate zu weit',
    question: (epochs) =>
      `Das Paar der Lektion, Adam, ${counted(epochs, 'Epoche', 'Epochen')}. Welche Lernrate endet mit dem größten Verlust?`,
    rate: (rate) => `Lernrate ${rate}`,
    reason: (from, to) => `Mit dieser geht der Verlust von ${from} auf ${to}. Eine andere ist schlechter.`,
    because:
      'Adam bewegt jedes Gewicht in jedem Schritt um etwa die Lernrate, wie groß der Gradient auch ist. Die Gewichte sind hier um 0.3: Eine Rate weit darüber wirft sie quer durch den Raum.',
    ran: 'Die vier Läufe',
    heads: (last) => ['Lernrate', 'Verlust in Epoche 0', `Verlust in Epoche ${last}`],
  },
  'final-loss': {
    title: 'Ist der letzte Verlust der letzte?',
    question: (epochs) =>
      `Das Programm trainiert ${counted(epochs, 'Epoche', 'Epochen')} und druckt seinen letzten Verlust. Wie groß ist der Verlust der Gewichte, mit denen es endet?`,
    printed: 'Die letzten gedruckten Zeilen',
    options: ['Kleiner als gedruckt.', 'Derselbe.', 'Größer als gedruckt.'],
    reasons: [
      'Hier nicht: Diese letzte Aktualisierung hat es schlechter gemacht.',
      'Der Verlust wird gedruckt, dann werden die Gewichte noch einmal aktualisiert. Es ist der Verlust vor der letzten Aktualisierung.',
      'Die letzte Aktualisierung geht bergab, und die Lernrate ist klein genug, um nicht darüber hinauszuschießen.',
    ],
    because:
      'Jede Epoche druckt den Verlust ihres Vorwärtslaufs und aktualisiert danach. Die Gewichte, die Sie behalten, sind eine Aktualisierung weiter als die letzte Zahl, die Sie sehen.',
    ran: 'Mit der Engine gemessen',
    heads: ['Gewichte', 'Verlust'],
    before: (epoch) => `im Vorwärtslauf von Epoche ${epoch}`,
    after: 'nach der letzten Aktualisierung',
  },
  'watch-loss': {
    title: 'Wann fällt der Verlust unter 1?',
    question: (rate) =>
      `Das Paar der Lektion mit Lernrate ${rate}. So beginnt es. In welcher Epoche fällt der Verlust zum ersten Mal unter 1? Sagen Sie es, dann sehen Sie nach.`,
    begins: 'Die ersten Epochen',
    heads: ['Epoche', 'Verlust'],
    label: 'Epoche',
    reasons: {
      early: (loss) => `Zu früh: Dort ist der Verlust noch ${loss}.`,
      late: (loss) => `Zu spät: Dort ist er schon ${loss}.`,
    },
    because: (epoch) =>
      `In Epoche ${epoch}. In der Mitte ist die Kurve am steilsten: Zuerst lernt das Modell, was häufig ist, dann, was worauf folgt.`,
    ran: 'Der Lauf',
  },
  'fair-start': {
    title: 'Ein fairer Vergleich',
    question: 'Zwei Läufe mit einem Seed: einer mit Teacher Forcing, einer frei. Was ist in beiden gleich?',
    items: {
      before: 'die ersten Gewichte',
      count: 'die Zahl der Gewichte',
      first: 'der Verlust von Epoche 0',
      after: 'die Gewichte nach 20 Epochen',
    },
    extra: {
      before: '',
      count: '',
      first:
        'Der Verlust von Epoche 0 ist verschieden: Die Gewichte sind dieselben, aber der Decoder bekommt andere Token.',
      after: 'Von der ersten Aktualisierung an laufen die Gewichte auseinander.',
    },
    missing: 'Etwas fehlt: Was der Decoder bekommt, ändert weder die Gewichte aus dem Seed noch ihre Zahl.',
    because:
      'Beide beginnen mit denselben Gewichten, Bit für Bit, sodass jeder spätere Unterschied von der Fütterung kommt. Dafür ist ein Seed da; ob der Unterschied mehr ist als Glück, sagen erst mehrere.',
    ran: 'Die beiden Läufe',
    heads: ['', 'mit Teacher Forcing', 'frei'],
  },
  'one-seed': {
    title: 'Ein Seed beweist nichts',
    question: (epochs) =>
      `Behauptung: Nach ${counted(epochs, 'Epoche', 'Epochen')} hat der Lauf mit Teacher Forcing immer den kleineren Verlust. Welcher Seed widerlegt sie?`,
    table: 'Das Paar der Lektion, letzte Verluste',
    heads: ['Seed', 'mit Teacher Forcing', 'frei'],
    seed: (index, seed) => `${'ABCD'[index]}: Seed ${seed}`,
    none: 'Keiner von diesen',
    reason: (forced, free) =>
      `Dort hat der Lauf mit Teacher Forcing ${forced} und der freie ${free}: Die Behauptung gilt.`,
    reasonNone: 'Sehen Sie noch einmal hin: In einer Zeile hat der freie Lauf den kleineren Verlust.',
    because:
      'Bei einem Paar ist der Vorteil bescheiden, und einzelne Seeds gehen so oder so aus. Vergleichen Sie Mittel über mehrere Seeds, auf zurückgehaltenen Daten, und sagen Sie, wie weit sie streuen.',
  },
};

export const recapMoments: Translated<typeof englishRecap> = {
  'connect-symbols': {
    title: 'Formeln ohne ihre linke Seite',
    question: 'Rechte Seiten ohne ihre linke. Was machen sie jeweils?',
    label: 'Formel, und was sie macht',
    symbols,
    reason: (symbol, formula) => `${symbol} wird anders gemacht: ${formula}.`,
    because:
      'Von oben gelesen ist es das ganze Modell: Zustände, Energien, Gewichte, Kontext, der nächste Zustand, das nächste Wort.',
    ran: 'Die Formeln, wie die Engine sie nennt',
    heads: ['macht', 'Formel'],
  },
  'recap-lie': {
    title: 'Drei Aussagen über Attention',
    question: 'Bahdanaus Attention, beliebige Zahlen. Welche Aussage ist gelogen?',
    statements: {
      mask: 'Eine maskierte Stelle hat ein Gewicht von genau 0.',
      order: 'Stehen die Zustände des Encoders in anderer Reihenfolge, ist der Kontext derselbe.',
      between: 'Kein Eintrag des Kontexts liegt außerhalb des Bereichs, den dieser Eintrag in den Zuständen hat.',
      double: 'Verdoppelt man s, verdoppelt sich jede Energie.',
    },
    reasons: {
      mask: 'Wahr: Ihre Energie wird zu −∞, und exp davon ist 0.',
      order:
        'Wahr: Die Gewichte wandern mit ihren Zuständen mit. Attention selbst kennt keine Reihenfolge; der Encoder hat sie in die Zustände gelegt.',
      between: 'Wahr: Der Kontext ist ein Mittel der Zustände, mit Gewichten, die 1 ergeben.',
      double: '',
    },
    because:
      'Das verdoppelte s geht durch W_s und dann durch tanh, mit W_h h daneben: Nichts verdoppelt sich. Beim Skalarprodukt wäre es so.',
    ran: 'Ausprobiert',
    heads: ['', 'Energien', 'Gewichte'],
    plain: 'wie gezogen',
    doubled: 's verdoppelt',
    turned: 'Zustände umgekehrt',
    masked: (at) => `Stelle ${at} maskiert`,
  },
  'attention-aloud': {
    title: 'Attention in eigenen Worten',
    question:
      'Erklären Sie Attention in drei Sätzen jemandem, der RNNs kennt und sonst nichts. Die Karte unten kann helfen.',
    map: 'Gewichte eines trainierten kleinen Modells: Zeilen werden geschrieben, Spalten gelesen',
    label: 'Ihre Erklärung',
    points: [
      'Jede Stelle der Quelle behält ihren eigenen Zustand.',
      'In jedem Schritt vergleicht der Decoder seinen Zustand mit jedem von ihnen.',
      'Softmax macht aus diesen Energien Gewichte; sie ergeben 1.',
      'Der Kontext ist das Mittel der Zustände mit diesen Gewichten, in jedem Schritt neu.',
    ],
    model:
      'Der Encoder behält für jede Stelle der Quelle einen Zustand. In jedem Schritt vergleicht der Decoder seinen eigenen Zustand mit jedem davon, und ein Softmax macht aus diesen Energien Gewichte, die zusammen 1 ergeben. Das Mittel der Zustände mit diesen Gewichten ist der Kontext dieses Schritts, sodass der Decoder nicht mit einer Zusammenfassung von allem auskommen muss.',
    reason: 'Einiges hat gefehlt. Lesen Sie die Musterantwort noch einmal und sagen Sie es neu in Ihren Worten.',
    because:
      'Bei einem Paar kann die Karte unordentlich und die Ausgabe trotzdem richtig sein: Gewichte sagen, wohin das Modell geschaut hat, nicht warum.',
  },
};
