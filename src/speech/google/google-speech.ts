import type { TextToSpeechClient, protos } from '@google-cloud/text-to-speech';
import { untilAborted } from '../../core/deadline.ts';
import type { Pcm } from '../../core/pcm.ts';
import { readWavResponse } from '../call/read-wav-response.ts';
import type { SpeechRequest } from '../provider.ts';
import type { TimingClient } from './google-client.ts';
import { googleFailure } from './google-failure.ts';
import { googleLocale, localeOfVoice } from './google-voices.ts';

/** That of most voices. The service converts the others, in Hz. */
export const googleSampleRate = 24_000;

/** A client of either version. Only that of the newer one returns time points. */
export type GoogleClient = TextToSpeechClient | TimingClient;

type Answer = Partial<protos.google.cloud.texttospeech.v1beta1.ISynthesizeSpeechResponse>;

/** The input to speak: text, or SSML whose marks are to be timed. */
export type SpeechInput = { readonly text: string } | { readonly ssml: string };

/** Speech, and when its marks are reached. */
export interface GoogleSpeech {
  readonly pcm: Pcm;
  readonly timepoints: Answer['timepoints'];
}

/** A text for a voice, and the Gemini model that speaks in its place. */
export interface GoogleRequest extends SpeechRequest {
  readonly model?: string | undefined;
}

/** Sends one request for speech. Throws as `googleFailure` and `readWavResponse` do. */
export async function googleSpeech(
  client: GoogleClient,
  input: SpeechInput,
  { voice, language, speed, delivery, model, signal }: GoogleRequest,
): Promise<GoogleSpeech> {
  const languageCode = localeOfVoice(voice) ?? googleLocale(language);
  const request = {
    input: delivery === undefined ? input : { ...input, prompt: delivery },
    // The service rejects a language other than the voice's own. Gemini models have voices without one.
    voice: model ? { languageCode, name: shortName(voice), modelName: model } : { languageCode, name: voice },
    audioConfig: {
      audioEncoding: 'LINEAR16' as const,
      sampleRateHertz: googleSampleRate,
      ...(speed !== undefined && { speakingRate: speed }),
    },
    ...('ssml' in input && { enableTimePointing: ['SSML_MARK'] }),
  };
  // Unlike `client.synthesizeSpeech`, the inner call can be canceled.
  const call = client.innerApiCalls['synthesizeSpeech']?.(request, callOptions);
  const cancel = (): void => call.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const [{ audioContent, timepoints }] = await untilAborted<[Answer]>(call, signal);
    const bytes = audioContent instanceof Uint8Array ? audioContent : new Uint8Array();
    return { pcm: readWavResponse(bytes, 'Google Text-to-Speech'), timepoints };
  } catch (thrown) {
    throw googleFailure(thrown, signal);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function shortName(voice: string): string {
  return voice.slice(voice.lastIndexOf('-') + 1);
}

/** Turns the SDK's retries off, and its deadline longer than ours, which depends on the text. */
const callOptions = { timeout: 24 * 60 * 60 * 1000, retry: null };
