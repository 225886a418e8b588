import type { PollyClient, SynthesizeSpeechCommandInput } from '@aws-sdk/client-polly';
import { untilAborted } from '../../core/deadline.ts';
import { SpoiledAudioError } from '../call/provider-errors.ts';
import { pollyFailure } from './polly-failure.ts';

/** The service, for messages. */
export const pollyName = 'Amazon Polly';

/** Sends one request and returns the whole answer. Throws as `pollyFailure` says. */
export async function sendToPolly(
  client: PollyClient,
  input: SynthesizeSpeechCommandInput,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { SynthesizeSpeechCommand } = await import('@aws-sdk/client-polly');
  try {
    const { AudioStream } = await untilAborted(
      client.send(new SynthesizeSpeechCommand(input), { abortSignal: signal }),
      signal,
    );
    if (!AudioStream) throw new SpoiledAudioError(`${pollyName} answered with nothing.`);
    return await untilAborted(AudioStream.transformToByteArray(), signal);
  } catch (thrown) {
    throw pollyFailure(thrown, pollyName, signal);
  }
}
