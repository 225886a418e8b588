import pLimit from 'p-limit';
import { untilAborted } from '../../../core/deadline.ts';
import { AudiobookError } from '../../../core/errors.ts';
import { dependencyVersion } from '../../dependency-version.ts';
import type { ReadWords } from '../../natural/phonemes/espeak-word.ts';
import type { EnginePool } from '../engine-pool.ts';

/** espeak-ng reads a sentence in a fraction of the time in which a natural voice speaks it. */
const readersAtOnce = 2;

/**
 * Returns a reader of words with the build of espeak-ng in JavaScript, or undefined when it is not installed. The installed program
 * does not return its words.
 */
export async function wordReader(pool: EnginePool): Promise<ReadWords | undefined> {
  if ((await dependencyVersion('@echogarden/espeak-ng-emscripten')) === undefined) return undefined;
  const limit = pLimit(readersAtOnce);
  return async (voice, text, signal) => {
    const reading = limit(async () => await pool.ask({ task: 'espeak-words', voice, text }, signal));
    const reply = await untilAborted(reading, signal);
    if ('words' in reply) return reply.words;
    throw new AudiobookError('internal', "The speech engine replied to 'espeak-words' without words.");
  };
}
