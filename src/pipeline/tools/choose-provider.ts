import type { Setting, Settings } from '../../core/settings.ts';
import type { Availability, ProviderDescription, SpeechProvider } from '../../speech/provider.ts';
import { AudiobookError } from '../../core/errors.ts';
import { findProvider, providers } from '../../speech/registry.ts';

/** The provider that speaks when nobody names one. */
export const providerSetting: Setting = {
  name: 'TTS_PROVIDER',
  description: 'speech provider; unset: kokoro when its server answers, else embedded',
};

export interface ChosenProvider {
  readonly description: ProviderDescription;
  readonly provider: SpeechProvider;
  /** Nobody chose: the program did, and says so. */
  readonly byDefault: boolean;
}

const preferredWhenNobodyChose = 'kokoro';
const alwaysThere = 'embedded';

/**
 * Flag or form field, else `TTS_PROVIDER`, else kokoro when its server answers, else embedded (contract 1).
 * One that somebody chose is never replaced. Throws `bad-value` for an unknown id.
 */
export async function chooseProvider(
  wanted: string | undefined,
  settings: Settings,
  signal: AbortSignal,
): Promise<ChosenProvider> {
  const id = wanted ?? settings.get(providerSetting);
  if (id !== undefined) {
    const description = findProvider(id);
    return { description, provider: await description.create(settings), byDefault: false };
  }
  const local = providers.find((entry) => entry.id === preferredWhenNobodyChose);
  if (local) {
    const provider = await local.create(settings);
    const { available } = await provider.availability(signal);
    if (available) return { description: local, provider, byDefault: true };
    await provider[Symbol.asyncDispose]();
  }
  const description = findProvider(alwaysThere);
  return { description, provider: await description.create(settings), byDefault: true };
}

/** The error for a provider that cannot be used now, in the words of the service document 7.5. */
export function notAvailable(id: string, availability: Availability): AudiobookError {
  const reason = availability.available ? 'unknown reason' : availability.reason;
  const message = `Speech provider '${id}' is not available: ${reason}. Check its configuration and credentials.`;
  return new AudiobookError('provider-unavailable', message);
}
