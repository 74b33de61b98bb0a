// What the page and other programs call. client.ts carries it to the worker; node.ts runs it in place.
import type {
  AttentionInput,
  AttentionScore,
  AttentionSteps,
  Configuration,
  Field,
  LessonLine,
  Pairs,
  ParameterCounts,
  SessionState,
  Snapshot,
  Trace,
  TrainingProgress,
  Translation,
} from './protocol';

export interface Engine {
  version(): Promise<string>;
  fields(): Promise<Field[]>;
  lesson(): Promise<LessonLine[]>;
  attentionInput(seed: string, sourceLength?: number, hiddenSize?: number): Promise<AttentionInput>;
  attentionSteps(input: AttentionInput, score?: AttentionScore): Promise<AttentionSteps>;
  parameterCounts(V: number, E: number, H: number): Promise<ParameterCounts>;
  /** Bytes in use by open sessions, and bytes that the engine holds. */
  memory(): Promise<{ inUse: number; total: number }>;
  open(configuration?: Configuration, pairs?: Pairs): Promise<EngineSession>;
  /** Starts a fresh worker after `worker_lost`. Open sessions are gone; open them anew. */
  restart(): Promise<void>;
  /** Called once each time the worker is lost. Returns the undo. */
  onLost(listener: (error: Error) => void): () => void;
  close(): void;
}

export interface EngineSession {
  state(): Promise<SessionState>;
  /** Trains to the configured end or until `pause()`; at most `steps` where given. One progress call a slice. */
  train(options?: { steps?: number; onProgress?: (progress: TrainingProgress) => void }): Promise<SessionState>;
  /** Stops after the slice that is running. */
  pause(): Promise<SessionState>;
  reset(): Promise<SessionState>;
  /** Live fields only, by their table name: configure('training.learning_rate', 0.01). */
  configure(name: string, value: unknown): Promise<SessionState>;
  snapshot(): Promise<Snapshot>;
  translate(text: string): Promise<Translation>;
  trace(regime: 'teacher' | 'free', source?: string, target?: string): Promise<Trace>;
  dispose(): Promise<void>;
}
