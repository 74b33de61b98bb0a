// The engine called in place, without a worker: what the worker runs, and what Node programs use. Synchronous, with the
// method names of client-api.ts.
import { fileBytes, given, json, listed, listener, optional, pairsOf, pairTexts, text } from './arguments';
import type { Outcome, RawHandle, RawModule } from './engine.d.mts';
import { EngineError } from './errors';
import type {
  AttentionInput,
  AttentionScore,
  AttentionSteps,
  Bleu,
  BleuOptions,
  BrokenVariant,
  BrokenVariantOptions,
  CoinThrow,
  Configuration,
  CopyMixture,
  CopyMixtureInput,
  CorpusReport,
  DecodedSteps,
  DecodeStepsOptions,
  Evaluated,
  EvaluationReport,
  Field,
  FileBytes,
  Forcing,
  ForcingComparison,
  ForwardCost,
  ForwardSizes,
  GradientCheckOptions,
  GradientReport,
  HandContext,
  HandContextInput,
  LessonLine,
  Mistake,
  NextStep,
  NextStepOptions,
  PairOptions,
  Pairs,
  ParameterCounts,
  Part,
  SessionState,
  Snapshot,
  StepReport,
  TaskDescription,
  Trace,
  TraceOptions,
  TrainingProgress,
  Translation,
} from './protocol';
import { type Slice, Slicer } from './slices';
import { parsed, run, whenIdle } from './values';

export class LocalEngine {
  constructor(private readonly module: RawModule) {}

  version(): string {
    return run(() => this.module.version());
  }

  fields(): Field[] {
    return parsed(() => this.module.fields());
  }

  lesson(): LessonLine[] {
    return parsed(() => this.module.lesson());
  }

  attentionInput(seed: string, sourceLength = 3, hiddenSize = 4): AttentionInput {
    return parsed(() => this.module.attentionInput(json({ seed }, 'seed'), Number(sourceLength), Number(hiddenSize)));
  }

  attentionSteps(input: AttentionInput, score: AttentionScore = 'bahdanau'): AttentionSteps {
    return parsed(() => this.module.attentionSteps(json(input), text('score', score)));
  }

  attentionContext(input: HandContextInput): HandContext {
    return parsed(() => this.module.attentionContext(json(input)));
  }

  parameterCounts(V: number, E: number, H: number): ParameterCounts {
    return parsed(() => this.module.parameterCounts(Number(V), Number(E), Number(H)));
  }

  forcingComparison(firstSeed: string, seeds: number): ForcingComparison {
    return parsed(() => this.module.forcingComparison(json({ seed: firstSeed }, 'seed'), Number(seeds)));
  }

  /** Several in one: of single seeds one after the other it is what `forcingComparison` over all of them gives. */
  joinedComparisons(comparisons: readonly ForcingComparison[]): ForcingComparison {
    return parsed(() => this.module.joinedComparisons(json({ comparisons })));
  }

  forwardCost(sizes: ForwardSizes): ForwardCost {
    const { B, S, T, E, H, V } = given('sizes', sizes);
    return parsed(() => this.module.forwardCost(Number(B), Number(S), Number(T), Number(E), Number(H), Number(V)));
  }

  /** What can be learned without own pairs, and with them. */
  tasks(): TaskDescription[] {
    return parsed(() => this.module.tasks());
  }

  /** BLEU of texts, each against one or several references. */
  bleu(hypotheses: string[], references: (string | string[])[], options: BleuOptions = {}): Bleu {
    const texts = { hypotheses: listed('hypotheses', hypotheses), references: listed('references', references) };
    return parsed(() => this.module.bleu(json({ ...options, ...texts })));
  }

  /** The probability of a true token at each of these epochs (or steps, in a run counted in steps). */
  schedule(forcing: Forcing, at: number[]): number[] {
    return parsed(() => this.module.schedule(json({ forcing, at })));
  }

  /** One list a row: true where the decoder is fed its own prediction. The first is always BOS: false. */
  coins(thrown: CoinThrow): boolean[][] {
    return parsed(() => this.module.coins(json(thrown)));
  }

  copyMixture(input: CopyMixtureInput): CopyMixture {
    return parsed(() => this.module.copyMixture(json(input)));
  }

  /** Euclidean distances between two runs' states, over the steps that both have. */
  stateDistances(one: number[][], other: number[][]): number[] {
    return parsed(() => this.module.stateDistances(json({ one, other })));
  }

  open(configuration: Configuration = {}, pairs?: Pairs): Session {
    return this.filled((handle) => {
      if (pairs === undefined) return handle.open(json(configuration));
      return handle.openWithPairs(json(configuration), pairsOf(pairs));
    });
  }

