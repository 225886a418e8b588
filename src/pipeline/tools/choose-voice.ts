import { AudiobookError } from '../../core/errors.ts';
import type { SpeechProvider } from '../../speech/provider.ts';

/** The voice that was asked for, else the provider's best for the language. Throws `bad-value` when it has none. */
export function chooseVoice(provider: SpeechProvider, wanted: string | undefined, language: string): string {
  const voice = wanted ?? provider.defaultVoice(language);
  if (voice !== undefined) return voice;
  throw new AudiobookError(
    'bad-value',
    `Speech provider '${provider.id}' has no voice for the language '${language}'. Choose a voice, or another provider.`,
  );
}
