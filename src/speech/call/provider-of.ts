import type { Settings } from '../../core/settings.ts';
import type { Availability, ProviderDescription, SpeechProvider } from '../provider.ts';
import { throwIfUnavailable } from './require-settings.ts';
import { speechTimeoutMs } from './timeout-setting.ts';

/** What a provider has of its own. The rest follows from its description and the settings. */
type OwnParts = Omit<SpeechProvider, 'id' | 'limit' | 'capabilities' | 'timeoutMs' | 'availability' | symbol> &
  Partial<SpeechProvider>;

/**
 * Returns a provider with what its description says, and with what most have in common. Where it is not `available` for what the
 * settings lack, it refuses to speak with `provider-unavailable`.
 */
export function providerOf(
  { id, limit, capabilities }: ProviderDescription,
  settings: Settings,
  own: OwnParts,
  available: Availability = { available: true },
): SpeechProvider {
  return {
    id,
    limit,
    capabilities,
    timeoutMs: speechTimeoutMs(settings),
    availability: async () => available,
    [Symbol.asyncDispose]: async () => {},
    ...own,
    async synthesize(request) {
      throwIfUnavailable(id, available);
      return await own.synthesize(request);
    },
  };
}
