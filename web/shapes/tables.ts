// The numbers of <s2s-shapes> as tables, for the reader and for CSV.
import type { ForwardCost, ParameterCounts } from '../../wasm/client';
import { shapeText } from '../lib/format';
import type { Table } from '../lib/table';
import type { Strings } from '../strings/en';
import { find } from './graph';

export function tensorTable({ tensors }: ForwardCost, strings: Strings): Table {
  const { table } = strings.shapes;
  return {
    columns: [table.name, table.symbol, table.torch, table.axes, table.shape, table.times, table.bytes],
    rows: tensors.map(({ name, shape, times, bytes }) => {
      const item = find(name);
      const [symbol, torch, axes] =
        item?.kind === 'tensor' ? [item.symbol, item.torch, shapeText(item.axes)] : ['', '', ''];
      return [name, symbol, torch, axes, shapeText(shape), times, bytes];
    }),
  };
}

export function weightTable({ parameters }: ForwardCost, strings: Strings): Table {
  const { table } = strings.shapes;
  return {
    columns: [table.name, table.shape, table.bytes],
    rows: parameters.map(({ name, shape, bytes }) => [name, shapeText(shape), bytes]),
  };
}

export function costTable(cost: ForwardCost, counts: ParameterCounts, strings: Strings): Table {
  const words = strings.shapes;
  return {
    columns: [words.table.what, words.table.name, words.table.count],
    rows: [
      ...counts.modules.map(({ name, count }) => [words.parameters, name, count] as const),
      [words.parameters, words.encoder, counts.encoder],
      [words.parameters, words.decoder, counts.decoder],
      [words.parameters, words.total, counts.total],
      ...memoryKinds.map((kind) => [words.memoryTitle, words.memoryKinds[kind], cost[kind]] as const),
      [words.memoryTitle, words.total, cost.totalBytes],
      ...cost.multiplyAdds.map(({ name, count }) => [words.workTitle, name, count] as const),
      [words.workTitle, words.total, cost.forward],
      [words.step, words.total, cost.trainingStep],
    ],
  };
}

export const memoryKinds = ['parameterBytes', 'gradientBytes', 'optimizerBytes', 'activationBytes'] as const;
