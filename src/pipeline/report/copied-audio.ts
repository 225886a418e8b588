import type { PartSpan } from '../../audio/encoding/parts/encoded-part.ts';
import { seconds } from './rounding.ts';

/** The share of the encoded audio that was copied from an earlier result. */
export interface CopiedAudio {
  /** Chapters of which at least a part was encoded. */
  readonly encodedChapters: number;
  /** Length of the audio that was copied. */
  readonly seconds: number;
}

/** Positions of the chapters of a book, in samples. */
interface BookSound {
  readonly chapters: readonly { readonly startSample: number }[];
  readonly samples: number;
  readonly sampleRate: number;
}

/** Returns how much was copied, or undefined when everything was encoded. */
export function copiedAudio(
  spans: readonly PartSpan[],
  { chapters, samples, sampleRate }: BookSound,
): CopiedAudio | undefined {
  const copied = spans.filter(({ isCopied }) => isCopied);
  const encoded = spans.filter(({ isCopied }) => !isCopied);
  if (copied.length === 0) return undefined;
  const encodedChapters = chapters.filter(({ startSample }, index) => {
    const endSample = chapters[index + 1]?.startSample ?? samples;
    return encoded.some((span) => span.startSample < endSample && span.endSample > startSample);
  }).length;
  const copiedSamples = copied.reduce((sum, { startSample, endSample }) => sum + endSample - startSample, 0);
  return { encodedChapters, seconds: seconds(copiedSamples, sampleRate) };
}
