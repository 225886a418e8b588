import pLimit from 'p-limit';
import { untilAborted } from '../../../core/deadline.ts';
import { AudiobookError } from '../../../core/errors.ts';
import { dependencyVersion } from '../../dependency-version.ts';
import type { EspeakReader } from '../../natural/phonemes/espeak-reader.ts';
import type { EngineReply } from '../engine-process.ts';
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
  const ask = async (request: EngineRequest, signal: AbortSignal): Promise<EngineReply> =>
    await untilAborted(
      limit(async () => await pool.ask(request, signal)),
      signal,
    );
  return {
    async readWords(voice, text, signal) {
      const reply = await ask({ task: 'espeak-words', voice, text }, signal);
      if ('words' in reply) return reply.words;
      throw new AudiobookError('internal', "The speech engine replied to 'espeak-words' without words.");
    },
    async readSounds(voice, texts, signal) {
      const reply = await ask({ task: 'espeak-sounds', voice, texts }, signal);
      if ('sounds' in reply) return reply.sounds;
      throw new AudiobookError('internal', "The speech engine replied to 'espeak-sounds' without sounds.");
    },
  };
}
