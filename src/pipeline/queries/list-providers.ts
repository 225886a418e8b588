import { toAudiobookError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import type { ProviderDescription, TextLimit } from '../../speech/provider.ts';
import { providers } from '../../speech/registry.ts';

/** A speech provider and its current availability. */
export interface ProviderStatus {
  readonly id: string;
  /** Neutral id (docs/specification.md, "Speech providers"). */
  readonly alias?: string;
  readonly kind: string;
  readonly about: string;
  readonly available: boolean;
  /** Why it is not available. */
  readonly reason?: string;
  readonly limit: TextLimit;
  /** Default voice for English. */
  readonly defaultVoice?: string;
}

/** Returns all speech providers with their availability, checked concurrently. */
export async function listProviders(settings: Settings, signal: AbortSignal): Promise<readonly ProviderStatus[]> {
  return await Promise.all(providers.map((description) => statusOf(description, settings, signal)));
}

async function statusOf(
  { id, aliases, kind, description: about, limit, create }: ProviderDescription,
  settings: Settings,
  signal: AbortSignal,
): Promise<ProviderStatus> {
  const described = { id, kind, about, limit, ...(aliases[0] !== undefined && { alias: aliases[0] }) };
  try {
    await using provider = await create(settings);
    const availability = await provider.availability(signal);
    const defaultVoice = provider.defaultVoice('en');
    return {
      ...described,
      available: availability.available,
      ...(!availability.available && { reason: availability.reason }),
      ...(defaultVoice !== undefined && { defaultVoice }),
    };
  } catch (thrown) {
    // One invalid setting must not hide the other providers.
    return { ...described, available: false, reason: toAudiobookError(thrown).message };
  }
}
