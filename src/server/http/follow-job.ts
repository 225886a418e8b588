import type { Request, Response } from 'express';
import type { Job } from '../jobs/job.ts';
import type { JobEvent } from '../jobs/job-events.ts';
import { hasEnded } from '../jobs/job-record.ts';

/**
 * Streams a job's events until it has ended: what came after `Last-Event-ID` where that is known, else the job as it
 * stands. Whoever has seen the end already gets 204, which makes an `EventSource` stop coming back.
 */
export function followJob(job: Job, request: Request, response: Response): void {
  const lastId = request.get('last-event-id');
  const missed = lastId === undefined ? undefined : job.events.after(lastId);
  if (hasEnded(job.record) && missed?.length === 0) {
    response.status(204).end();
    return;
  }
  response
    .status(200)
    .set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
  for (const event of missed ?? [snapshot(job)]) write(response, event);
  if (hasEnded(job.record)) {
    response.end();
    return;
  }
  const beat = setInterval(() => response.write(': still here\n\n'), beatMs);
  const stop = job.events.listen((event) => {
    write(response, event);
    if (response.writableLength > mostUnsentBytes) response.destroy();
  });
  response.once('close', () => {
    clearInterval(beat);
    stop();
  });
  void job.settled.then(() => response.end());
}

/** Proxies cut connections that are still for a minute. */
const beatMs = 15_000;

/** A reader that does not read is let go; it can come back with its last id. */
const mostUnsentBytes = 1_000_000;

function snapshot(job: Job): JobEvent {
  return { id: job.events.lastId, type: 'job', data: job.view };
}

function write(response: Response, { id, type, data }: JobEvent): void {
  response.write(`id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
}
