// Types of the module that emcc builds from bindings.cpp. Only session.ts and the loaders touch it.
import type { Snapshot, Trace, Translation } from './protocol';

/** A session inside the module's memory: `delete()` frees it. Every other call throws an Error with name and code. */
export interface RawHandle {
  state(): string;
  finished(): boolean;
  parameterCount(): number;
  configure(name: string, json: string): void;
  reset(): void;
  /** Stops at the end of an epoch. Seven numbers a step, in the order of protocol.ts's StepReport. */
  train(steps: number): Float64Array;
  snapshot(): Snapshot;
  translate(text: string): Translation;
  traceWatched(regime: string): Trace;
  traceTexts(regime: string, source: string, target: string): Trace;
  delete(): void;
}

export interface RawModule {
  open(configuration: string): RawHandle;
  version(): string;
  fields(): string;
  lesson(): string;
  attentionInput(seedJson: string, sourceLength: number, hiddenSize: number): string;
  attentionSteps(inputJson: string, score: string): string;
  parameterCounts(V: number, E: number, H: number): string;
  memory(): { inUse: number; total: number };
}

export interface ModuleOptions {
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): object;
  print?(text: string): void;
  printErr?(text: string): void;
}

export default function createEngine(options: ModuleOptions): Promise<RawModule>;
