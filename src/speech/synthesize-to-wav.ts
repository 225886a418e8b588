import { AudiobookError, toAudiobookError } from '../core/errors.ts';
import { encodeWav } from '../core/wav.ts';
import { writeFileAtomic } from '../core/files/atomic-file.ts';
import { SpoiledAudioError } from './call/provider-errors.ts';
import { VoiceMemory } from './check/voice-memory.ts';
import { pacePrior } from './check/pace-prior.ts';
import { synthesizeInTime } from './call/synthesize-in-time.ts';
import { voiceFacts } from './provider.ts';
import type { SpeechProvider } from './provider.ts';

/** Options of `synthesizeToWav`. */
export interface SynthesizeToWavOptions {
  /** Default: the provider's best voice for the language. */
  readonly voice?: string | undefined;
  /** BCP-47 code. Default: `en`. */
  readonly language?: string | undefined;
  /** Time for a short text, in seconds; grows with the text. Default: `TTS_TIMEOUT`, otherwise 60. */
  readonly timeoutSeconds?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Receives the error before `false` is returned. */
  readonly onError?: ((error: AudiobookError) => void) | undefined;
}

/**
 * Synthesizes a text within the provider's limit to a WAV file, which is complete or absent, and returns whether it
 * succeeded (docs/specification.md, "Speech providers"). Sends one request, without retries.
 */
export async function synthesizeToWav(
  provider: SpeechProvider,
  text: string,
  file: string,
  { onError, ...options }: SynthesizeToWavOptions = {},
): Promise<boolean> {
  try {
    await writeFileAtomic(file, await synthesizeWav(provider, text, options));
    return true;
  } catch (thrown) {
    onError?.(toAudiobookError(thrown));
    return false;
  }
}

async function synthesizeWav(
  provider: SpeechProvider,
  text: string,
  { language = 'en', timeoutSeconds, signal = new AbortController().signal, ...options }: SynthesizeToWavOptions,
): Promise<Uint8Array> {
  const voice = options.voice ?? (await provider.defaultVoice(language, signal));
  if (voice === undefined) throw new AudiobookError('bad-value', `'${provider.id}' has no voice for '${language}'.`);
  const { nature, timeoutMs: ownTimeoutMs } = voiceFacts(provider, voice);
  const memory = new VoiceMemory({ prior: pacePrior(provider.id, voice), nature });
  const time = { timeoutMs: timeoutSeconds === undefined ? ownTimeoutMs : timeoutSeconds * 1000, voice: memory };
  const pcm = await synthesizeInTime(provider, { text, voice, language, signal }, time);
  const { speech, problem: soundProblem } = memory.measure(text, pcm);
  const problem = soundProblem ?? memory.judge({ text, language, speech })?.message;
  if (problem !== undefined) throw new SpoiledAudioError(`${provider.id}: ${problem}`);
  return encodeWav(pcm);
}