  /**
   * A session from a model file (`exportModel`, or the command line's --out). A resumable one goes on bit for bit. A
   * model of own pairs needs their file again to train on; without it translates all the same.
   */
  load(file: FileBytes, pairs?: Pairs): Session {
    const bytes = fileBytes('the model file', file);
    return this.filled((handle) => {
      return pairs === undefined ? handle.load(bytes) : handle.loadWithPairs(bytes, pairsOf(pairs));
    });
  }

  private filled(fill: (handle: RawHandle) => Outcome<void>): Session {
    return run(() => {
      const handle = new this.module.Handle();
      let outcome: Outcome<void>;
      try {
        outcome = fill(handle);
      } catch (error) {
        handle.delete();
        throw error;
      }
      if (!(outcome instanceof Error)) return new Session(handle);
      handle.delete();
      return outcome;
    });
  }

  /** Bytes in use by live sessions, and bytes that the module holds: what shows a leak. */
  memory(): { inUse: number; total: number } {
    return this.module.memory();
  }
}

export class Session {
  private raw: RawHandle | null;
  private stopping = false;

  constructor(handle: RawHandle) {
    this.raw = handle;
  }

  get finished(): boolean {
    return run(() => this.handle.finished());
  }

  get parameterCount(): number {
    return run(() => this.handle.parameterCount());
  }

  state(): SessionState {
    return parsed(() => this.handle.state());
  }

  /** Trains to the configured end, at most `steps`, or until `pause()` is called by `onProgress`. */
  train(options: { steps?: number; onProgress?: (progress: TrainingProgress) => void } = {}): SessionState {
    const { steps, onProgress } = optional('options', options);
    listener('onProgress', onProgress);
    this.stopping = false;
    const slicer = new Slicer(this, stepLimit(steps));
    while (!slicer.done && !this.stopping) {
      const slice: Slice = { steps: [], snapshots: [] };
      try {
        slicer.run(slice);
      } finally {
        if (slice.steps.length > 0) onProgress?.(progressOf(slice, this.finished));
      }
    }
    return this.state();
  }

  pause(): SessionState {
    this.stopping = true;
    return this.state();
  }

  reset(): SessionState {
    run(() => this.handle.reset());
    return this.state();
  }

  configure(name: string, value: unknown): SessionState {
    run(() => this.handle.configure(text('field name', name), json({ [name]: value }, name)));
    return this.state();
  }

  snapshot(): Snapshot {
    return run(() => this.handle.snapshot());
  }

  translate(source: string): Translation {
    return run(() => this.handle.translate(text('source', source)));
  }

  /** The search's outputs by falling score, at most `count`; the first is translate's. */
  translations(source: string, count: number): Translation[] {
    return run(() => this.handle.translations(text('source', source), Number(count)));
  }

  /**
   * The best of every output that fits into decoding.max_length, without attention: the truth a search is held against.
   * For small vocabularies and lengths; refuses what would take for ever.
   */
  everyTranslation(source: string, count: number): Translation[] {
    return run(() => this.handle.everyTranslation(text('source', source), Number(count)));
  }

  /**
   * How good the model is on a part of its pairs, or on a file of others. In one call: `onProgress` hears the fraction
   * done after each batch, and ends the work (code "cancelled") by returning false.
   */
  evaluate(what: Evaluated = 'test', options: { onProgress?: (fraction: number) => unknown } = {}): EvaluationReport {
    const { onProgress } = optional('options', options);
    listener('onProgress', onProgress);
    let failed = false;
    let failure: unknown;
    const heard = (fraction: number) => {
      try {
        return onProgress?.(fraction) !== false;
      } catch (error) {
        failed = true;
        failure = error; // it may not pass through the engine's frames
        return false;
      }
    };
    const evaluated = () =>
      typeof what === 'string'
        ? this.handle.evaluatePart(what, heard)
        : this.handle.evaluatePairs(pairsOf(given('what is evaluated', what).pairs), heard);
    try {
      const report = parsed<EvaluationReport>(evaluated);
      if (!failed) return report;
    } catch (error) {
      if (!failed) throw error;
    }
    throw failure;
  }

  partSize(part: Part): number {
    return run(() => this.handle.partSize(text('part', part)));
  }

  /** What reading and splitting the pairs met: skipped rows, a guessed separator, repeated sources. */
  corpusReport(): CorpusReport {
    return parsed(() => this.handle.corpusReport());
  }

  /** A PyTorch program that loads `weightsFile` beside it and prints what this model does with its first pairs. */
  pytorchProgram(weightsFile = 'model.safetensors'): string {
    return run(() => this.handle.pytorchProgram(text('the weights file', weightsFile)));
  }

  /** Weights, teacher-forced pass and gradients of a pair as .safetensors, for others' implementations to compare. */
  dump(pair: PairOptions = {}): Uint8Array<ArrayBuffer> {
    const { source, target } = pairTexts(pair);
    return run(() => this.handle.dump(source, target));
  }

