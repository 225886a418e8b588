import type { EventFeed } from '../../jobs/job.ts';

/** Events of a feed from where a follower was. */
export interface ResumedFeed<Event> {
  /** The events after the last one that the follower has. Undefined when it needs a snapshot. */
  readonly missed: readonly Event[] | undefined;
  /** Id of the latest event before a snapshot that is made from now on. */
  readonly lastId: string;
  /** Calls the listener with every event that follows, also those that came meanwhile. Returns `stop`. */
  readonly listen: (listener: (event: Event) => void) => () => void;
  readonly stop: () => void;
}

/** Resumes a feed after an event. What comes while that one is looked up is kept, so that no event is lost or sent twice. */
export async function resumedFeed<Event extends { readonly id: string }>(
  feed: EventFeed<Event>,
  after: string | undefined,
): Promise<ResumedFeed<Event>> {
  const early: Event[] = [];
  let take = (event: Event): void => void early.push(event);
  const stop = feed.listen((event) => take(event));
  try {
    const lastId = await feed.lastId();
    const missed = after === undefined ? undefined : await feed.after(after);
    const known = new Set(missed?.map(({ id }) => id));
    const listen = (listener: (event: Event) => void): (() => void) => {
      for (const event of early) if (!known.has(event.id)) listener(event);
      take = listener;
      return stop;
    };
    return { missed, lastId, listen, stop };
  } catch (error) {
    stop();
    throw error;
  }
}
