import type { Setting, Settings } from '../../core/settings.ts';
import type { Availability } from '../provider.ts';
import { UnavailableError } from './provider-errors.ts';

/** Returns whether all required settings have values; the reason names those that do not. */
export function requireSettings(settings: Settings, required: readonly Setting[]): Availability {
  const missing = required.filter((setting) => settings.get(setting) === undefined).map(({ name }) => name);
  if (missing.length === 0) return { available: true };
  return { available: false, reason: `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set` };
}

/** Throws `provider-unavailable` with the reason when a provider is not available. */
export function throwIfUnavailable(providerId: string, availability: Availability): void {
  if (!availability.available) throw new UnavailableError(providerId, availability.reason);
}
