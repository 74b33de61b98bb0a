// What the two lanes show, as the engine gives it, and which cells of it differ. Nothing is computed from the numbers.
import type { DecodedStep, Engine, EngineSession } from '../../wasm/client';

export type Lane = 'forced' | 'free';
export const laneNames: readonly Lane[] = ['forced', 'free'];

/** A token that the reader feeds to a lane at a step, counted from 0. */
export interface PutIn {
  lane: Lane;
  step: number;
  token: string;
}

export interface Likely {
  token: string;
  probability: number;
}

export interface LaneStep {
  input: string;
  prediction: string;
  /** The likeliest first. */
  top: Likely[];
  /** EOS was predicted here or before. */
  ended: boolean;
}

export interface LanesView {
  source: string[];
  /** With its EOS: as many tokens as there are steps. */
  target: string[];
  forced: LaneStep[];
  free: LaneStep[];
  /** Between the two lanes' decoder states after each step. */
  distances: number[];
  /** What both lanes are fed first. */
  begin: string;
  /** Every token a lane can be fed. */
  vocabulary: string[];
  /** The predictions of both lanes where the reader puts nothing in. */
  plain: Record<Lane, string[]>;
}

/** Both lanes of one pair, fed what the reader puts in. */
export async function readLanes(
  engine: Engine,
  session: EngineSession,
  pair: { source: string; target: string },
  putIns: readonly PutIn[],
): Promise<LanesView> {
  const decode = (lane: Lane, list: readonly PutIn[]) => {
    const inputs: (string | null)[] = [];
    for (const one of list) {
      if (one.lane !== lane) continue;
      while (inputs.length <= one.step) inputs.push(null);
      inputs[one.step] = one.token;
    }
    const regime = lane === 'forced' ? 'teacher' : 'free';
    return session.decodeSteps(pair.source, { target: pair.target, regime, inputs });
  };
  const predictions = (steps: readonly DecodedStep[]) => steps.map((step) => step.prediction);
  const forced = await decode('forced', putIns);
  const free = await decode('free', putIns);
  const states = [forced, free].map(({ steps }) => steps.map((step) => step.state)) as [number[][], number[][]];
  const touched = (lane: Lane) => putIns.some((one) => one.lane === lane);
  return {
    source: forced.source,
    target: forced.target,
    forced: forced.steps.map(shown),
    free: free.steps.map(shown),
    distances: await engine.stateDistances(...states),
    begin: (putIns.some((one) => one.step === 0) ? await decode('free', []) : free).steps[0]!.input,
    vocabulary: await session.labels(),
    plain: {
      forced: predictions(touched('forced') ? (await decode('forced', [])).steps : forced.steps),
      free: predictions(touched('free') ? (await decode('free', [])).steps : free.steps),
    },
  };
}

const shown = ({ input, prediction, top, ended }: DecodedStep): LaneStep => ({ input, prediction, top, ended });

/** The first step at which the lanes are fed different tokens; -1 where there is none. */
export const parting = (view: LanesView) => view.free.findIndex((step, t) => step.input !== view.forced[t]?.input);

/** The step whose EOS ends the free run under the stop rule; -1 where it meets none. */
export const stopStep = (view: LanesView) => view.free.findIndex((step) => step.ended);

/** What the free run writes under the stop rule, EOS not shown. */
export function written(view: LanesView): string[] {
  const end = stopStep(view);
  return (end < 0 ? view.free : view.free.slice(0, end)).map((step) => step.prediction);
}

/** How many predictions of `lane` from `step` on are other ones than without what was put in. */
export const changed = (view: LanesView, lane: Lane, step: number) =>
  view[lane].filter((one, t) => t >= step && one.prediction !== view.plain[lane][t]).length;

/** As attributes and addresses carry it: "free 2 7" is token 7 fed to the free lane at its second step. */
export function parsePutIns(text: string): PutIn[] {
  return text.split(';').flatMap((one) => {
    const [, lane, step, token] = /^\s*(forced|free)\s+(\d+)\s+(\S+)\s*$/.exec(one) ?? [];
    return lane && step && token && Number(step) > 0 ? [{ lane: lane as Lane, step: Number(step) - 1, token }] : [];
  });
}
export const writePutIns = (list: readonly PutIn[]) =>
  list.map(({ lane, step, token }) => `${lane} ${step + 1} ${token}`).join('; ');
