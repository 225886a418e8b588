import { sentenceTexts } from '../../text/sentences-in-segments.ts';
import { timedChapter } from '../../timed-text/timed-chapter.ts';
import type { SpokenPart } from '../../timed-text/timed-chapter.ts';
import type { Assembly } from '../encode/assemble.ts';
import type { NumberedTimedChapter, SentenceTimes } from './sentence-times.ts';
import type { SegmentSound } from '../encode/recording.ts';
import { countWordTimes } from '../../timed-text/read-along/by-unit.ts';
import type { ConversionRequest } from '../conversion.ts';
import { bookChoices } from '../options/reading-options.ts';
import type { Segment } from '../plan/plan.ts';
import { isTimed } from '../plan/plan-options.ts';
import { sentenceTimes } from './sentence-times.ts';

/** Returns the planned chapters with their numbers in the book and the time of each sentence. */
export function timedChapters(assembly: Assembly): NumberedTimedChapter[] {
  const { planned, chapters, samples, sampleRate, sounds } = assembly;
  const secondsAt = (sample: number): number => sample / sampleRate;
  return planned.map(({ number, title, blocks, segments }, place) => ({
    number,
    ...timedChapter({
      title,
      blocks,
      startSeconds: (chapters[place]?.startSample ?? samples) / sampleRate,
      endSeconds: (chapters[place + 1]?.startSample ?? samples) / sampleRate,
      parts: segments.flatMap((segment) => spokenParts(segment, sounds.get(segment.index), secondsAt)),
    }),
  }));
}

/** Returns the sentences of a segment, and when they and their words are heard; without times where it has no sound. */
export function spokenParts(
  { text, sentences = [] }: Pick<Segment, 'text' | 'sentences'>,
  sound: SegmentSound | undefined,
  secondsAt: (sample: number) => number,
): SpokenPart[] {
  const texts = sentenceTexts(text, sentences);
  return sentences.map(({ block, number, offset }, index) => {
    const part = { block, sentence: number, text: texts[index] ?? '' };
    const range = sound?.sentences?.[index];
    if (!range || range.end <= range.start) return part;
    const words = (sound.words ?? []).filter((word) => isWithin(word.offset, offset, sentences[index + 1]?.offset));
    return {
      ...part,
      heard: { startSeconds: secondsAt(range.start), endSeconds: secondsAt(range.end) },
      ...(words.length > 0 && {
        words: words.map((word) => ({ offset: word.offset - offset, startSeconds: secondsAt(word.sample) })),
      }),
    };
  });
}

function isWithin(offset: number, from: number, to = Infinity): boolean {
  return offset >= from && offset < to;
}

/** Returns when each sentence of a book file is heard. Undefined for several files, and where no times were asked for. */
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
