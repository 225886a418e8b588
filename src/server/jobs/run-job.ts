import { workInThread } from '../worker/book-thread.ts';
import type { Converted } from '../worker/convert-job.ts';
import type { Redact } from '../errors/failure.ts';
import type { Job } from './job.ts';
import type { JobRecord } from './job-record.ts';
import type { Metrics } from '../metrics.ts';
import { publicReport } from '../errors/public-report.ts';
import type { ThreadNews, ThreadOptions } from '../worker/thread-messages.ts';

/** What running a job needs of its service. */
export interface RunOptions {
  readonly threads: ThreadOptions;
  readonly metrics: Metrics;
  readonly redact: Redact;
}

/** How a job ends well. */
type JobOutcome = Required<Pick<JobRecord, 'result' | 'report'>>;

/** Runs a job's conversion in a thread of its own and takes up what it tells. Throws what the conversion throws. */
export async function runJob(job: Job, { threads, metrics, redact }: RunOptions): Promise<JobOutcome> {
  const { record, places, password } = job;
  const task = { type: 'convert', record, places, password } as const;
  const { signal } = job.controller;
  const onNews = (news: ThreadNews): void => heed(job, news, metrics);
  const { result, report } = await workInThread<Converted>({ task, ...threads }, { signal, onNews });
  return { result, report: publicReport(report, redact) };
}

function heed(job: Job, news: ThreadNews, metrics: Metrics): void {
  if (news.type === 'provider') job.change({ provider: news.id, providerByDefault: news.byDefault });
  if (news.type === 'call') metrics.countCall(news);
  if (news.type !== 'event') return;
  metrics.countEvent(news.event);
  job.heed(news.event);
}
