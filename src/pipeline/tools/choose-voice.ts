import { AudiobookError } from '../../core/errors.ts';
import type { SpeechProvider } from '../../speech/provider.ts';

/** Returns the named voice, else the provider's default for the language. Throws `bad-value` when it has none. */
export async function chooseVoice(
  provider: SpeechProvider,
  {
    voice,
    language,
    signal,
  }: { readonly voice?: string | undefined; readonly language: string; readonly signal: AbortSignal },
): Promise<string> {
  const chosen = voice ?? (await provider.defaultVoice(language, signal));
  if (chosen !== undefined) return chosen;
  throw new AudiobookError(
    'bad-value',
    `Speech provider '${provider.id}' has no voice for the language '${language}'. Choose a voice, or another provider.`,
  );
}
