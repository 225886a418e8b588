import type { Request, Response } from 'express';
import { eventText } from '../../events/all-events.ts';
import type { Job } from '../../jobs/job.ts';
import { hasEnded } from '../../jobs/job-record.ts';
import { sendEventStream } from './event-stream.ts';

/**
 * Streams the events of a job until it has ended. Starts with the events after `Last-Event-ID`, or with a snapshot of
 * the job if that id is unknown, and ends when the caller is no longer allowed to follow the job. Responds 204 after the last event,
 * which stops an `EventSource` from reconnecting.
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
  const snapshot = { id: job.events.lastId, type: 'job', data: job.view };
  sendEventStream(request, response, {
    isAllowed,
    first: (missed ?? [snapshot]).map(eventText),
    listen: (send) => job.events.listen((event) => send(eventText(event))),
  });
  void job.settled.then(() => response.end());
}
