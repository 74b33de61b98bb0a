// Every word the elements say, in English. Another language is another file of this shape.
import type { Failure } from '../lib/failure';
import { counted } from './counted';
import { copy } from './en/copy';
import { corpus } from './en/corpus';
import { exportMenu } from './en/export-menu';
import { forcing } from './en/forcing';
import { page } from './en/page';
import { sampling } from './en/sampling';
import { shapes } from './en/shapes';
import type { Translated } from './translated';

export interface Words {
  title: string;
  text: string;
}

const failures: Record<string, Words> = {
  engine_missing: {
    title: 'The engine could not be loaded',
    text: 'One of its files is missing, or the connection failed. What you see stays as it is.',
  },
  engine_blocked: {
    title: 'This browser or site does not allow the engine',
    text: 'WebAssembly or workers are switched off (lockdown mode does this) or forbidden by the site’s policy.',
  },
  file_missing: {
    title: 'A file could not be loaded',
    text: 'Its address is wrong, its host does not let this page read it, or the connection failed.',
  },
  invalid_file: {
    title: 'This is no model file that can be used',
    text: 'What was here before is unchanged.',
  },
  invalid_data: {
    title: 'The data cannot be used',
    text: 'The engine’s own sentence says what is wrong with it.',
  },
  worker_lost: {
    title: 'The engine has stopped',
    text: 'The losses and matrices seen so far are still here; the weights went with it.',
  },
  model_missing: {
    title: 'The trained model could not be loaded',
    text: 'One of its files is missing, or the connection failed. What you see stays as it is.',
  },
  not_finite: {
    title: 'Training broke: a number is no longer finite',
    text: 'The last good weights were kept. A learning rate that is too high is the usual cause.',
  },
};

const epochs = (count: number) => counted(count, 'epoch', 'epochs');

