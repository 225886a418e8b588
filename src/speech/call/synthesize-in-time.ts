import type { Pcm } from '../../core/pcm.ts';
import type { SpeechProvider, SpeechRequest } from '../provider.ts';
import type { VoiceMemory } from '../check/voice-memory.ts';
import { SpoiledAudioError, withProviderId } from './provider-errors.ts';
import { withServiceDeadline } from './with-service-deadline.ts';

/** Time that requests may take. */
export interface RequestTime {
  /** Time for a short text, in milliseconds. */
  readonly timeoutMs: number;
  /** Estimates how long a text takes to speak. */
  readonly voice: Pick<VoiceMemory, 'expectedSeconds'>;
}

/**
 * Sends one request to a provider with a deadline that grows with the time the text takes to speak. No other code sets a
 * deadline for speech. Throws `OverloadedError` when the time is up, `SpoiledAudioError` for a sample rate that is not the
 * service's, and what the provider throws.
 */
export async function synthesizeInTime(
  provider: SpeechProvider,
  request: SpeechRequest,
  { timeoutMs, voice }: RequestTime,
): Promise<Pcm> {
  const { text, language, signal } = request;
  const synthesize = async (limited: AbortSignal): Promise<Pcm> => {
    try {
      return await provider.synthesize({ ...request, signal: limited });
    } catch (thrown) {
      throw withProviderId(thrown, provider.id);
    }
  };
  const pcm = await withServiceDeadline(synthesize, {
    ms: deadlineMs(timeoutMs, voice.expectedSeconds(text, language)),
    serviceName: `Speech provider '${provider.id}'`,
    signal,
  });
  requireSampleRate(pcm, provider);
  return pcm;
}

/** Returns the time for a text that takes this many seconds to speak. `timeoutMs` is the time for a short text. */
export function deadlineMs(timeoutMs: number, expectedSeconds: number): number {
  return timeoutMs * (1 + expectedSeconds / 30);
}

/** A header that names another rate than the service has is wrong, or the sound is: most answers having it proves nothing. */
function requireSampleRate(pcm: Pcm, provider: SpeechProvider): void {
  const { sampleRate = pcm.sampleRate } = provider.capabilities;
  if (pcm.sampleRate === sampleRate) return;
  provider.onSpoiled?.(pcm);
  throw new SpoiledAudioError(
    `${provider.id}: The audio has ${pcm.sampleRate} samples per second instead of ${sampleRate}.`,
  );
}
