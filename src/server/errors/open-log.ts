import { pino, stdTimeFunctions } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { loggedError } from './logged-error.ts';

/** Opens the log of a service: JSON lines. */
export function openLog(stream: DestinationStream): Logger {
  const formatters = { level: (level: string) => ({ level }) };
  return pino(
    { base: null, timestamp: stdTimeFunctions.isoTime, formatters, serializers: { err: loggedError } },
    stream,
  );
}
