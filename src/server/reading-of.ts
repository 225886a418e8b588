import type { ConversionRequest } from '../pipeline/conversion.ts';
import type { Limits } from './server-settings.ts';

/** How books are read here: within the service's limits. */
export function readingOf(
  limits: Pick<Limits, 'bookBytes' | 'bookEntries'>,
  password: string | undefined,
): NonNullable<ConversionRequest['reading']> {
  return {
    limits: { totalBytes: limits.bookBytes, entries: limits.bookEntries },
    ...(password !== undefined && { password }),
  };
}
