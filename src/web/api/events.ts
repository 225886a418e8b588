import { signal } from '@preact/signals';
import { addressOf } from './call.ts';
import type { Job, Progress } from './types.ts';

/** An event about any job. `job` is an id where it is a text. */
export type JobsEvent =
  | { readonly type: 'snapshot'; readonly jobs: readonly Job[]; readonly books: number }
  | { readonly type: 'job'; readonly id: string; readonly job: Job }
  | { readonly type: 'progress'; readonly id: string; readonly progress: Progress }
  | { readonly type: 'warning' | 'removed'; readonly id: string };

/** Whether events arrive. While they do not, those who need news ask for them. */
export const isLive = signal(false);

const listeners = new Set<(event: JobsEvent) => void>();

/** Calls the listener with each event. Returns a function that ends it. */
export function onJobsEvent(listener: (event: JobsEvent) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

let source: EventSource | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Receives the events of all jobs while the page is seen: browsers open few connections to one host, which all tabs share.
 * Returns a function that ends it.
 */
export function receiveEvents(): () => void {
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    close();
  };
}

function follow(): void {
  if (document.visibilityState === 'visible') open();
  else close();
}

const againMs = 3000;

function open(): void {
  if (source) return;
  clearTimeout(timer);
  const opened = new EventSource(addressOf('events'));
  source = opened;
  opened.addEventListener('open', () => {
    isLive.value = true;
  });
  for (const [type, read] of Object.entries(readers)) {
    opened.addEventListener(type, ({ data }) => {
      const event = read(String(data));
      for (const listener of listeners) listener(event);
    });
  }
  opened.addEventListener('error', () => {
    isLive.value = false;
    // Otherwise the browser connects again by itself, with the last event it has seen.
    if (opened.readyState !== EventSource.CLOSED) return;
    close();
    timer = setTimeout(open, againMs);
  });
}

function close(): void {
  clearTimeout(timer);
  source?.close();
  source = undefined;
  isLive.value = false;
}

/** Each event has the shape in the OpenAPI document of the service. */
const readers: Readonly<Record<string, (data: string) => JobsEvent>> = {
  snapshot(data) {
    const { jobs, books }: { jobs: readonly Job[]; books: number } = JSON.parse(data);
    return { type: 'snapshot', jobs, books };
  },
  job(data) {
    const job: Job = JSON.parse(data);
    return { type: 'job', id: job.id, job };
  },
  progress(data) {
    const { job: id, progress }: { job: string; progress: Progress } = JSON.parse(data);
    return { type: 'progress', id, progress };
  },
  warning: (data) => ({ type: 'warning', id: idIn(data) }),
  removed: (data) => ({ type: 'removed', id: idIn(data) }),
};

function idIn(data: string): string {
  const { job }: { job: string } = JSON.parse(data);
  return job;
}
