import { AudiobookError, toAudiobookError } from '../core/errors.ts';
import { encodeWav } from '../core/wav.ts';
import { writeFileAtomic } from '../core/atomic-file.ts';
import { checkAudio } from './call/check-audio.ts';
import { withServiceDeadline } from './call/with-service-deadline.ts';
import type { SpeechProvider } from './provider.ts';
import { SpeakingRate } from './call/speaking-rate.ts';
import { SpoiledAudioError } from './call/spoiled-audio-error.ts';

export interface SynthesizeToWavOptions {
  /** The provider's best for the language when left out. */
  readonly voice?: string;
  /** BCP-47 code; `en` when left out. */
  readonly language?: string;
  /** Time for a short text; 60 s when left out, and more as the text is longer. */
  readonly timeoutSeconds?: number;
  readonly signal?: AbortSignal;
  /** Told why, before `false` is answered. */
  readonly onError?: (error: AudiobookError) => void;
}

/**
 * Speaks a text within the provider's limit into a WAV file, which is there whole or not at all: the operation of
 * service document 2.2. Answers whether it succeeded; asks once, without retries.
 */
export async function synthesizeToWav(
  provider: SpeechProvider,
  text: string,
  file: string,
  { onError, ...options }: SynthesizeToWavOptions = {},
): Promise<boolean> {
  try {
    await writeFileAtomic(file, await speak(provider, text, options));
    return true;
  } catch (thrown) {
    onError?.(toAudiobookError(thrown));
    return false;
  }
}

async function speak(
  provider: SpeechProvider,
  text: string,
  { language = 'en', voice = provider.defaultVoice(language), ...options }: SynthesizeToWavOptions,
): Promise<Uint8Array> {
  const { timeoutSeconds = 60, signal = new AbortController().signal } = options;
  if (voice === undefined) throw new AudiobookError('bad-value', `'${provider.id}' has no voice for '${language}'.`);
  const rate = new SpeakingRate();
  const ms = timeoutSeconds * 1000 * (1 + rate.plausible(text, language).expected / 30);
  const pcm = await withServiceDeadline((limited) => provider.synthesize({ text, voice, language, signal: limited }), {
    ms,
    what: `Speech provider '${provider.id}'`,
    signal,
  });
  const problem = checkAudio(pcm, { text, language, rate });
  if (problem) throw new SpoiledAudioError(`${provider.id}: ${problem.message}`);
  return encodeWav(pcm);
}
