import { untilAborted } from '../../core/deadline.ts';
import { AudiobookError, invalidValue } from '../../core/errors.ts';
import { SpoiledAudioError } from '../call/provider-errors.ts';
import type { SpeechRequest, Voice } from '../provider.ts';

/**
 * Returns `bad-value` instead of a permanent failure or of empty audio when the service does not list the voice, otherwise what
 * was thrown. The services have no code for an unknown voice: Azure answers 400, Edge with nothing.
 */
export async function explainUnknownVoice(
  thrown: unknown,
  { voice, signal }: Pick<SpeechRequest, 'voice' | 'signal'>,
  list: () => Promise<readonly Voice[]>,
): Promise<unknown> {
  const isFailure = thrown instanceof AudiobookError && thrown.code === 'provider-failed';
  const mayBeVoice = isFailure && (!thrown.retryable || thrown instanceof SpoiledAudioError);
  if (!mayBeVoice || signal.aborted) return thrown;
  const voices = await untilAborted(list(), signal).catch(() => []);
  if (voices.length === 0 || voices.some(({ id }) => id === voice)) return thrown;
  return invalidValue('voice', voice, 'a name from `audiobook voices`, for example en-US-AvaMultilingualNeural', {
    cause: thrown,
  });
}
