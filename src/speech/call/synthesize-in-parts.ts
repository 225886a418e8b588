import { concatPcm } from '../../core/pcm.ts';
import type { Pcm } from '../../core/pcm.ts';
import { halveText } from '../../text/halve-text.ts';
import { SpoiledAudioError, TextTooLongError } from './provider-errors.ts';

/**
 * Synthesizes a text, or its halves one after the other when `synthesize` throws a `TextTooLongError`. For limits that cannot
 * be known before the request; the known ones are kept by the plan.
 */
export async function synthesizeInParts(text: string, synthesize: (text: string) => Promise<Pcm>): Promise<Pcm> {
  try {
    return await synthesize(text);
  } catch (thrown) {
    const halves = thrown instanceof TextTooLongError ? halveText(text) : undefined;
    if (!halves) throw thrown;
    return joinParts(await synthesizeInParts(halves[0], synthesize), await synthesizeInParts(halves[1], synthesize));
  }
}

/** Returns the audio of two parts of a text as one. Throws `SpoiledAudioError` when their sample rates differ: one is wrong. */
export function joinParts(first: Pcm, second: Pcm): Pcm {
  if (first.sampleRate === second.sampleRate) return concatPcm([first, second]);
  const rates = `${first.sampleRate} and ${second.sampleRate}`;
  throw new SpoiledAudioError(`The two halves of a text have different sample rates: ${rates} samples per second.`);
}
