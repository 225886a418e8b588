import pLimit from 'p-limit';
import { untilAborted } from '../../../core/deadline.ts';
import { dependencyVersion } from '../../dependency-version.ts';
import type { EspeakReader, EspeakWord } from '../../natural/phonemes/espeak-reader.ts';
import type { EnginePool } from '../engine-pool.ts';
import type { EngineRequest } from '../engine-protocol.ts';

/** espeak-ng reads a sentence in a fraction of the time in which a natural voice speaks it. */
const readersAtOnce = 2;

/**
 * Returns a reader of texts with the build of espeak-ng in JavaScript, or undefined when it is not installed. The installed program
 * does not return its words.
 */
export async function openEspeakReader(pool: EnginePool): Promise<EspeakReader | undefined> {
  if ((await dependencyVersion('@echogarden/espeak-ng-emscripten')) === undefined) return undefined;
  const limit = pLimit(readersAtOnce);
  const ask = async <Result>(request: EngineRequest, signal: AbortSignal): Promise<Result> =>
    await untilAborted(
      limit(async () => await pool.ask<Result>(request, signal)),
      signal,
    );
  return {
    readWords: async (voice, text, signal) =>
      await ask<readonly EspeakWord[]>({ task: 'espeak-words', voice, text }, signal),
    readSounds: async (voice, texts, signal) =>
      await ask<readonly string[]>({ task: 'espeak-sounds', voice, texts }, signal),
  };
}
