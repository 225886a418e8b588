import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { addressOf } from '../api/call.ts';
import type { Job } from '../api/types.ts';
import { announce } from '../shell/announcer.tsx';
import { FailureNote } from '../shell/failure-note.tsx';
import { route } from '../shell/route.ts';
import { strings } from '../strings.ts';
import { followJob } from './follow-job.ts';
import type { Followed } from './follow-job.ts';
import { HalfMade } from './half-made.tsx';
import { canHear, JobView } from './job-view.tsx';
import { jobWords } from './job-words.ts';
import { Queue } from './queue.tsx';

/** The place where books are being made. */
export function Now() {
  const { id } = route.value;
  return (
    <div class="stack">
      {id === undefined ? <h1>{strings.job.all}</h1> : <FollowedJob key={id} id={id} />}
      <Queue except={id} />
    </div>
  );
}

function FollowedJob({ id }: { readonly id: string }) {
  const followed = useSignal<Followed>({});
  const again = useSignal(0);
  useEffect(() => followJob(id, followed), [id, again.value]);
  const { job, error } = followed.value;
  if (!job) return error === undefined ? <p aria-busy="true">{strings.job.loading}</p> : <Unknown error={error} />;
  const retry = (): void => {
    again.value += 1;
  };
  return (
    <>
      <Said job={job} />
      <JobView job={job} isLost={error !== undefined} onRetry={retry} />
      {canHear(job) && job.options?.['listen'] === 'true' && <HalfMade key={job.state} job={job} onChange={retry} />}
    </>
  );
}

/** Tells a screen reader what goes on: once per chapter and state, not every second. */
function Said({ job }: { readonly job: Job }) {
  const { state, progress } = job;
  const isWaiting = progress?.waiting !== undefined;
  useEffect(() => announce(jobWords(job)), [state, progress?.chapter?.track, progress?.stage, isWaiting]);
  return null;
}

function Unknown({ error }: { readonly error: unknown }) {
  return (
    <FailureNote error={error}>
      <a class="button" href={addressOf('')} data-place>
        {strings.places.make}
      </a>
    </FailureNote>
  );
}
