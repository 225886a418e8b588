import type { Pcm } from '../../core/pcm.ts';
import { halveText } from '../../text/cut/halve-text.ts';
import { joinSpeech } from '../words/join-speech.ts';
import type { SpokenPassage } from '../words/join-speech.ts';
import type { ServiceHabits } from '../provider.ts';
import { SpoiledAudioError, TextTooLongError } from './provider-errors.ts';

/**
 * Synthesizes a text, or its halves one after the other when `synthesize` throws a `TextTooLongError`. For limits that cannot
 * be known before the request; the known ones are kept by the plan. A length that was refused once is not sent again.
 */
export async function synthesizeInParts(
  text: string,
  synthesize: (text: string) => Promise<Pcm>,
  habits: Pick<ServiceHabits, 'refusedLength'> = {},
): Promise<Pcm> {
  const { refusedLength = Infinity } = habits;
  const known = text.length >= refusedLength ? halveText(text) : undefined;
  if (known) return await inHalves(known, synthesize, habits);
  try {
    return await synthesize(text);
  } catch (thrown) {
    const halves = thrown instanceof TextTooLongError ? halveText(text) : undefined;
    if (!halves) throw thrown;
    const pcm = await inHalves(halves, synthesize, habits);
    // Only now is it proved that the length was at fault.
    habits.refusedLength = Math.min(text.length, habits.refusedLength ?? Infinity);
    return pcm;
  }
}

async function inHalves(
  [first, second]: readonly [string, string],
  ...how: [(text: string) => Promise<Pcm>, Pick<ServiceHabits, 'refusedLength'>]
): Promise<Pcm> {
  return joinParts(
    { text: first, pcm: await synthesizeInParts(first, ...how) },
    { text: second, pcm: await synthesizeInParts(second, ...how) },
  );
}

/** Returns the audio of two parts of a text as one. Throws `SpoiledAudioError` when their sample rates differ: one is wrong. */
export function joinParts(first: SpokenPassage, second: SpokenPassage): Pcm {
  const [one, other] = [first.pcm.sampleRate, second.pcm.sampleRate];
  if (one === other) return joinSpeech([first, second]);
  throw new SpoiledAudioError(
    `The two halves of a text have different sample rates: ${one} and ${other} samples per second.`,
  );
}
