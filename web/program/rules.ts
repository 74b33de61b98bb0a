// The build rules, measured on the watched pair by the engine: shapes, sums, masks, and what reads what. Here numbers
// are only compared with what is allowed.
import type { Engine, EngineSession, SessionState, Trace } from '../../wasm/client';
import { expectedShape, type Sizes } from './notation';

export type RuleName =
  | 'shapes'
  | 'sum'
  | 'positive'
  | 'mask'
  | 'padding'
  | 'handover'
  | 'previous'
  | 'context'
  | 'count'
  | 'seed';

/** One measurement: of the whole pass, or of a decoder step. What the numbers mean depends on the rule (rules-view.ts). */
export interface Measured {
  step: number; // -1: of the whole pass
  values: readonly (number | string)[];
  /** How far from what must be, and how far it may be. */
  off: number;
  allowed: number;
}
export interface Rule {
  name: RuleName;
  measured: Measured[];
  holds: boolean;
}
export interface ShapeRow {
  name: string;
  times: number; // so many decoder steps have it
  expected: number[];
  found: number[];
  holds: boolean;
}
export interface Rules {
  rules: Rule[];
  shapes: ShapeRow[];
  sizes: Sizes;
}

/** Where rounding is all that may be between two numbers of size 1: eight times float32's step. */
const rounding = 1e-6;
const places = 2; // of padding, put behind the pair to see what it does

/** `repeatable`: nothing was changed during the run, so the same configuration trained anew must end alike. */
export async function measureRules(
  engine: Engine,
  session: EngineSession,
  state: SessionState,
  repeatable: boolean,
): Promise<Rules> {
  const [trace, labels] = [await session.trace('teacher'), await session.labels()];
  const model = state.configuration.model as { attention: string; copy: string } & Record<string, number | string>;
  const V = labels.length;
  const sizes: Sizes = {
    B: 1,
    S: trace.source.length,
    E: Number(model.embedding_size),
    H: Number(model.hidden_size),
    V,
    X: model.copy === 'off' ? V : Math.max(V, ...trace.source.map((id) => id + 1)),
  };
  const shapes = shapesOf(trace, sizes);
  const attends = model.attention !== 'none';
  const rules = [
    rule('shapes', [
      {
        step: -1,
        values: [shapes.filter(({ holds }) => holds).length, shapes.length],
        off: shapes.filter(({ holds }) => !holds).length,
        allowed: 0,
      },
    ]),
    ...(attends ? await attentionRules(engine, session, trace, sizes, state) : []),
    await padding(engine, session, trace),
    rule('handover', [await handover(engine, trace, sizes)]),
    ...(attends && model.copy === 'off' && model.attention === 'bahdanau' ? [await count(engine, state, sizes)] : []),
    ...(repeatable ? [await sameSeed(engine, state)] : []),
  ];
  return { rules, shapes, sizes };
}

const rule = (name: RuleName, measured: Measured[]): Rule => ({
  name,
  measured,
  holds: measured.every(({ off, allowed }) => off <= allowed), // NaN does not
});

function shapesOf(trace: Trace, sizes: Sizes): ShapeRow[] {
  const rows = new Map<string, ShapeRow>();
  for (const { name, shape } of trace.tensors) {
    const expected = expectedShape(name, sizes);
    const holds = expected.length === shape.length && expected.every((size, axis) => size === shape[axis]);
    const row = rows.get(name);
    if (row && (row.holds ? holds : true)) row.times += 1;
    else rows.set(name, { name, times: 1, expected, found: shape, holds });
  }
  return [...rows.values()];
}

/** How far numbers are from numbers, one by one. */
const between = (engine: Engine, ones: readonly number[], others: readonly number[]) =>
  engine.stateDistances(
    ones.map((value) => [value]),
    others.map((value) => [value]),
  );

const valuesOf = (trace: Trace, name: string, step = -1) => [
  ...(trace.tensors.find((tensor) => tensor.name === name && tensor.step === step)?.values ?? []),
];

