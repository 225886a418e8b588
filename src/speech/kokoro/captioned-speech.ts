import { z } from 'zod';
import { AudiobookError } from '../../core/errors.ts';
import type { Pcm } from '../../core/pcm.ts';
import { httpCall } from '../call/http-call.ts';
import { httpFailure } from '../call/http-failure.ts';
import type { FailedResponse } from '../call/http-failure.ts';
import { readWavResponse } from '../call/read-wav-response.ts';
import { parseJson } from '../../core/http/parse-json.ts';
import { findWords } from '../words/find-words.ts';
import { withWords } from '../words/with-words.ts';
import type { KokoroAddresses } from './kokoro-addresses.ts';

const captionsSchema = z.object({
  audio: z.base64(),
  // In seconds. Null for languages whose words the server cannot time, such as Japanese.
  timestamps: z
    .array(z.object({ word: z.string(), start_time: z.number() }))
    .nullish()
    .catch(null),
});

/** The request failed in a way that says nothing of speech without captions. */
class CaptionsError extends AudiobookError {
  /** Whether the server has no captions at all. */
  readonly isMissing: boolean;

  constructor(isMissing: boolean) {
    super('provider-failed', 'The server did not return captioned speech.');
    this.isMissing = isMissing;
  }
}

/** Servers without captions, so that they are not asked for them with every text. */
const plainServers = new WeakSet<KokoroAddresses>();

/**
 * Returns speech with the times of its words where the server returns them (`/dev/captioned_speech`), or undefined when speech
 * alone must be asked for. `json` is the body of a request for speech. Throws as `httpCall` and `readWavResponse` do.
 */
export async function captionedSpeech(
  server: KokoroAddresses,
  json: Readonly<Record<string, unknown>>,
  { text, signal }: { readonly text: string; readonly signal: AbortSignal },
): Promise<Pcm | undefined> {
  if (plainServers.has(server)) return undefined;
  const serviceName = `Kokoro at ${server.base}`;
  try {
    const request = { serviceName, signal, json: { ...json, return_timestamps: true }, failure };
    const bytes = await httpCall(server.captionedSpeech, request);
    const captions = captionsSchema.safeParse(parseJson(new TextDecoder().decode(bytes))).data;
    if (!captions) return undefined;
    const pcm = readWavResponse(Buffer.from(captions.audio, 'base64'), serviceName);
    const words = (captions.timestamps ?? []).map(({ word, start_time: seconds }) => ({
      text: word,
      // The server cuts the silence at the beginning, and times with it.
      sample: Math.max(0, Math.round(seconds * pcm.sampleRate)),
    }));
    return withWords(pcm, text, findWords(text, words));
  } catch (thrown) {
    if (!(thrown instanceof CaptionsError)) throw thrown;
    if (thrown.isMissing) plainServers.add(server);
    return undefined;
  }
}

/** The path is under development and missing in older servers. A failure inside the server may be one of the captions. */
function failure(response: FailedResponse): AudiobookError {
  const { status } = response;
  const isMissing = status === 404 || status === 405 || status === 501;
  return isMissing || status === 500 ? new CaptionsError(isMissing) : httpFailure(response);
}
