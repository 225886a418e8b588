import type { ProgressListener } from '../../../core/progress.ts';
import type { JobProgress, JobWait } from '../../jobs/job-progress.ts';

/** Returns a function that tells a listener what happened between two states of a job, with the events of a run on this machine. */
export function toldProgress(tell: ProgressListener): (progress: JobProgress) => void {
  let before: JobProgress | undefined;
  let isPlanned = false;
  return (now) => {
    if (!isPlanned && now.segments.total > 0) {
      const { chapters, segments, characters } = now;
      tell({ type: 'plan-made', chapters, segments: segments.total, characters: characters.total, stored: 0 });
      isPlanned = true;
    }
    tellHindrance(before, now, tell);
    tellChapter(before, now, tell);
    tellSpeech(before, now, tell);
    if (now.stage === 'finishing' && before?.stage !== 'finishing') tell({ type: 'assembly-start' });
    // A run that begins anew has less.
    before = before && now.segments.done < before.segments.done ? { ...now, ...spokenOf(before) } : now;
  };
}

function spokenOf({ segments, characters, audioSeconds }: JobProgress): Partial<JobProgress> {
  return { segments, characters, audioSeconds };
}

function tellHindrance(before: JobProgress | undefined, { waiting, retry }: JobProgress, tell: ProgressListener): void {
  tellWait(before?.waiting, waiting, tell);
  if (!retry || retry.at === before?.retry?.at) return;
  const { reason, attempt, at } = retry;
  const delayMs = Math.max(0, Date.parse(at) - Date.now());
  tell({ type: 'segment-retry', chapter: 0, segment: 0, attempt, delayMs, reason });
}

function tellWait(before: JobWait | undefined, waiting: JobWait | undefined, tell: ProgressListener): void {
  if (waiting && waiting.since !== before?.since) {
    const untilMs = waiting.until === undefined ? undefined : Date.parse(waiting.until);
    tell({ type: 'provider-wait', reason: waiting.reason, sinceMs: Date.parse(waiting.since), untilMs });
  }
  if (before && !waiting) tell({ type: 'provider-ready', waitedMs: Date.now() - Date.parse(before.since) });
}

function tellChapter(before: JobProgress | undefined, { chapter, writing }: JobProgress, tell: ProgressListener): void {
  if (writing && writing.track !== before?.writing?.track) {
    tell({ type: 'script-start', chapter: writing.track - 1, title: writing.title });
  }
  if (!chapter || chapter.track === before?.chapter?.track) return;
  const { number, track, title, segments } = chapter;
  tell({ type: 'chapter-start', chapter: track - 1, number, title, segments: segments.total });
}

const nothing: Pick<JobProgress, 'segments' | 'characters' | 'audioSeconds'> = {
  segments: { done: 0, total: 0 },
  characters: { done: 0, total: 0 },
  audioSeconds: 0,
};

/** One event for each segment, so that the time left is measured as in a run on this machine. */
function tellSpeech(before: JobProgress | undefined, now: JobProgress, tell: ProgressListener): void {
  const { segments, characters, audioSeconds } = before ?? nothing;
  const count = now.segments.done - segments.done;
  const added = now.characters.done - characters.done;
  const seconds = (now.audioSeconds - audioSeconds) / count;
  const chapter = (now.chapter?.track ?? 1) - 1;
  for (let at = 0; at < count; at += 1) {
    const share = Math.floor((added * (at + 1)) / count) - Math.floor((added * at) / count);
    tell({ type: 'segment-spoken', chapter, segment: segments.done + at, characters: share, seconds, stored: false });
  }
}
