import type { Request, Response } from 'express';
import type { Job } from '../../jobs/job.ts';
import type { JobEvent } from '../../jobs/job-events.ts';
import { hasEnded } from '../../jobs/job-record.ts';

/**
 * Streams the events of a job until it has ended. Starts with the events after `Last-Event-ID`, or with a snapshot of
 * the job if that id is unknown, and ends when the caller is no longer allowed to follow the job. Responds 204 after the last event, which stops an `EventSource` from reconnecting.
 */
export function followJob(
  job: Job,
  request: Request,
  response: Response,
  { isAllowed }: { readonly isAllowed: () => boolean },
): void {
  const lastId = request.get('last-event-id');
  const missed = lastId === undefined ? undefined : job.events.after(lastId);
  if (hasEnded(job.record) && missed?.length === 0) {
    response.status(204).end();
    return;
  }
  response
    .status(200)
    .set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
  // A token may be revoked while its jobs go on.
  const send = (text: string): void => void (isAllowed() ? response.write(text) : response.end());
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  for (const event of missed ?? [snapshot(job)]) response.write(textOf(event));
  if (hasEnded(job.record)) {
    response.end();
    return;
  }
  const heartbeat = setInterval(() => send(': still here\n\n'), heartbeatMs);
  const removeListener = job.events.listen((event) => {
    send(textOf(event));
    if (response.writableLength > maxUnsentBytes) response.destroy();
  });
  response.once('close', () => {
    clearInterval(heartbeat);
    removeListener();
  });
  void job.settled.then(() => response.end());
}

/** Proxies close connections that are silent for a minute. */
const heartbeatMs = 15_000;

/** Disconnects a client that does not read. It can reconnect with its last id. */
const maxUnsentBytes = 1_000_000;

function snapshot(job: Job): JobEvent {
  return { id: job.events.lastId, type: 'job', data: job.view };
}

function textOf({ id, type, data }: JobEvent): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
