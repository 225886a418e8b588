import type { Logger } from 'pino';

/** Time between two lines about an outage, in milliseconds. */
const sameErrorMs = 30_000;

/** Returns a listener that logs the errors of a connection to the queue now and then: it reports each attempt to make it again. */
export function logLostQueue(logger: Logger, message: string): (error: Error) => void {
  let loggedMs = -Infinity;
  return (err) => {
    const now = performance.now();
    if (now - loggedMs < sameErrorMs) return;
    loggedMs = now;
    logger.error({ err }, message);
  };
}
