import type { Pcm } from '../../core/pcm.ts';
import { halveText } from '../../text/cut/halve-text.ts';
import { joinSpeech } from '../words/join-speech.ts';
import type { SpokenPassage } from '../words/join-speech.ts';
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
    const [first, second] = halves;
    return joinParts(
      { text: first, pcm: await synthesizeInParts(first, synthesize) },
      { text: second, pcm: await synthesizeInParts(second, synthesize) },
    );
  }
}

/** Returns the audio of two parts of a text as one. Throws `SpoiledAudioError` when their sample rates differ: one is wrong. */
export function joinParts(first: SpokenPassage, second: SpokenPassage): Pcm {
  const [one, other] = [first.pcm.sampleRate, second.pcm.sampleRate];
  if (one === other) return joinSpeech([first, second]);
  throw new SpoiledAudioError(
    `The two halves of a text have different sample rates: ${one} and ${other} samples per second.`,
  );
}
