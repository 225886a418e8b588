import { timedChapter } from '../../timed-text/timed-chapter.ts';
import type { SpokenPart } from '../../timed-text/timed-chapter.ts';
import type { Assembly } from '../encode/assemble.ts';
import type { NumberedTimedChapter } from './sentence-times.ts';
import type { SegmentSound } from '../encode/recorded-part.ts';

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
