import type { AttentionScore } from '../../wasm/client';
import type { Stage } from './settings';

export type Given = 'h' | 's' | 'Wh' | 'Ws' | 'v';
/** What each score reads. */
export const givensOf: Record<AttentionScore, readonly Given[]> = {
  bahdanau: ['h', 's', 'v', 'Wh', 'Ws'],
  luong_dot: ['h', 's'],
  luong_general: ['h', 's', 'Wh'],
};

/** The class of colour of what is given and what is computed. */
export const quantities: Record<Given | Stage, string> = {
  h: 'h',
  s: 's',
  v: 'v',
  Wh: 'h',
  Ws: 's',
  Wh_h: 'h',
  Ws_s: 's',
  sum: 'v',
  tanh: 'v',
  energy: 'alpha',
  alpha: 'alpha',
  context: 'c',
};
