import type { ComponentChildren } from 'preact';
import { addressOf } from '../api/call.ts';
import type { Job, Progress as ProgressOfJob } from '../api/types.ts';
import { useVoiceNames } from '../make/providers.ts';
import { CoverPicture } from '../shell/cover-picture.tsx';
import { Progress } from '../shell/progress.tsx';
import { strings } from '../strings.ts';
import { JobActions } from './job-actions.tsx';
import { jobPart, jobTitle, jobWords } from './job-words.ts';
import { StreamPlayer } from './stream-player.tsx';

interface JobProps {
  readonly job: Job;
  /** Whether the service cannot be reached at the moment. */
  readonly isLost: boolean;
  readonly onRetry: () => void;
}

/** A job: what is going on, in words, and the player for what exists of its book. */
export function JobView({ job, isLost, onRetry }: JobProps) {
  const title = jobTitle(job);
  const isRead = job.progress !== undefined && job.progress.stage !== 'reading';
  const hasCover = isRead || job.state === 'done';
  return (
    <section class="plan job">
      <CoverPicture
        class="plan-cover job-cover"
        accent
        title={title}
        src={hasCover ? addressOf(`jobs/${job.id}/cover`) : undefined}
      />
      <div class="plan-words stack">
        <h1 dir="auto">{title}</h1>
        <Author job={job} />
        <Facts job={job} />
        <Status job={job} />
        {isLost && <p class="note warn">{strings.job.lost}</p>}
        {canHear(job) && <StreamPlayer job={job} title={title} />}
        <JobActions job={job} onRetry={onRetry} />
        <Warnings warnings={job.warnings} />
      </div>
    </section>
  );
}

/** Returns whether a job can be heard here. One that is made anew plays as it was, at its own place. */
export function canHear({ state, isRemade }: Job): boolean {
  return state === 'done' || (state === 'running' && !isRemade);
}

/** Who wrote the book, as soon as it is read. */
function Author({ job: { progress } }: { readonly job: Job }) {
  const authors = progress?.authors ?? [];
  return authors.length === 0 ? null : (
    <p class="hint" dir="auto">
      {authors.join(', ')}
    </p>
  );
}

/** What is made: the format, the chapters and the voice, as far as they are known. */
function Facts({ job: { options = {}, provider, progress } }: { readonly job: Job }) {
  const { format, voice } = options;
  const chapters = progress?.chapters ?? 0;
  const name = useVoiceNames(provider, '').get(String(voice));
  const facts = [
    typeof format === 'string' ? format.toUpperCase() : undefined,
    chapters > 0 ? strings.job.chapters(chapters) : undefined,
    name,
  ].filter((fact) => fact !== undefined);
  return facts.length === 0 ? null : <p class="hint">{facts.join(' · ')}</p>;
}

function Status({ job }: { readonly job: Job }) {
  const { progress } = job;
  if (job.state === 'failed') return null;
  const isBusy = job.state === 'queued' || job.state === 'running';
  return (
    <div class="stack tight">
      <p class={progress?.waiting ? 'note warn' : 'status number'}>{jobWords(job)}</p>
      {progress && job.state === 'running' && <Details progress={progress} />}
      {isBusy && <Progress part={jobPart(job)} label={jobTitle(job)} />}
    </div>
  );
}

/** The chapter that is spoken, and what is tried again, unless the job waits for the same reason: that is said above. */
function Details({ progress: { chapter, waiting, retry } }: { readonly progress: ProgressOfJob }) {
  const isSaid = retry?.reason === waiting?.reason;
  return (
    <>
      {chapter && (
        <p class="hint">
          <bdi>{chapter.title}</bdi> <span class="number">{strings.job.passages(chapter.segments)}</span>
        </p>
      )}
      {retry && !isSaid && <p class="note">{strings.job.retry(retry)}</p>}
    </>
  );
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }): ComponentChildren {
  if (warnings.length === 0) return null;
  return (
    <details>
      <summary>{strings.job.warnings(warnings.length)}</summary>
      <ul class="warnings">
        {warnings.map((warning, index) => (
          <li key={index} class="note warn">
            {warning}
          </li>
        ))}
      </ul>
    </details>
  );
}
