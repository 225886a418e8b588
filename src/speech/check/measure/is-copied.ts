import type { Pcm } from '../../../core/pcm.ts';
import { frameSeconds } from './frame-levels.ts';
import { similarity } from './similarity.ts';

/** A span of sound and where it may be heard again, in frames of 10 ms. */
export interface RepeatedSpan {
  readonly from: number;
  /** End of its sound. */
  readonly to: number;
  readonly again: number;
}

/** Time by which the copy is found, and the range in which it is looked for: sound begins anywhere in a frame. */
const windowSeconds = 0.05;
const maxShiftFrames = 2;
/** Similarity of samples with their copy, after a codec too. A voice that says a word twice stays far below it. */
const minSimilarity = 0.95;

/** Reports whether a span of sound is there again sample for sample, as services send it that repeat a part by mistake. */
export function isCopied({ samples, sampleRate }: Pcm, { from, to, again }: RepeatedSpan): boolean {
  const frame = frameSeconds * sampleRate;
  const span = samples.subarray(Math.round(from * frame), Math.round(to * frame));
  const window = span.subarray(0, Math.round(windowSeconds * sampleRate));
  const middle = Math.round(again * frame);
  const maxShift = Math.round(maxShiftFrames * frame);
  let most = 0;
  let copyStart = middle;
  for (let start = Math.max(0, middle - maxShift); start <= middle + maxShift; start += 1) {
    const found = similarity(window, samples.subarray(start, start + window.length));
    if (found <= most) continue;
    most = found;
    copyStart = start;
  }
  const copy = samples.subarray(copyStart, copyStart + span.length);
  return most > minSimilarity && copy.length === span.length && similarity(span, copy) > minSimilarity;
}
