import type { Request, Response } from 'express';
import { maySee, scopeOf } from '../../access/caller.ts';
import type { Caller } from '../../access/caller.ts';
import { eventText } from '../../events/shared-feed.ts';
import { listedJob } from '../../jobs/job-view.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { callerOf, findCaller } from '../access/check-token.ts';
import type { Service } from '../service.ts';
import { sendEventStream } from './event-stream.ts';
import { resumedFeed } from './resumed-feed.ts';

/**
 * Streams the events of all jobs that the caller may see. Starts with the events after `Last-Event-ID`, or with a snapshot if that id is
 * unknown, and ends when the token of the caller is revoked or the service stops.
 */
export async function followJobs(service: Service, request: Request, response: Response): Promise<void> {
  const { events, jobs } = service;
  const caller = callerOf(response);
  const { missed, lastId, listen, stop } = await resumedFeed(events, request.get('last-event-id'));
  response.once('close', stop);
  const first = missed
    ? missed.filter(({ owner }) => maySee(caller, owner)).map(({ text }) => text)
    : [eventText({ id: lastId, type: 'snapshot', data: await snapshot(jobs, caller) })];
  // Its token may be revoked, or get another role, while it follows.
  const now = (): Caller | undefined => findCaller(request, service);
  sendEventStream(request, response, {
    isAllowed: () => now() !== undefined,
    // Proxies and browsers take a stream for open once something has come.
    first: first.length === 0 ? [': still here\n\n'] : first,
    listen: (send) =>
      listen(({ owner, text }) => {
        const follower = now();
        if (!follower || maySee(follower, owner)) send(text);
      }),
  });
  const end = (): void => void response.end();
  events.ended.addEventListener('abort', end);
  response.once('close', () => events.ended.removeEventListener('abort', end));
  if (events.ended.aborted) end();
}

/** Returns the jobs that have not become books, newest first, and the number of those that have. */
async function snapshot(jobs: Jobs, caller: Caller): Promise<object> {
  const scope = scopeOf(caller);
  const [open, counts] = await Promise.all([jobs.page({ states, limit: Infinity }, scope), jobs.counts(scope)]);
  return { jobs: open.jobs.map(({ view }) => listedJob(view)), books: counts.get('done') ?? 0 };
}

const states = ['queued', 'running', 'scripted', 'failed'] as const;
