import type { Snapshot } from '../../wasm/client';
import type { Strings } from '../strings/en';
import type { Line } from './listing-text';
import type { Run } from './run';
import type { SettingsForm } from './settings-form';

/** What the program's pictures are drawn from, and what they may ask for. */
export interface ProgramView {
  run: Run;
  form: SettingsForm;
  strings: Strings;
  /** The model on show: the epoch looked back at, the newest, or what was drawn at build time. */
  shown: Snapshot;
  /** False while the newest model is followed. */
  lookingBack: boolean;
  /** The group of program lines that is lit up. */
  lit: Line['about'] | null;
  has: (control: string) => boolean;
  canStep: boolean;

  toggle: () => void;
  step: () => void;
  reset: () => void;
  lookAt: (epoch: number) => void;
  follow: () => void;
  light: (lines: Line['about'] | null) => void;
}
