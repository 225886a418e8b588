import { signal } from '@preact/signals';
import { call } from '../api/call.ts';
import type { Job, ListJobsAnswer } from '../api/types.ts';

/** Jobs that wait, run, or ended without a book. Newest first. Undefined until they were asked for. */
export const activeJobs = signal<readonly Job[] | undefined>(undefined);

const tabs = new BroadcastChannel('audiobook');

/** Whether the library has a book. */
export const hasBooks = signal(false);

/** Tells the other tabs, and this one, that jobs changed. */
export function tellOtherTabs(): void {
  // A channel of this origin: no other can listen.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  tabs.postMessage('jobs');
  void refreshJobs();
}

/** Asks for the jobs that wait, run or failed. */
export async function refreshJobs(): Promise<void> {
  try {
    const query = 'status=queued&status=running&status=failed&status=scripted&limit=200';
    const [active, done] = await Promise.all([
      call<ListJobsAnswer>(`jobs?${query}`),
      call<ListJobsAnswer>('jobs?status=done&limit=1'),
    ]);
    activeJobs.value = active.jobs;
    hasBooks.value = done.total > 0;
  } catch {
    // The next round asks again; what was known stays on the page.
  }
}

/** Keeps the jobs fresh while the page is seen. Returns a function that ends it. */
export function watchJobs(): () => void {
  const timer = setInterval(refresh, refreshMs);
  tabs.addEventListener('message', refresh);
  document.addEventListener('visibilitychange', refresh);
  refresh();
  return () => {
    clearInterval(timer);
    tabs.removeEventListener('message', refresh);
    document.removeEventListener('visibilitychange', refresh);
  };
}

const refreshMs = 5000;

function refresh(): void {
  if (document.visibilityState === 'visible') void refreshJobs();
}
