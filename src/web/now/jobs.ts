import { signal } from '@preact/signals';
import { call } from '../api/call.ts';
import { isLive, onJobsEvent, receiveEvents } from '../api/events.ts';
import type { JobsEvent } from '../api/events.ts';
import type { Job, ListJobsAnswer } from '../api/types.ts';

/** Jobs that wait, run, or ended without a book. Newest first. Undefined until they are known. */
export const activeJobs = signal<readonly Job[] | undefined>(undefined);

const tabs = new BroadcastChannel('audiobook');

/** Whether the library has a book. */
export const hasBooks = signal(false);

/** Tells the other tabs, and this one, that jobs changed, in case no events arrive. */
export function notifyOtherTabs(): void {
  // A channel of this origin: no other can listen.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  tabs.postMessage('jobs');
  refreshUnlessLive();
}

/** Asks for the jobs that wait, run or failed. */
async function refreshJobs(): Promise<void> {
  try {
    const query = 'status=queued&status=running&status=failed&status=scripted&limit=200';
    const [{ jobs }] = await Promise.all([call<ListJobsAnswer>(`jobs?${query}`), countBooks()]);
    if (!isLive.peek()) activeJobs.value = jobs;
  } catch {
    // The next round asks again; what was known stays on the page.
  }
}

async function countBooks(): Promise<void> {
  hasBooks.value = (await call<ListJobsAnswer>('jobs?status=done&limit=1')).total > 0;
}

/** Keeps the jobs fresh while the page is seen: by events, or by asking while none arrive. Returns a function that ends it. */
export function watchJobs(): () => void {
  const ends = [onJobsEvent(apply), receiveEvents()];
  const timer = setInterval(refreshUnlessLive, refreshMs);
  tabs.addEventListener('message', refreshUnlessLive);
  // Also says whether a token is needed, which a stream of events does not.
  refreshUnlessLive();
  return () => {
    clearInterval(timer);
    tabs.removeEventListener('message', refreshUnlessLive);
    for (const end of ends) end();
  };
}

const refreshMs = 3000;

function refreshUnlessLive(): void {
  if (!isLive.peek() && document.visibilityState === 'visible') void refreshJobs();
}

function apply(event: JobsEvent): void {
  const jobs = activeJobs.peek() ?? [];
  if (event.type === 'snapshot') {
    activeJobs.value = event.jobs;
    hasBooks.value = event.books > 0;
  } else if (event.type === 'job') {
    activeJobs.value = withJob(jobs, event.job);
    hasBooks.value ||= event.job.state === 'done';
  } else if (event.type === 'progress') {
    const { id, progress } = event;
    activeJobs.value = jobs.map((job) => (job.id === id ? { ...job, state: 'running', progress } : job));
  } else if (event.type === 'removed') {
    activeJobs.value = jobs.filter(({ id }) => id !== event.id);
    void countBooks().catch(() => undefined);
  }
}

function withJob(jobs: readonly Job[], changed: Job): readonly Job[] {
  const isOver = changed.state === 'done' || changed.state === 'canceled';
  const isKnown = jobs.some(({ id }) => id === changed.id);
  if (isOver) return jobs.filter(({ id }) => id !== changed.id);
  return isKnown ? jobs.map((job) => (job.id === changed.id ? changed : job)) : [changed, ...jobs];
}
