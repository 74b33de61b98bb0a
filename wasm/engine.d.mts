// Types of the module that emcc builds from bindings.cpp. Only session.ts, the loaders and the benchmarks touch it.
import type { Snapshot, Trace, Translation } from './protocol';

/** What a call gives, or the Error (name, code, message) that it ended with: returned, not thrown. */
export type Outcome<T> = T | Error;

/** A session inside the module's memory: `open` or `load` once, `delete()` frees it. */
export interface RawHandle {
  open(configuration: string): Outcome<void>;
  openWithPairs(configuration: string, pairs: string | Uint8Array): Outcome<void>;
  load(file: Uint8Array): Outcome<void>;
  loadWithPairs(file: Uint8Array, pairs: string | Uint8Array): Outcome<void>;
  save(resumable: boolean): Outcome<Uint8Array<ArrayBuffer>>;
  importWeights(file: Uint8Array): Outcome<void>;
  state(): Outcome<string>;
  finished(): Outcome<boolean>;
  parameterCount(): Outcome<number>;
  configure(name: string, json: string): Outcome<void>;
  reset(): Outcome<void>;
  /** Stops at the end of an epoch. Nine numbers a step, in the order of protocol.ts's StepReport. */
  train(steps: number): Outcome<number[]>;
  /** How many parts the next step has. */
  parts(): Outcome<number>;
  computePart(part: number): Outcome<Uint8Array<ArrayBuffer>>;
  putPart(part: number, bytes: Uint8Array): Outcome<void>;
  /** The step, from parts that were all computed or put in; nine numbers, as train gives. */
  finishParts(): Outcome<number[]>;
  /** Back to before a step that parts were computed of; nothing where there is none. */
  giveUpStep(): Outcome<void>;
  snapshot(): Outcome<Snapshot>;
  translate(text: string): Outcome<Translation>;
  translations(text: string, count: number): Outcome<Translation[]>;
  everyTranslation(text: string, count: number): Outcome<Translation[]>;
  /** The listener gets the fraction done; by answering false it ends the work. It must not throw. */
  evaluatePart(part: string, listener: (fraction: number) => boolean): Outcome<string>;
  evaluatePairs(pairs: string | Uint8Array, listener: (fraction: number) => boolean): Outcome<string>;
  partSize(part: string): Outcome<number>;
  corpusReport(): Outcome<string>;
  pytorchProgram(weightsFile: string): Outcome<string>;
  dump(source: string, target: string): Outcome<Uint8Array<ArrayBuffer>>;
  checkGradients(source: string, target: string, entries: number, tolerance: number): Outcome<string>;
  traceWatched(regime: string, gradients: boolean): Outcome<Trace>;
  traceTexts(regime: string, source: string, target: string, gradients: boolean): Outcome<Trace>;
  decodeSteps(requestJson: string): Outcome<string>;
  brokenVariant(requestJson: string): Outcome<string>;
  nextStep(requestJson: string): Outcome<string>;
  labels(source: string): Outcome<string[]>;
  delete(): void;
}

export interface RawModule {
  Handle: new () => RawHandle;
  version(): Outcome<string>;
  fields(): Outcome<string>;
  lesson(): Outcome<string>;
  attentionInput(seedJson: string, sourceLength: number, hiddenSize: number): Outcome<string>;
  attentionContext(requestJson: string): Outcome<string>;
  attentionSteps(inputJson: string, score: string): Outcome<string>;
  tasks(): Outcome<string>;
  bleu(requestJson: string): Outcome<string>;
  schedule(requestJson: string): Outcome<string>;
  coins(requestJson: string): Outcome<string>;
  copyMixture(requestJson: string): Outcome<string>;
  stateDistances(requestJson: string): Outcome<string>;
  parameterCounts(V: number, E: number, H: number): Outcome<string>;
  forcingComparison(firstSeedJson: string, seeds: number): Outcome<string>;
  joinedComparisons(requestJson: string): Outcome<string>;
  forwardCost(B: number, S: number, T: number, E: number, H: number, V: number): Outcome<string>;
  memory(): { inUse: number; total: number };
}

// Not in WebAssembly's own types: a project for Node alone has none.
export interface ModuleOptions {
  instantiateWasm(imports: object, done: (instance: object) => void): object;
}

export default function createEngine(options: ModuleOptions): Promise<RawModule>;
