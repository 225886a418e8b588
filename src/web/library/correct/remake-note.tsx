import { call } from '../../api/call.ts';
import type { Job } from '../../api/types.ts';
import { jobPart, jobTitle, jobWords } from '../../now/job-words.ts';
import { notifyOtherTabs } from '../../now/jobs.ts';
import { FailureNote } from '../../shell/failure-note.tsx';
import { Progress } from '../../shell/progress.tsx';
import { useAttempt } from '../../shell/use-attempt.ts';
import { strings } from '../../strings.ts';

/** Says what of a book is corrected but not in its files, and makes those of a finished one anew. */
export function RemakeNote({ job, onRemake }: { readonly job: Job; readonly onRemake: () => void }) {
  const { error, attempt } = useAttempt();
  const { id, state, isRemade, isOutdated, warnings } = job;
  const change = (path: string) => (): void =>
    void attempt(async () => {
      await call(path, { method: 'POST' });
      notifyOtherTabs();
      onRemake();
    });
  if (error.value !== undefined) return <FailureNote error={error.value} />;
  if (isRemade) {
    return (
      <div class="note stack tight" role="status">
        <p>{strings.correct.remaking}</p>
        <p class="number">{jobWords(job)}</p>
        <Progress part={jobPart(job)} label={jobTitle(job)} />
        <div class="actions">
          <button type="button" class="button" onClick={change(`jobs/${id}/cancel`)}>
            {strings.job.cancel}
          </button>
        </div>
      </div>
    );
  }
  if (!isOutdated) return null;
  if (state !== 'done') {
    return (
      <p class="note" role="status">
        {strings.correct.speaksLater}
      </p>
    );
  }
  return (
    <div class="note stack tight" role="status">
      <p>{strings.correct.outdated}</p>
      {warnings.length > 0 && <p class="hint">{warnings.at(-1)}</p>}
      <div class="actions">
        <button type="button" class="button main" onClick={change(`jobs/${id}/remake`)}>
          {strings.correct.remake}
        </button>
      </div>
    </div>
  );
}
