import { timedChapter } from '../../timed-text/timed-chapter.ts';
import type { SpokenPart } from '../../timed-text/timed-chapter.ts';
import type { Assembly } from '../encode/assemble.ts';
import type { NumberedTimedChapter, SentenceTimes } from './sentence-times.ts';
import type { SegmentSound } from '../encode/recording.ts';
import { countWordTimes } from '../../timed-text/read-along/by-unit.ts';
import type { ConversionRequest } from '../conversion.ts';
import { bookChoices } from '../options/reading-options.ts';
import { isTimed } from '../plan/plan-options.ts';
import { sentenceTimes } from './sentence-times.ts';

/** Returns the planned chapters with their numbers in the book and the time of each sentence. Needs a plan by sentence. */
export function timedChapters(assembly: Assembly): NumberedTimedChapter[] {
  const { planned, chapters, samples, sampleRate, sounds } = assembly;
  const heard = (index: number): HeardPart | undefined => {
    const sound = sounds.get(index);
    return sound && heardPart(sound, (sample) => sample / sampleRate);
  };
  return planned.map(({ number, title, blocks, segments }, place) => ({
    number,
    ...timedChapter({
      title,
      blocks,
      startSeconds: (chapters[place]?.startSample ?? samples) / sampleRate,
      endSeconds: (chapters[place + 1]?.startSample ?? samples) / sampleRate,
      parts: segments.flatMap(({ index, text, sentence }) =>
        sentence ? [{ text, block: sentence.block, sentence: sentence.number, ...heard(index) }] : [],
      ),
    }),
  }));
}

type HeardPart = Pick<SpokenPart, 'heard' | 'words'>;

/** Returns when a segment and its words are heard, or undefined without a sound. */
export function heardPart(
  { startSample, endSample, words = [] }: SegmentSound,
  secondsAt: (sample: number) => number,
): HeardPart | undefined {
  if (endSample <= startSample) return undefined;
  return {
    heard: { startSeconds: secondsAt(startSample), endSeconds: secondsAt(endSample) },
    ...(words.length > 0 && {
      words: words.map(({ offset, sample }) => ({ offset, startSeconds: secondsAt(sample) })),
    }),
  };
}

/** Returns when each sentence of a book file is heard. Undefined for several files, and when segments are not sentences. */
export function reportTimes(
  request: ConversionRequest,
  assembly: Assembly,
  language: string,
): SentenceTimes | undefined {
  if (request.oneBook !== undefined || !isTimed(request)) return undefined;
  const chapters = timedChapters(assembly);
  const words = request.readAlong === 'word' ? countWordTimes(chapters, language) : undefined;
  return sentenceTimes(chapters, bookChoices(request), words);
}