  /** The backward pass against finite differences, parameter by parameter. */
  checkGradients(options: GradientCheckOptions = {}): GradientReport {
    const { source, target } = pairTexts(options);
    const { entries = 64, tolerance = 0 } = optional('options', options);
    return parsed(() => this.handle.checkGradients(source, target, Number(entries), Number(tolerance)));
  }

  /** Without a source: the watched pair, the task's first. */
  trace(regime: 'teacher' | 'free', source?: string, target?: string, options: TraceOptions = {}): Trace {
    const gradients = optional('options', options).gradients === true;
    return run(() => {
      if (source === undefined) return this.handle.traceWatched(text('regime', regime), gradients);
      const texts = [text('source', source), text('target', target ?? '')] as const;
      return this.handle.traceTexts(text('regime', regime), ...texts, gradients);
    });
  }

  /** The whole model as one .safetensors file; resumable: with the optimiser's moments and the run's position. */
  exportModel(options: { resumable?: boolean } = {}): Uint8Array<ArrayBuffer> {
    return run(() => this.handle.save(optional('options', options).resumable === true));
  }

  /**
   * Weights alone, under PyTorch's names, from any .safetensors file. All fit, or nothing changes and the error lists
   * every name that does not. The run begins anew from them.
   */
  importWeights(file: FileBytes): SessionState {
    run(() => this.handle.importWeights(fileBytes('the weights file', file)));
    return this.state();
  }

  /** One decode, any step's input put in by hand. Source null: the watched pair, its target included. */
  decodeSteps(source: string | null, options: DecodeStepsOptions = {}): DecodedSteps {
    const from = source === null ? null : text('source', source);
    return parsed(() => this.handle.decodeSteps(json({ ...options, source: from })));
  }

  /** A pass beside the same pass with this mistake in it, tensor by tensor. */
  brokenVariant(mistake: Mistake, options: BrokenVariantOptions = {}): BrokenVariant {
    return parsed(() => this.handle.brokenVariant(json({ ...options, mistake })));
  }

  nextStep(options: NextStepOptions = {}): NextStep {
    return parsed(() => this.handle.nextStep(json(optional('options', options))));
  }

  /** What every id is called; after the vocabulary the words that only this source has. */
  labels(source = ''): string[] {
    return run(() => this.handle.labels(text('source', source)));
  }

  /** Also from within `evaluate`'s onProgress: what is being evaluated is freed when that has ended. */
  dispose(): void {
    const { raw } = this;
    this.raw = null;
    if (raw) whenIdle(() => raw.delete());
  }

  /** Up to `steps` steps, not beyond the end of an epoch. For the slicer. */
  advance(steps: number): StepReport[] {
    return reportsOf(run(() => this.handle.train(steps)));
  }

  /** One step from its parts, computed here or put in; the bits of advance(1). For partner.ts. */
  readonly shared = {
    count: (): number => run(() => this.handle.parts()),
    compute: (part: number): Uint8Array<ArrayBuffer> => run(() => this.handle.computePart(part)),
    put: (part: number, bytes: Uint8Array): void => run(() => this.handle.putPart(part, bytes)),
    finish: (): StepReport => reportsOf(run(() => this.handle.finishParts()))[0]!,
    giveUp: (): void => run(() => this.handle.giveUpStep()),
  };

  private get handle(): RawHandle {
    if (this.raw === null) throw new EngineError('invalid_state', 'This session was disposed; open a new one.');
    return this.raw;
  }
}

function reportsOf(flat: number[]): StepReport[] {
  const reports: StepReport[] = [];
  for (let at = 0; at < flat.length; at += 9) {
    const report: StepReport = {
      step: flat[at]!,
      epoch: flat[at + 1]!,
      epochEnds: flat[at + 2] === 1,
      loss: flat[at + 3]!,
      epsilon: flat[at + 4]!,
      gradientNorm: flat[at + 5]!,
      epochLoss: flat[at + 6]!,
    };
    if (flat[at + 7] === 1) report.validationLoss = flat[at + 8]!;
    reports.push(report);
  }
  return reports;
}

export function progressOf(slice: Slice, finished: boolean, workers: 1 | 2 = 1): TrainingProgress {
  const last = slice.steps.at(-1);
  const state = { step: last ? last.step + 1 : 0, epoch: last ? last.epoch + (last.epochEnds ? 1 : 0) : 0, finished };
  return { steps: slice.steps, snapshots: slice.snapshots, state, workers };
}

export function stepLimit(steps: number | null | undefined): number {
  if (steps === undefined || steps === null) return Number.POSITIVE_INFINITY;
  if (Number.isSafeInteger(steps) && steps >= 0) return steps;
  throw new EngineError('invalid_value', `steps is ${steps}; allowed: a whole number, 0 or more`);
}
