import type { Settings } from '../../core/settings.ts';
import type { Voice } from '../../speech/provider.ts';
import { withProviderId } from '../../speech/call/provider-errors.ts';
import { chooseProvider, notAvailable } from '../open/choose-provider.ts';

/** Voices of one provider for one language. */
export interface VoiceList {
  readonly provider: string;
  /** The requested language. Empty for all languages. */
  readonly language: string;
  readonly defaultVoice?: string | undefined;
  readonly voices: readonly Voice[];
}

/** A filter of voices. */
export interface VoiceQuery {
  readonly provider?: string | undefined;
  /** BCP-47 code. Default: all languages. */
  readonly language?: string | undefined;
  /** Receives the terms of the provider, before its service is asked. */
  readonly warn?: ((message: string) => void) | undefined;
}

/** Returns the voices of a provider for a language. Throws `provider-unavailable`, or what the provider throws. */
export async function listVoices(
  { provider: id, language = '', warn }: VoiceQuery,
  settings: Settings,
  signal: AbortSignal,
): Promise<VoiceList> {
  const chosen = await chooseProvider(id, settings, signal);
  if (chosen.description.terms !== undefined) warn?.(chosen.description.terms);
  await using provider = chosen.provider;
  const voices = await provider.voices(language, signal).catch(async (error: unknown) => {
    const availability = await provider.availability(signal);
    throw availability.available ? withProviderId(error, provider.id) : notAvailable(provider.id, availability);
  });
  const defaultVoice = language === '' ? undefined : await provider.defaultVoice(language, signal);
  return { provider: provider.id, language, defaultVoice, voices };
}
