import { workInThread } from './book-thread.ts';
import type { JobOutcome } from './convert-job.ts';
import type { Job } from './job.ts';
import type { Metrics } from './metrics.ts';
import type { ThreadNews, ThreadOptions } from './thread-messages.ts';

/** What running a job needs of its service. */
export interface RunOptions {
  readonly threads: ThreadOptions;
  readonly metrics: Metrics;
}

/** Runs a job's conversion in a thread of its own and takes up what it tells. Throws what the conversion throws. */
export async function runJob(job: Job, { threads, metrics }: RunOptions): Promise<JobOutcome> {
  const task = { type: 'convert', record: job.record, places: job.places } as const;
  const { password } = job;
  const { signal } = job.controller;
  const onNews = (news: ThreadNews): void => heed(job, news, metrics);
  const outcome = await workInThread<JobOutcome>({ task, password, ...threads }, { signal, onNews });
  // The report's own warnings may name our folders.
  return { ...outcome, report: { ...outcome.report, warnings: job.record.warnings } };
}

function heed(job: Job, news: ThreadNews, metrics: Metrics): void {
  if (news.type === 'provider') job.change({ provider: news.id, providerByDefault: news.byDefault });
  if (news.type === 'call') metrics.countCall(news);
  if (news.type !== 'event') return;
  metrics.countEvent(news.event);
  job.heed(news.event);
}
