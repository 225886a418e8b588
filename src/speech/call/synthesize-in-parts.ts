import { toAudiobookError } from '../../core/errors.ts';
import { concatPcm } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import { halveText } from '../../text/halve-text.ts';

/**
 * Synthesizes a text, or its halves one after the other when the service reports that the text or a sentence in it is too long.
 * For limits that cannot be known before the request; the known ones are kept by the plan.
 */
export async function synthesizeInParts(
  text: string,
  synthesize: (text: string) => Promise<Pcm>,
  isTooLong: (message: string) => boolean,
): Promise<Pcm> {
  try {
    return await synthesize(text);
  } catch (thrown) {
    const { code, retryable, message } = toAudiobookError(thrown);
    const halves = code === 'provider-failed' && !retryable && isTooLong(message) ? halveText(text) : undefined;
    if (!halves) throw thrown;
    return concatPcm([
      await synthesizeInParts(halves[0], synthesize, isTooLong),
      await synthesizeInParts(halves[1], synthesize, isTooLong),
    ]);
  }
}
