// The numbers of stages and rules as tables: what the CSV files hold, whole.
import type { SessionState } from '../../wasm/client';
import type { Table } from '../lib/table';
import type { InsideWords } from '../strings/inside';
import { weightRows } from './one-weight';
import type { Rules } from './rules';
import type { ShownStep } from './stage-view';

export const stepsTable = ({ rows }: ShownStep): Table => ({
  columns: ['pair', 'step', 'fed', 'own', 'truth', 'prediction', 'logit', 'probability', 'loss'],
  rows: rows.flatMap((row, pair) =>
    row.steps.map((step, at) => [
      pair + 1,
      at + 1,
      step.input,
      step.own ? 1 : 0,
      step.truth,
      step.prediction ?? '',
      step.logit ?? '',
      step.probability,
      step.loss,
    ]),
  ),
});

export const tensorsTable = ({ tensors }: ShownStep): Table => ({
  columns: ['tensor', 'shape', 'weight_norm', 'gradient_norm', 'update_norm'],
  rows: tensors.map(({ name, shape, weight, gradient, change }) => [name, shape.join(' '), weight, gradient, change]),
});

export const weightTable = (next: ShownStep, state: SessionState, words: InsideWords): Table => ({
  columns: ['quantity', 'value', 'how'],
  rows: weightRows({ next, state, words }).map(({ name, number, how }) => [name, number, how]),
});

export const rulesTable = ({ rules }: Rules): Table => ({
  columns: ['rule', 'step', 'measured', 'off_by', 'allowed', 'holds'],
  rows: rules.flatMap(({ name, measured, holds }) =>
    measured.map(({ step, values, off, allowed }) => [
      name,
      step < 0 ? '' : step + 1,
      values.join(' '),
      off,
      allowed,
      holds ? 1 : 0,
    ]),
  ),
});

export const shapesTable = ({ shapes }: Rules): Table => ({
  columns: ['tensor', 'expected', 'found', 'holds'],
  rows: shapes.map(({ name, expected, found, holds }) => [name, expected.join(' '), found.join(' '), holds ? 1 : 0]),
});
