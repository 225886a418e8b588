import { timedChapter } from '../../timed-text/timed-chapter.ts';
import type { TimeRange, TimedChapter } from '../../timed-text/timed-chapter.ts';
import type { Assembly } from './assemble.ts';

/** Returns the planned chapters with the time of each sentence. Needs a plan by sentence. */
export function timedChapters(assembly: Assembly): TimedChapter[] {
  const { planned, chapters, samples, sampleRate, sounds } = assembly;
  const heard = (index: number): TimeRange | undefined => {
    const sound = sounds.get(index);
    if (!sound || sound.endSample <= sound.startSample) return undefined;
    return { startSeconds: sound.startSample / sampleRate, endSeconds: sound.endSample / sampleRate };
  };
  return planned.map(({ title, blocks, segments }, place) =>
    timedChapter({
      title,
      blocks,
      startSeconds: (chapters[place]?.startSample ?? samples) / sampleRate,
      endSeconds: (chapters[place + 1]?.startSample ?? samples) / sampleRate,
      parts: segments.flatMap(({ index, text, sentence }) =>
        sentence ? [{ text, block: sentence.block, sentence: sentence.number, heard: heard(index) }] : [],
      ),
    }),
  );
}
