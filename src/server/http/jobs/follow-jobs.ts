import type { Request, Response } from 'express';
import { maySee } from '../../access/caller.ts';
import type { Caller } from '../../access/caller.ts';
import { eventText } from '../../events/all-events.ts';
import type { SharedEvent } from '../../events/all-events.ts';
import type { JobState } from '../../jobs/job-record.ts';
import { listedJob } from '../../jobs/job-view.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { callerOf, findCaller } from '../access/check-token.ts';
import type { Service } from '../service.ts';
import { sendEventStream } from './event-stream.ts';

/**
 * Streams the events of all jobs that the caller may see. Starts with the events after `Last-Event-ID`, or with a snapshot if that id is
 * unknown, and ends when the token of the caller is revoked or the service stops.
 */
export function followJobs(service: Service, request: Request, response: Response): void {
  const { events, jobs } = service;
  const caller = callerOf(response);
  const lastId = request.get('last-event-id');
  const missed = lastId === undefined ? undefined : events.after(lastId);
  const first = missed
    ? missed.filter(({ owner }) => maySee(caller, owner)).map(({ text }) => text)
    : [eventText({ id: events.lastId, type: 'snapshot', data: snapshot(jobs, caller) })];
  // Its token may be revoked, or get another role, while it follows.
  const now = (): Caller | undefined => findCaller(request, service);
  sendEventStream(request, response, {
    isAllowed: () => now() !== undefined,
    // Proxies and browsers take a stream for open once something has come.
    first: first.length === 0 ? [': still here\n\n'] : first,
    listen: (send) =>
      events.listen(({ owner, text }: SharedEvent) => {
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
function snapshot(jobs: Jobs, caller: Caller): object {
  const visible = jobs.list().filter(({ record }) => maySee(caller, record.owner));
  return {
    jobs: visible.filter(({ record }) => !closed.has(record.state)).map(({ view }) => listedJob(view)),
    books: visible.filter(({ record }) => record.state === 'done').length,
  };
}

const closed: ReadonlySet<JobState> = new Set(['done', 'canceled']);
