import type { JobRecord } from '../../jobs/job-record.ts';

/** One step of priority. BullMQ knows 2^21 of them, which are 15 years. */
const stepMs = 4 * 60_000;
const maxPriority = 2 ** 21;

/** Priorities count from here, so that a job that waits for long is overtaken by none. */
const epochMs = Date.UTC(2026, 0, 1);

/** Shift of a job's turn by its priority, in steps: a day earlier or later. */
const steps = { high: -360, normal: 0, low: 360 } as const;

/** A megabyte of book, most of it pictures, and how many steps it may be overtaken for. */
const stepsPerMegabyte = 2;
const maxSizeSteps = 45;

/** Delay of each further book of a caller: 20 minutes. */
const stepsPerOpenBook = 5;

/**
 * Returns the place of a book in the queue: the lower, the sooner. It is the time when the book is due, so that short books overtake
 * long ones, and callers with few books those with many, but none is overtaken without end. `openBooks` is the number of books of its
 * caller that wait or run.
 */
export function bookPriority(
  { createdMs, priority = 'normal', upload }: Pick<JobRecord, 'createdMs' | 'priority' | 'upload'>,
  openBooks: number,
): number {
  const size = Math.min(maxSizeSteps, Math.round((upload.bytes / 1e6) * stepsPerMegabyte));
  const due = (createdMs - epochMs) / stepMs + steps[priority] + size + openBooks * stepsPerOpenBook;
  return Math.min(maxPriority, Math.max(1, Math.round(due)));
}
