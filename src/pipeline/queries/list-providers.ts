import { toAudiobookError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import type { ProviderDescription, TextLimit } from '../../speech/provider.ts';
import { providers } from '../../speech/registry.ts';

/** A speech provider and its current availability. */
export interface ProviderStatus {
  readonly id: string;
  /** Neutral id (docs/specification.md, "Speech providers"). */
  readonly alias?: string | undefined;
  readonly kind: string;
  readonly about: string;
  readonly available: boolean;
  /** Why it is not available. */
  readonly reason?: string | undefined;
  readonly limit: TextLimit;
  /** Default voice for English. */
  readonly defaultVoice?: string | undefined;
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
  const described = { id, kind, about, limit, alias: aliases[0] };
  try {
    await using provider = await create(settings);
    const availability = await provider.availability(signal);
    const reason = availability.available ? undefined : availability.reason;
    const { available } = availability;
    return { ...described, available, reason, defaultVoice: provider.defaultVoice('en') };
  } catch (thrown) {
    // One invalid setting must not hide the other providers.
    return { ...described, available: false, reason: toAudiobookError(thrown).message };
  }
}
