import type { Availability } from '../provider.ts';

/** A provider that cannot be called because settings are missing. */
export function notConfigured(...names: readonly string[]): Availability {
  return { available: false, reason: `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} not set` };
}