async function attentionRules(
  engine: Engine,
  session: EngineSession,
  trace: Trace,
  { S, H }: Sizes,
  state: SessionState,
): Promise<Rule[]> {
  const h = valuesOf(trace, 'enc.out');
  const steps = trace.inputs.map((_, step) => step);
  const contexts = await Promise.all(
    steps.map((step) => engine.attentionContext({ h, alpha: valuesOf(trace, 'dec.alpha', step) })),
  );
  const apart = await engine.stateDistances(
    contexts.map(({ context }) => context),
    steps.map((step) => valuesOf(trace, 'dec.context', step)),
  );
  const sums = contexts.map(({ alphaSum }) => alphaSum);
  const fromOne = await between(
    engine,
    sums,
    sums.map(() => 1),
  );
  const smallest = Math.min(...steps.flatMap((step) => valuesOf(trace, 'dec.alpha', step)));
  const rules = [
    rule(
      'sum',
      sums.map((sum, step) => ({ step, values: [sum], off: fromOne[step] ?? Number.NaN, allowed: rounding })),
    ),
    rule('positive', [{ step: -1, values: [smallest], off: Math.max(0, -smallest), allowed: 0 }]),
    rule('context', [{ step: -1, values: [Math.max(...apart)], off: Math.max(...apart), allowed: rounding * H }]),
  ];
  const { paddingWeight: weight } = await session.nextStep({ padding: places });
  const unmasked = await session.brokenVariant('padding_unmasked', { sourcePadding: places });
  const theirs = unmasked.tensors
    .filter(({ name }) => name === 'dec.alpha')
    .flatMap((tensor) => tensor.theirs.filter((_, at) => at % (S + places) >= S));
  rules.push(rule('mask', [{ step: -1, values: [weight, Math.max(...theirs)], off: weight, allowed: 0 }]));
  if ((state.configuration.model as { attention: string }).attention === 'bahdanau') {
    rules.push(rule('previous', [await previous(engine, session, trace)]));
  }
  return rules;
}

/**
 * The trace's energies are made of the state before the step, its weights are what the model used: softmax must lead from
 * one to the other. Beside it, how far the weights of a model are that reads the state after the step.
 */
async function previous(engine: Engine, session: EngineSession, trace: Trace): Promise<Measured> {
  const steps = trace.inputs.map((_, step) => step);
  const weights = steps.map((step) => valuesOf(trace, 'dec.alpha', step));
  const { tensors } = await session.brokenVariant('state_after_step');
  const after = tensors.filter(({ name }) => name === 'dec.alpha');
  const [ours, theirs] = await Promise.all([
    Promise.all(steps.map((step) => softmaxOf(engine, valuesOf(trace, 'dec.energy', step)))).then((softmax) =>
      engine.stateDistances(softmax, weights),
    ),
    engine.stateDistances(
      after.map((tensor) => tensor.ours),
      after.map((tensor) => tensor.theirs),
    ),
  ]);
  const off = Math.max(...ours);
  return { step: -1, values: [off, Math.max(...theirs)], off, allowed: rounding };
}

/** As dot-product attention over states of one number each: the energies are those numbers. */
async function softmaxOf(engine: Engine, energies: number[]): Promise<number[]> {
  const input = { sourceLength: energies.length, hiddenSize: 1, h: energies, s: [1], Wh: [1], Ws: [1], v: [1] };
  return (await engine.attentionSteps(input, 'luong_dot')).alpha;
}

async function padding(engine: Engine, session: EngineSession, trace: Trace): Promise<Rule> {
  const { paddingLoss: loss, steps } = await session.nextStep({ padding: places });
  const alone = trace.target.map((_, at) => valuesOf(trace, 'dec.loss', at)[0] ?? Number.NaN);
  const beside = [...steps.loss.slice(0, alone.length)]; // the watched pair is the first row
  const change = Math.max(...(await between(engine, beside, alone)));
  const counted = await session.brokenVariant('padding_in_loss', { targetPadding: places });
  const both = counted.tensors.find(({ name }) => name === 'loss');
  const [theirs = Number.NaN] = await between(engine, [both?.theirs[0] ?? Number.NaN], [both?.ours[0] ?? Number.NaN]);
  // A padded step costs exactly nothing; beside a longer pair the real ones may round otherwise.
  const strict = loss > 0;
  const off = strict ? loss : change;
  return rule('padding', [{ step: -1, values: [loss, change, theirs], off, allowed: strict ? 0 : rounding }]);
}

async function handover(engine: Engine, trace: Trace, { S, H }: Sizes): Promise<Measured> {
  const last = valuesOf(trace, 'enc.out').slice((S - 1) * H);
  const [off = Number.NaN] = await engine.stateDistances([last], [valuesOf(trace, 'enc.hidden')]);
  return { step: -1, values: [off], off, allowed: 0 };
}

async function count(engine: Engine, state: SessionState, { V, E, H }: Sizes): Promise<Rule> {
  const { encoder, decoder, total } = await engine.parameterCounts(V, E, H);
  const off = Math.abs(total - state.parameterCount);
  return rule('count', [{ step: -1, values: [encoder, decoder, state.parameterCount], off, allowed: 0 }]);
}

async function sameSeed(engine: Engine, state: SessionState): Promise<Rule> {
  const session = await engine.open(state.configuration);
  try {
    const { digest } = state.step > 0 ? await session.train({ steps: state.step }) : await session.state();
    const { seed } = state.configuration.training as { seed: string };
    return rule('seed', [
      { step: -1, values: [seed, state.step, digest], off: digest === state.digest ? 0 : 1, allowed: 0 },
    ]);
  } finally {
    session.dispose().catch(() => {}); // its worker may be gone
  }
}
