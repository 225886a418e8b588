import { concatPcm } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import { toAudiobookError } from '../../core/errors.ts';
import { halveText } from '../../text/halve-text.ts';

/** Speaks a text, and its halves one after the other when the service says that the text, or a sentence in it, is too long. */
export async function synthesizeInParts(
  text: string,
  speak: (text: string) => Promise<Pcm>,
  isTooLong: (message: string) => boolean,
): Promise<Pcm> {
  try {
    return await speak(text);
  } catch (thrown) {
    const { code, retryable, message } = toAudiobookError(thrown);
    const halves = code === 'provider-failed' && !retryable && isTooLong(message) ? halveText(text) : undefined;
    if (!halves) throw thrown;
    return concatPcm([
      await synthesizeInParts(halves[0], speak, isTooLong),
      await synthesizeInParts(halves[1], speak, isTooLong),
    ]);
  }
}
