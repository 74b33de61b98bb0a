// What is said aloud of a stage: one sentence with its numbers.
import { fixed, grouped } from '../lib/format';
import { weightText } from '../lib/place';
import type { InsideWords } from '../strings/inside';
import { type ShownStep, type Stage, scientific } from './stage-view';

export function saidOf(next: ShownStep, stage: Stage, pair: number, { said }: InsideWords, lang: string): string {
  const { weight, report, rows, tensors } = next;
  const steps = rows[pair]?.steps ?? [];
  switch (stage) {
    case 'forward':
      return said.forward(rows.length, steps.length, steps[0]?.truth ?? '', fixed(steps[0]?.probability ?? Number.NaN));
    case 'loss':
      return said.loss(fixed(report.loss), grouped(report.tokens, lang));
    case 'backward': {
      const largest = tensors.reduce((most, tensor) => (tensor.gradient > most.gradient ? tensor : most));
      return said.backward(scientific(report.gradientNorm), largest.name, scientific(largest.gradient));
    }
    case 'update': {
      const shape = tensors.find(({ name }) => name === weight.tensor)?.shape ?? [];
      const name = weightText(weight.tensor, shape, weight.index);
      return said.update(name, fixed(weight.before, 6), fixed(weight.after, 6));
    }
  }
}
