import type { ServerResponse } from 'node:http';

/** Returns a signal that is aborted when the response is sent or its caller has disconnected. */
export function closedSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  response.once('close', abort);
  if (response.destroyed) abort();
  return controller.signal;
}
