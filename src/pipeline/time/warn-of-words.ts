import type { SpeechProvider } from '../../speech/provider.ts';
import { wordsIn } from '../../speech/words/words-in.ts';
import type { ConversionRequest } from '../conversion.ts';
import type { Segment } from '../plan/plan.ts';
import type { VoiceCast } from '../cast/cast-voices.ts';
import type { Assembly } from '../encode/assemble.ts';

/** The provider and voices of the book, and the log for warnings. */
interface SpeakingTools {
  readonly provider: SpeechProvider;
  readonly cast: Pick<VoiceCast, 'speakerOf'>;
  readonly warn: (message: string) => void;
}

/** Warns once when times of words are missing that the service could have returned: they are estimated then. */
export function warnOfWords(
  { readAlong }: Pick<ConversionRequest, 'readAlong'>,
  { planned, sounds }: Pick<Assembly, 'planned' | 'sounds'>,
  { provider, cast, warn }: SpeakingTools,
): void {
  if (readAlong !== 'word') return;
  const timed = planned
    .flatMap(({ segments }) => segments)
    .filter((segment) => sounds.has(segment.index) && provider.facts?.(cast.speakerOf(segment).voice).wordTimes)
    // A word alone begins with its sentence.
    .filter(({ text }) => wordsIn(text).length > 1);
  const untimed = timed.filter(({ index }) => sounds.get(index)?.words === undefined);
  if (untimed.length === 0) return;
  warn(
    `The times of the words of ${sentencesIn(untimed)} of ${sentencesIn(timed)} sentences are estimated: ${provider.id} did not return them, ` +
      'returned impossible ones, or the speech was stored by a run without --read-along word.',
  );
}

function sentencesIn(segments: readonly Segment[]): number {
  return segments.reduce((sum, { sentences = [] }) => sum + Math.max(1, sentences.length), 0);
}