export const en = {
  /** The catalogue's own language, which numbers are grouped in too. */
  lang: 'en',
  asTable: 'Numbers as a table',
  tryAgain: 'Try again',
  startEngine: 'Start the engine again',
  backToGood: 'Back to the last good weights',
  reset: 'Reset',

  failure: (failure: Failure): Words =>
    failures[failure.code] ?? { title: 'Something went wrong', text: 'The run was stopped.' },

  corpus,
  exportMenu,

  heatmap: {
    empty: 'No attention to show.',
    hint: 'Point at a cell, or move with the arrow keys; click or Enter pins it.',
    pinned: 'pinned',
    name: (name: string, rows: number, columns: number, row: string, column: string, value: string) =>
      `${name}, ${counted(rows, 'row', 'rows')} by ${counted(columns, 'column', 'columns')}. Strongest: ${row} looks at ${column}, ${value}.`,
    cell: (row: string, column: string, value: string) => `${row} looks at ${column}: ${value}`,
    caption: (rows: string, columns: string) => `Rows: ${rows}, downwards. Columns: ${columns}, in reading order.`,
  },

  chart: {
    empty: 'The curve appears with the first epoch.',
    reading: (epoch: number, loss: string) => `epoch ${epoch}: ${loss}`,
    name: (from: string, last: number, to: string) =>
      `Loss of each epoch, from ${from} at epoch 0 to ${to} at epoch ${last}.`,
    nameOne: (loss: string) => `Loss of each epoch. So far: ${loss} at epoch 0.`,
    epoch: 'epoch',
    loss: 'loss',
    caption: 'Loss of each epoch, measured before the epoch’s update.',
  },

  weightLines: {
    name: (row: string, weights: string) => `How the weights of ${row} moved. Now: ${weights}.`,
  },

  lanes: {
    name: 'Teacher-forced and free-running decodes of these weights, step by step',
    step: (step: number) => `step ${step}`,
    target: 'Target',
    forced: 'Teacher-forced',
    free: 'Free-running',
    fed: 'fed',
    fedTrue: 'fed the true token',
    fedOwn: 'fed its own prediction',
    predicts: 'predicts',
    wrong: 'not the target',
    parts: 'parts from the target here',
    key: 'Filled: true tokens. Outlined: predictions. ≠ marks a prediction that is not the target.',
    output: 'With the stop rule the free run writes',
    more: (count: number) => `… and ${counted(count, 'token', 'tokens')} more`,
    outputEmpty: 'nothing: EOS comes first',
  },

  listing: {
    title: 'The same program in PyTorch',
    copy: 'Copy',
    copied: 'Copied',
    fold: (name: string, lines: number) => `${name}: ${counted(lines, 'line', 'lines')}`,
    prints: 'prints',
    noteChanged: (epoch: number) =>
      `Boxed lines are what this run prints. Its learning rate was changed after ${epochs(epoch)}, so PyTorch, which starts with it, prints other numbers.`,
    note: 'Boxed lines are what this run prints; PyTorch prints the same digits from the same seed.',
  },

  program: {
    name: 'The program, running',
    train: 'Train',
    resume: 'Go on',
    pause: 'Pause',
    step: 'Step',
    more: 'Train again',
    status: 'Status',
    epoch: 'Epoch',
    of: (epochs: string) => `of ${epochs}`,
    loss: 'Loss',
    epsilon: 'True token fed with probability ε',
    phase: {
      idle: 'Untrained weights',
      loading: 'Loading the engine',
      ready: 'Ready',
      queued: 'Waiting: two others train',
      running: 'Training',
      paused: 'Paused',
      finished: 'Finished',
      failed: 'Stopped',
    },
    seed: 'Seed',
    seedHint: 'A seed is any whole number of 64 bits; its low 32 bits count, as in PyTorch.',
    epochs: 'Epochs',
    learningRate: 'Learning rate',
    regime: 'The decoder is fed',
    regimes: { teacher: 'True tokens', scheduled: 'Scheduled', free: 'Its own' },
    regimeLong: {
      teacher: 'Teacher forcing: each step is fed the true previous token.',
      scheduled: 'Scheduled sampling: the true token with probability ε, which falls from 1 to 0 over the run.',
      free: 'Free running: each step is fed the model’s own prediction.',
    },
    pace: 'Pace',
    paces: { slow: 'Slow', steady: 'Steady', fast: 'Fast', full: 'At once' },
    lossTitle: 'Loss',
    matrixTitle: (epoch: number) => (epoch === 0 ? 'Attention before training' : `Attention after ${epochs(epoch)}`),
    weightsTitle: 'How each row’s weights moved, between 0\u00a0and\u00a01',
    rowAxis: 'writes',
    columnAxis: 'looks at',
    lanesTitle: (epoch: number) =>
      epoch === 0 ? 'What the untrained weights write' : `What they write after ${epochs(epoch)}`,
    scrub: 'Look back',
    scrubValue: (epoch: number, loss: string) => `after ${epochs(epoch)}, loss ${loss}`,
    latest: 'Latest',
    keys: 'Keys, while the focus is in this figure:',
    keyList: [
      ['P', 'train or pause'],
      ['S', 'one step'],
      ['R', 'reset'],
      [', .', 'look back, forward'],
    ] as const,
    openStages: 'One training step, taken apart',
    openRules: 'Build rules',
    unreachable: 'It could not be fetched. Try again when there is a connection.',
    fresh: 'A new seed or feeding starts afresh; the curve so far stays, dotted.',
    notNumber: (name: string, text: string, range: string) =>
      text.trim() === '' ? `${name} is empty. Allowed: ${range}.` : `${name} is “${text}”. Allowed: ${range}.`,
    said: {
      ready: (loss: string) => `Ready. Loss before training ${loss}.`,
      queued: 'Two other figures of the page train already. This one begins when one of them ends.',
      running: 'Training.',
      progress: (epoch: number, loss: string) => `Epoch ${epoch}, loss ${loss}.`,
      paused: (epoch: number, loss: string) => `Paused after ${epochs(epoch)}, loss ${loss}.`,
      finished: (epoch: number, loss: string, output: string) =>
        `Finished ${epochs(epoch)}, final loss ${loss}. The free run writes ${output}.`,
      nothing: 'nothing',
      reset: 'Reset to the first weights.',
    },
    range: {
      whole: 'a whole number',
      number: 'a number',
      seed: 'a whole number in plain digits, at most 64 bits, such as 99 or -1',
      above: (minimum: string) => `above ${minimum}`,
      from: (minimum: string) => `from ${minimum}`,
      to: (maximum: string) => `up to ${maximum}`,
    },
  },

  attention: {
    name: 'Attention by hand',
    seed: 'Seed',
    draw: 'Draw numbers',
    next: 'Next',
    back: 'Back',
    all: 'Show all',
    again: 'Hide again',
    given: 'Given',
    givenText: 'Three encoder states, one decoder state and the weights.',
    change: 'Change any number.',
    titles: {
      h: 'encoder states',
      s: 'decoder state',
      Wh: 'weights for h',
      Ws: 'weights for s',
      v: 'weights for the sum',
    },
    cellName: (symbol: string, row: number | null, column: number) =>
      row === null ? `${symbol}, entry ${column}` : `${symbol}, row ${row}, column ${column}`,
    notNumber: (name: string, text: string, limit: string) =>
      `${name} is ${text.trim() === '' ? 'empty' : `“${text}”`}. Allowed: a number from −${limit} to ${limit}. The last good one is still used.`,
    stages: {
      Wh_h: { title: 'Each state through its weights', formula: 'W_h h_i' },
      Ws_s: { title: 'The decoder’s state through its own', formula: 'W_s s' },
      sum: { title: 'Added, row by row', formula: 'W_h h_i + W_s s' },
      tanh: { title: 'Squeezed between −1 and 1', formula: 'tanh(W_h h_i + W_s s)' },
      energy: { title: 'One energy for each position', formula: 'e_i = vᵀ tanh(…)' },
      alpha: { title: 'Softmax: weights that sum to 1', formula: 'α = softmax(e)' },
      context: { title: 'The context: states mixed by weight', formula: 'c = Σ α_i h_i' },
    },
    kind: 'Score',
    kinds: {
      bahdanau: { name: 'Bahdanau', law: 'e_i = vᵀ tanh(…)' },
      luong_dot: { name: 'Luong, dot', law: 'e_i = sᵀ h_i' },
      luong_general: { name: 'Luong, general', law: 'e_i = sᵀ W_h h_i' },
    },
    compare: 'The three scores on these states',
    compareText:
      'Energies e and weights α, with this temperature and these masks. General reads the weights for h, dot reads none.',
    compareHead: 'position',
    temperature: 'Temperature τ',
    temperatureSlider: 'Temperature',
    temperatureRange: 'a number from 0.01 to 100',
    divided: (temperature: string) => `α = softmax(e / ${temperature})`,
    mask: 'Masked: weight exactly 0',
    maskedWord: 'masked',
    allMasked: 'Every position is masked: all weights are 0, and so is the context.',
    hand: {
      toggle: 'Set the weights by hand',
      weight: (symbol: string, index: number) => `${symbol}, position ${index}`,
      slider: (index: number) => `Weight of position ${index}`,
      notWeight: (text: string) => `${text.trim() === '' ? 'Empty' : `“${text}”`}. Allowed: 0 to 1.`,
      sum: 'Your weights sum to',
      normalize: 'Make the sum 1',
      one: 'The context is mixed with your weights; energies, temperature and masks no longer count.',
      notOne: 'No softmax gives this sum. The context is mixed with your weights as they are.',
      own: 'with the softmax’s weights:',
      moved: 'moved by (Euclidean distance):',
      said: (sum: string, context: string) => `Your weights sum to ${sum}. Context: ${context}`,
    },
    hiddenStage: 'not yet computed',
    computed: 'Computed',
    predict: 'Before you look: which position gets the largest weight?',
    position: (index: number) => `Position ${index}`,
    right: (index: number, weight: string) => `Right: position ${index}, with ${weight}.`,
    wrong: (guess: number, index: number, weight: string) =>
      `You said position ${guess}; it is position ${index}, with ${weight}.`,
    unanswered: (index: number, weight: string) => `The largest weight is at position ${index}: ${weight}.`,
    waiting: 'The answer comes with the weights.',
    formulaHint: 'Point at a computed number, or move to it with the arrow keys, to see where it comes from.',
    sum: 'sum of the weights, added in float32:',
    stageSaid: (title: string, numbers: string) => `${title}: ${numbers}`,
    keys: 'Keys, while the focus is in this figure and not in a number:',
    keyList: [
      ['N', 'next stage'],
      ['B', 'back'],
    ] as const,
  },

  forcing,
  copy,

  shapes,

  sampling,

  curves: {
    name: (name: string, at: number | null, read: string) =>
      at === null ? `${name}: ${read}.` : `${name}, at ${at}: ${read}.`,
  },

  page,
};

export type Strings = Translated<typeof en>;
