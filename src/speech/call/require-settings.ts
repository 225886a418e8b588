import { AudiobookError } from '../../core/errors.ts';
import type { Setting, Settings } from '../../core/settings.ts';
import type { Availability } from '../provider.ts';

/** Returns whether all required settings have values; the reason names those that do not. */
export function requireSettings(settings: Settings, required: readonly Setting[]): Availability {
  const missing = required.filter((setting) => settings.get(setting) === undefined).map(({ name }) => name);
  if (missing.length === 0) return { available: true };
  return { available: false, reason: `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set` };
}

/** Throws `provider-unavailable` with the reason when a provider is not available. */
export function throwIfUnavailable(serviceName: string, availability: Availability): void {
  if (availability.available) return;
  throw new AudiobookError('provider-unavailable', `${serviceName}: ${availability.reason}.`);
}
