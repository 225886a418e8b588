import { AudiobookError } from '../core/errors.ts';

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** Reads a time from the command line in milliseconds: `90s`, `5m`, `1h`; a bare number is seconds. Throws `bad-value`. */
export function parseDuration(value: string): number {
  const match = /^(\d+(?:\.\d+)?)([smh]?)$/u.exec(value.trim());
  if (match) return Math.round(Number(match[1]) * (unitMs[match[2] || 's'] ?? 0));
  throw new AudiobookError('bad-value', `'${value}' is not a time; wanted one like 90s, 5m or 1h.`);
}
