import type { Pcm } from '../../../core/pcm.ts';
import { frameSeconds } from './frame-levels.ts';
import { similarity } from './similarity.ts';

/** The range in which the copy is looked for: sound begins anywhere in a frame. */
const maxCopyShiftFrames = 2;

/** Time that shows whether a shift is worth a closer look. A steady tone is like itself at many of them. */
const copyGlance = { seconds: 0.05, minSimilarity: 0.9 };

/** Time by which the best of these shifts is found. */
const copyLookSeconds = 0.4;

/** Similarity of samples with their copy, after a codec too. A voice that says a word twice stays far below it. */
const minCopySimilarity = 0.95;

/** A span of sound and where it may be heard again, in frames of 10 ms. */
export interface RepeatedSpan {
  readonly from: number;
  /** End of its sound. */
  readonly to: number;
  readonly again: number;
}

/** Reports whether a span of sound is there again sample for sample, as services send it that repeat a part by mistake. */
export function isCopied({ samples, sampleRate }: Pcm, { from, to, again }: RepeatedSpan): boolean {
  const frame = frameSeconds * sampleRate;
  const span = samples.subarray(Math.round(from * frame), Math.round(to * frame));
  const beginning = (seconds: number): Int16Array => span.subarray(0, Math.round(seconds * sampleRate));
  const [first, look] = [beginning(copyGlance.seconds), beginning(copyLookSeconds)];
  const similarityAt = (part: Int16Array, start: number): number =>
    similarity(part, samples.subarray(start, start + part.length));
  const middle = Math.round(again * frame);
  const maxShift = Math.round(maxCopyShiftFrames * frame);
  let most = 0;
  let copyStart = middle;
  for (let start = Math.max(0, middle - maxShift); start <= middle + maxShift; start += 1) {
    if (similarityAt(first, start) < copyGlance.minSimilarity) continue;
    const found = similarityAt(look, start);
    if (found <= most) continue;
    most = found;
    copyStart = start;
  }
  const isWhole = copyStart + span.length <= samples.length;
  return most > minCopySimilarity && isWhole && similarityAt(span, copyStart) > minCopySimilarity;
}
