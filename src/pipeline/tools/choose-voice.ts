import { AudiobookError } from '../../core/errors.ts';
import type { SpeechProvider } from '../../speech/provider.ts';

/** Returns the named voice, else the provider's default for the language. Throws `bad-value` when it has none. */
export function chooseVoice(provider: SpeechProvider, voice: string | undefined, language: string): string {
  const chosen = voice ?? provider.defaultVoice(language);
  if (chosen !== undefined) return chosen;
  throw new AudiobookError(
    'bad-value',
    `Speech provider '${provider.id}' has no voice for the language '${language}'. Choose a voice, or another provider.`,
  );
}
