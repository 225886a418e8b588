import type { Request } from 'express';

/** The preference of a caller for not waiting until the conversion is done (RFC 7240). */
export interface Preference {
  /** Rather follow a job than wait for ever. */
  readonly isAsync: boolean;
  /** Time the caller waits before, in milliseconds. */
  readonly waitMs: number;
}

const maxWaitSeconds = 3600;

/** Reads `Prefer: respond-async, wait=30`. */
export function preferenceOf(request: Request): Preference {
  const parts = (request.get('prefer') ?? '').split(/[,;]/u).map((part) => part.trim().toLowerCase());
  const seconds = parts.flatMap((part) => /^wait\s*=\s*"?(\d{1,9})"?$/u.exec(part)?.slice(1) ?? []);
  const waitMs = Math.min(maxWaitSeconds, Number(seconds[0] ?? 0)) * 1000;
  return { isAsync: parts.includes('respond-async'), waitMs };
}
