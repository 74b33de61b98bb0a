// What became of own pairs when they were read.
import type { CorpusReport, EngineSession } from '../../wasm/client';

/** What reading own pairs met, and into how many they were split. */
export interface OwnPairs extends CorpusReport {
  train: number;
  validation: number;
  test: number;
}

export async function readingOf(session: EngineSession): Promise<OwnPairs> {
  const [train, validation, test] = await Promise.all(
    (['train', 'validation', 'test'] as const).map((part) => session.partSize(part)),
  );
  return { ...(await session.corpusReport()), train: train!, validation: validation!, test: test! };
}
