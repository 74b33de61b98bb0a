// All moments, in the lesson's order. How one is made lies in its room, which is fetched with the first question of it.
import {
  type Instance,
  type Kind,
  type Made,
  type Moment,
  type MomentName,
  type Part,
  parts,
  type Tools,
} from '../moment';

type Room = () => Promise<{ made: readonly Made[] }>;

const rooms: readonly [Room, Partial<Record<MomentName, readonly [Kind, Part]>>][] = [
  [
    () => import('./warm-up'),
    {
      'encoder-shape': ['shape', 'warm-up'],
      'summary-row': ['fill', 'warm-up'],
      'what-first': ['given', 'warm-up'],
      'same-seed': ['predict', 'warm-up'],
    },
  ],
  [
    () => import('./attention'),
    {
      'alpha-largest': ['predict', 'part-1'],
      'softmax-paper': ['paper', 'part-1'],
      'energy-paper': ['paper', 'part-1'],
      'shift-energies': ['trap', 'part-1'],
      temperature: ['predict', 'part-1'],
      'which-tensor': ['which', 'part-1'],
      'attention-cost': ['tradeoff', 'part-1'],
      'longest-wins': ['counterexample', 'part-1'],
      'all-masked': ['edge', 'part-1'],
      flatten: ['break', 'part-1'],
      'exact-one': ['constraint', 'part-1'],
    },
  ],
  [
    () => import('./forcing'),
    {
      'first-divergence': ['predict', 'part-2'],
      'free-input': ['fill', 'part-2'],
      'stop-rule': ['edge', 'part-2'],
      'forcing-lie': ['lie', 'part-2'],
      'step-loss': ['paper', 'part-2'],
      'exposure-aloud': ['aloud', 'part-2'],
    },
  ],
  [
    () => import('./mistakes'),
    {
      'wrong-weights': ['wrong', 'part-1'],
      'wrong-gates': ['wrong', 'part-1'],
      'wrong-printout': ['wrong', 'part-2'],
    },
  ],
  [
    () => import('./sampling'),
    {
      'epsilon-paper': ['paper', 'part-3'],
      quarter: ['trap', 'part-3'],
      'wrong-coin': ['wrong', 'part-3'],
      'curve-order': ['sorting', 'part-3'],
      'first-coin': ['edge', 'part-3'],
    },
  ],
  [
    () => import('./copying'),
    {
      'mixture-paper': ['paper', 'part-3'],
      'unknown-word': ['rule-out', 'part-3'],
      'repeated-word': ['predict', 'part-3'],
    },
  ],
  [
    () => import('./program'),
    {
      'biggest-module': ['predict', 'part-4'],
      'double-it': ['tradeoff', 'part-4'],
      'where-seen': ['sorting', 'part-4'],
      'learning-rate': ['break', 'part-4'],
      'final-loss': ['trap', 'part-4'],
      'watch-loss': ['watch', 'part-4'],
      'fair-start': ['given', 'project'],
      'one-seed': ['counterexample', 'project'],
    },
  ],
  [
    () => import('./recap'),
    {
      'connect-symbols': ['connect', 'recap'],
      'recap-lie': ['lie', 'recap'],
      'attention-aloud': ['aloud', 'recap'],
    },
  ],
];

async function make(room: Room, name: MomentName, tools: Tools): Promise<Instance> {
  const { made } = await room().catch((error: Error) => {
    throw Object.assign(new Error(`A script of the question could not be loaded: ${error.message}`), {
      code: 'file_missing',
    });
  });
  const found = made.find((one) => one.name === name);
  if (!found) throw new Error(`There is no moment ${name} in its room.`);
  return found.make(tools);
}

export const moments: readonly Moment[] = rooms
  .flatMap(([room, named]) =>
    Object.entries(named).map(([key, [kind, part]]) => {
      const name = key as MomentName;
      return { name, kind, part, make: (tools: Tools) => make(room, name, tools) };
    }),
  )
  .sort((one, other) => parts.indexOf(one.part) - parts.indexOf(other.part));

export const momentNamed = (name: string) => moments.find((moment) => moment.name === name);
