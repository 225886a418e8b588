import type { Settings } from '../../core/settings.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import { chooseProvider } from '../open/choose-provider.ts';
import { withLexicon } from '../../speech/with-lexicon.ts';
import { loadLexicon } from '../open/load-lexicon.ts';
import type { LexiconSource } from '../open/load-lexicon.ts';

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
