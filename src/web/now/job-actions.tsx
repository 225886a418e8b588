import { addressOf, call } from '../api/call.ts';
import type { Job } from '../api/types.ts';
import { AskButton } from '../shell/ask/ask-button.tsx';
import { removeSoon } from '../shell/ask/removal.ts';
import { FailureNote } from '../shell/failure-note.tsx';
import { formText } from '../shell/form-text.ts';
import { go } from '../shell/route.ts';
import { useAttempt } from '../shell/use-attempt.ts';
import { strings } from '../strings.ts';
import { failureOf, retriesFor, retryJob } from './change-job.ts';
import { jobTitle } from './job-words.ts';
import { notifyOtherTabs } from './jobs.ts';

interface ActionProps {
  readonly job: Job;
  readonly onRetry: () => void;
}

/** The actions that the job allows now. */
export function JobActions({ job, onRetry }: ActionProps) {
  const { error, attempt } = useAttempt();
  const cancel = async (): Promise<void> => {
    await call(`jobs/${job.id}/cancel`, { method: 'POST' });
    notifyOtherTabs();
    go('');
  };
  return (
    <>
      {job.state === 'failed' && <Failed job={job} onRetry={onRetry} attempt={attempt} />}
      {error.value !== undefined && <FailureNote error={error.value} />}
      {(job.state === 'queued' || job.state === 'running') && (
        <div class="actions">
          <AskButton
            label={strings.job.cancel}
            question={strings.job.sure}
            confirm={strings.job.cancelNow}
            onConfirm={() => void attempt(cancel)}
          />
        </div>
      )}
      {(job.state === 'done' || job.isRemade) && (
        <div class="actions">
          <a class="button main" href={addressOf(`listen/${job.id}`)} data-place>
            {strings.job.open}
          </a>
        </div>
      )}
    </>
  );
}

interface FailedProps extends ActionProps {
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
}

function Failed({ job, onRetry, attempt }: FailedProps) {
  const retry = (options: Parameters<typeof retryJob>[1]): void =>
    void attempt(async () => {
      await retryJob(job, options);
      onRetry();
    });
  return (
    <FailureNote error={failureOf(job)}>
      {job.canRetry && <Retries job={job} retry={retry} />}
      <button type="button" class="button" onClick={() => remove(job)}>
        {strings.job.remove}
      </button>
    </FailureNote>
  );
}

function remove(job: Job): void {
  const { id } = job;
  removeSoon({ id, title: jobTitle(job), path: `jobs/${id}`, onGone: notifyOtherTabs });
  go('');
}

interface RetryProps {
  readonly job: Job;
  readonly retry: (options: Parameters<typeof retryJob>[1]) => void;
}

function Retries({ job, retry }: RetryProps) {
  if (job.error?.code === 'book-password') return <PasswordRetry retry={retry} />;
  return (
    <>
      {retriesFor(job).map(({ label, change }, index) => (
        <button
          type="button"
          key={label}
          class={index === 0 ? 'button main' : 'button'}
          onClick={() => retry({ change })}
        >
          {label}
        </button>
      ))}
    </>
  );
}

function PasswordRetry({ retry }: Pick<RetryProps, 'retry'>) {
  return (
    <form
      class="actions"
      onSubmit={(event) => {
        event.preventDefault();
        retry({ password: formText(event.currentTarget, 'password') });
      }}
    >
      <input name="password" type="password" aria-label={strings.errors.passwordLabel} autocomplete="off" required />
      <button class="button main" type="submit">
        {strings.again}
      </button>
    </form>
  );
}
