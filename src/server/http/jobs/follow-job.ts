import type { Request, Response } from 'express';
import { eventText } from '../../events/shared-feed.ts';
import { hasEnded } from '../../jobs/job-record.ts';
import type { Job } from '../../jobs/job.ts';
import { sendEventStream } from './event-stream.ts';
import { resumedFeed } from './resumed-feed.ts';

/**
 * Streams the events of a job until it has ended. Starts with the events after `Last-Event-ID`, or with a snapshot of
 * the job if that id is unknown, and ends when the caller is no longer allowed to follow the job. Responds 204 after the last event,
 * which stops an `EventSource` from reconnecting.
 */
export async function followJob(
  job: Job,
  request: Request,
  response: Response,
  { isAllowed }: { readonly isAllowed: () => boolean },
): Promise<void> {
  const { missed, lastId, listen, stop } = await resumedFeed(job.events, request.get('last-event-id'));
  response.once('close', stop);
  if (hasEnded(job.record) && missed?.length === 0) {
    response.status(204).end();
    return;
  }
  const snapshot = { id: lastId, type: 'job', data: job.view };
  sendEventStream(request, response, {
    isAllowed,
    first: (missed ?? [snapshot]).map(eventText),
    listen: (send) => listen((event) => send(eventText(event))),
  });
  void job.settled.then(() => response.end());
}
