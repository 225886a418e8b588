import type { Setting, Settings } from '../../core/settings.ts';
import type { Availability, ProviderDescription, SpeechProvider } from '../../speech/provider.ts';
import { UnavailableError } from '../../speech/call/provider-errors.ts';
import { findProvider, providers } from '../../speech/registry.ts';

/** Setting of the default speech provider. */
export const providerSetting: Setting = {
  name: 'TTS_PROVIDER',
  description: 'speech provider; unset: kokoro when its server responds, otherwise embedded',
};

/** An open speech provider and how it was chosen. */
export interface ChosenProvider {
  readonly description: ProviderDescription;
  readonly provider: SpeechProvider;
  /** Whether the program chose it because no provider was named. */
  readonly byDefault: boolean;
}

const preferredDefault = 'kokoro';
const fallback = 'embedded';

/**
 * Opens the provider `id`, otherwise `TTS_PROVIDER`, otherwise kokoro when its server responds, otherwise embedded
 * (docs/specification.md, "Speech providers"). A named provider is never replaced. Throws `bad-value` for an unknown id.
 */
export async function chooseProvider(
  id: string | undefined,
  settings: Settings,
  signal: AbortSignal,
): Promise<ChosenProvider> {
  const named = id ?? settings.get(providerSetting);
  if (named !== undefined) {
    const description = findProvider(named);
    return { description, provider: await description.create(settings), byDefault: false };
  }
  const local = providers.find((entry) => entry.id === preferredDefault);
  if (local) {
    const provider = await local.create(settings);
    const { available } = await provider.availability(signal);
    if (available) return { description: local, provider, byDefault: true };
    await provider[Symbol.asyncDispose]();
  }
  const description = findProvider(fallback);
  return { description, provider: await description.create(settings), byDefault: true };
}

/** Reports whether a provider, by id or alias, is a service on the network. Throws `bad-value` for an unknown id. */
export function isHostedProvider(id: string): boolean {
  return findProvider(id).kind === 'hosted';
}

/** Reports whether two names, ids or aliases, are of one provider. Throws `bad-value` for an unknown one. */
export function isSameProvider(name: string, other: string): boolean {
  return findProvider(name) === findProvider(other);
}

/** Returns the error for an unavailable provider (docs/specification.md, "Speech providers"). */
export function notAvailable(id: string, availability: Availability): UnavailableError {
  const reason = availability.available ? 'unknown reason' : availability.reason;
  return new UnavailableError(id, reason);
}

/** Returns the ids of providers, by ids or aliases; of all without names. Throws `bad-value` for an unknown one. */
export function providerIds(names: readonly string[] = providers.map(({ id }) => id)): readonly string[] {
  return [...new Set(names.map((name) => findProvider(name).id))];
}
