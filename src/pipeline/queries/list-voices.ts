import type { Settings } from '../../core/settings.ts';
import type { Voice } from '../../speech/provider.ts';
import { chooseProvider, notAvailable } from '../tools/choose-provider.ts';

export interface VoiceList {
  readonly provider: string;
  /** The language asked for; empty for all. */
  readonly language: string;
  readonly defaultVoice?: string;
  readonly voices: readonly Voice[];
}

/** The voices of the chosen provider for a language. Throws `provider-unavailable` when it is, else what the provider throws. */
export async function listVoices(
  { provider: wanted, language }: { readonly provider?: string | undefined; readonly language: string },
  settings: Settings,
  signal: AbortSignal,
): Promise<VoiceList> {
  const chosen = await chooseProvider(wanted, settings, signal);
  await using provider = chosen.provider;
  const voices = await provider.voices(language, signal).catch(async (error: unknown) => {
    const availability = await provider.availability(signal);
    throw availability.available ? error : notAvailable(provider.id, availability);
  });
  const defaultVoice = language === '' ? undefined : provider.defaultVoice(language);
  return { provider: provider.id, language, ...(defaultVoice !== undefined && { defaultVoice }), voices };
}
