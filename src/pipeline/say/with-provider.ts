import type { Settings } from '../../core/settings.ts';
import type { SpeechProvider, SpeechRequest } from '../../speech/provider.ts';
import { chooseProvider } from '../open/choose-provider.ts';
import { withLexicon } from '../../speech/with-lexicon.ts';
import { loadLexicon } from '../open/load-lexicon.ts';
import type { LexiconSource } from '../open/load-lexicon.ts';
import { AudiobookError } from '../../core/errors.ts';

/** The provider of a text that is spoken or read once. */
export interface ProviderChoice {
  readonly provider?: string | undefined;
  readonly lexicons?: readonly LexiconSource[] | undefined;
  /** Receives the terms of the provider. */
  readonly warn?: ((message: string) => void) | undefined;
  readonly signal: AbortSignal;
}

/** Opens a provider with the pronunciations of a user for a function, and closes it afterwards. Throws as `chooseProvider` and `loadLexicon` do. */
export async function withProvider<T>(
  { provider: id, lexicons, warn, signal }: ProviderChoice,
  settings: Settings,
  use: (provider: SpeechProvider) => Promise<T>,
): Promise<T> {
  const plain = await chooseProvider(id, settings, signal);
  await using provider = plain.provider;
  if (plain.description.terms !== undefined) warn?.(plain.description.terms);
  const lexicon = await loadLexicon(lexicons);
  return await use(lexicon ? withLexicon(provider, lexicon) : provider);
}

/** Throws `bad-value` for a voice that is given text. */
export function requirePhonemes(provider: SpeechProvider, voice: string): void {
  if (provider.phonemes && provider.facts?.(voice).readsIpa) return;
  throw new AudiobookError('bad-value', `The voice '${voice}' is given text, not phonemes. Choose a voice of Kokoro.`);
}

/** Returns what a voice is given for a text, an utterance a line: phonemes, or the text itself where it has no reader for the language. */
export async function voicePhonemes(provider: SpeechProvider, request: SpeechRequest): Promise<string> {
  return (await provider.phonemes?.(request)) ?? request.text;
}
