import { useEffect } from 'preact/hooks';
import type { Job } from '../api/types.ts';
import { CorrectButton } from '../library/correct/correct-button.tsx';
import { readCorrections } from '../library/correct/corrections.ts';
import { RemakeNote } from '../library/correct/remake-note.tsx';
import { TextPane } from '../player/text-pane.tsx';

/** The text of a book that is being made, by the chapters that are spoken. Its sentences can be said differently before it is done. */
export function HalfMade({ job, onChange }: { readonly job: Job; readonly onChange: () => void }) {
  const { id } = job;
  useEffect(() => void readCorrections(id).catch(() => undefined), [id]);
  return (
    <>
      <RemakeNote job={job} onRemake={onChange} />
      <TextPane id={id} isMade={job.state === 'done'}>
        <CorrectButton id={id} onKept={onChange} />
      </TextPane>
    </>
  );
}
