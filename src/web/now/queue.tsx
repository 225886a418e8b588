import { addressOf } from '../api/call.ts';
import type { Job } from '../api/types.ts';
import { removal } from '../shell/ask/removal.ts';
import { Progress } from '../shell/progress.tsx';
import { strings } from '../strings.ts';
import { activeJobs } from './jobs.ts';
import { jobPart, jobTitle, jobWords } from './job-words.ts';

/** The other jobs: what runs, what waits, and what failed. */
export function Queue({ except }: { readonly except?: string | undefined }) {
  const others = (activeJobs.value ?? []).filter(({ id }) => id !== except && id !== removal.value?.id);
  if (others.length === 0) return except === undefined ? <p>{strings.job.nothing}</p> : null;
  return (
    <section class="stack tight queue">
      {except !== undefined && <h2>{strings.job.others}</h2>}
      <ul>
        {others.map((job) => (
          <Row key={job.id} job={job} />
        ))}
      </ul>
    </section>
  );
}

function Row({ job }: { readonly job: Job }) {
  return (
    <li>
      <a href={addressOf(`jobs/${job.id}`)} data-place>
        <strong dir="auto">{jobTitle(job)}</strong>
        <span class={job.state === 'failed' ? 'bad' : 'hint number'}>
          {job.state === 'failed' ? job.error?.detail : jobWords(job)}
        </span>
        {job.state === 'running' && <Progress part={jobPart(job)} label={jobTitle(job)} />}
      </a>
    </li>
  );
}
