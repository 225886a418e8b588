import type { Request, Response } from 'express';

/** The events of a stream. */
export interface EventStreamOptions {
  /** Whether the caller may still follow. Tokens may be revoked while jobs go on. */
  readonly isAllowed: () => boolean;
  /** The lines sent first. */
  readonly first: readonly string[];
  /** Calls `send` with each text that follows. Returns a function that ends that. */
  readonly listen: (send: (text: string) => void) => () => void;
}

/** Sends server-sent events until the response is ended, or the caller may no longer follow. A HEAD gets the headers alone. */
export function sendEventStream(
  request: Request,
  response: Response,
  { isAllowed, first, listen }: EventStreamOptions,
): void {
  response
    .status(200)
    .set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
  if (request.method === 'HEAD' || response.destroyed) {
    response.end();
    return;
  }
  const send = (text: string): void => {
    if (!isAllowed()) response.end();
    else if (!response.writableEnded) response.write(text);
    if (response.writableLength > maxUnsentBytes) response.destroy();
  };
  response.flushHeaders();
  for (const text of first) response.write(text);
  const heartbeat = setInterval(() => send(': still here\n\n'), heartbeatMs);
  const removeListener = listen(send);
  response.once('close', () => {
    clearInterval(heartbeat);
    removeListener();
  });
}

/** Proxies close connections that are silent for a minute. */
const heartbeatMs = 15_000;

/** Disconnects a client that does not read. It can reconnect with its last id. */
const maxUnsentBytes = 1_000_000;
