import { AllEvents } from './events/all-events.ts';
import { JobInbox } from './inbox/job-inbox.ts';
import { JobAges } from './jobs/job-ages.ts';
import type { Job, JobOutcome } from './jobs/job.ts';
import { readJobRecords } from './jobs/jobs-folder.ts';
import { Jobs } from './jobs/jobs.ts';
import { readinessProblems } from './jobs/served/readiness-problems.ts';
import type { JobTools, OpenedJobs } from './run-service.ts';
import { Webhooks } from './webhooks/webhooks.ts';
import { runJob } from './worker/run-job.ts';

/** Opens the jobs of a service that keeps them in a folder and runs them itself. Throws as `JobInbox.open` does. */
export async function openLocalJobs(tools: JobTools): Promise<OpenedJobs> {
  const { folder, limits, logger, signal } = tools;
  const run = async (job: Job): Promise<JobOutcome> => await runJob(job, tools);
  const ages = await JobAges.open(folder);
  const records = await readJobRecords(folder, logger);
  const { webhookHosts: hosts, webhookSecret: secret } = tools.trust;
  const webhooks = new Webhooks({ hosts, secret, logger, signal });
  const events = new AllEvents();
  const followed = { onEnd: (job: Job) => void webhooks.tell(job), onEvent: events.add.bind(events) };
  const jobs = new Jobs({ ...tools, run, ages, ...followed }, records);
  webhooks.resume(jobs.list());
  const inbox = tools.inbox && (await JobInbox.open(tools.inbox, { jobs, limits, logger }));
  return {
    jobs,
    events,
    problems: async () => await readinessProblems(jobs, limits),
    start: () => jobs.start(),
    sweep: async () => await jobs.sweep(),
    watch: inbox && (async (ending) => await inbox.watch(ending)),
    [Symbol.asyncDispose]: async () => undefined,
  };
}
