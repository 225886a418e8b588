import { SharedFeed } from './events/shared-feed.ts';
import { JobInbox } from './inbox/job-inbox.ts';
import { Jobs } from './jobs/jobs.ts';
import { FolderFiles } from './jobs/local/folder-files.ts';
import { FolderRecords } from './jobs/local/folder-records.ts';
import { readFolderLibrary } from './library/folder-library.ts';
import { readinessProblems } from './jobs/readiness-problems.ts';
import { sweepJobs } from './jobs/sweep-jobs.ts';
import type { JobTools, OpenedJobs } from './run-service.ts';
import { Webhooks } from './webhooks/webhooks.ts';
import { JobRunner } from './worker/job-runner.ts';
import { runJob } from './worker/run-job.ts';

/** Opens the jobs of a service that keeps them in a folder and runs them itself. Throws as `JobInbox.open` does. */
export async function openLocalJobs(tools: JobTools): Promise<OpenedJobs> {
  const { folder, limits, logger, signal, basePath, workers: pool, trust } = tools;
  const records = await FolderRecords.open(folder, logger);
  const files = new FolderFiles(folder);
  const run: ConstructorParameters<typeof JobRunner>[0]['run'] = async (job, options) =>
    await runJob(job, { ...tools, ...options, pool });
  const queue = new JobRunner({ ...tools, run, records });
  const jobs = new Jobs({ ...tools, records, files, queue });
  const { webhookHosts: hosts, webhookSecret: secret } = trust;
  const webhooks = new Webhooks({ records, basePath, hosts, secret, logger, signal });
  const inbox = tools.inbox && (await JobInbox.open(tools.inbox, { jobs, limits, logger }));
  await queue.restore();
  return {
    jobs,
    events: new SharedFeed(records.events, basePath),
    problems: async () => [...(await readinessProblems(jobs, limits)), ...queue.problems()],
    start: () => jobs.start(),
    async sweep() {
      await sweepJobs({ records, files, limits, logger, signal });
      await readFolderLibrary({ ...tools, records, files }).catch((err: unknown) => {
        logger.error({ err }, 'cannot read the folder of the library: its books stay as they are');
      });
      await records.saveTime().catch((err: unknown) => logger.error({ err }, 'cannot save the ages of jobs'));
    },
    watch: inbox && (async (ending) => await inbox.watch(ending)),
    async [Symbol.asyncDispose]() {
      await webhooks[Symbol.asyncDispose]();
      await records.saveTime().catch(() => undefined);
    },
  };
}
