import type { Job } from '../api/types.ts';
import { strings } from '../strings.ts';

/** Returns the title of the book of a job: as it was chosen, otherwise the name of its file. */
export function jobTitle({ options, file, report }: Pick<Job, 'options' | 'file' | 'report'>): string {
  const tags = [options?.['meta'] ?? []].flat().map(String);
  const chosen = tags.find((tag) => tag.startsWith('title='))?.slice('title='.length);
  return chosen ?? reportedTitle(report) ?? file.replace(/\.[^.]+$/u, '');
}

function reportedTitle(report: Job['report']): string | undefined {
  const book = report?.['book'];
  if (typeof book !== 'object' || book === null || !('title' in book)) return undefined;
  return typeof book.title === 'string' ? book.title : undefined;
}

/** Returns what is going on with a job, in one sentence. */
export function jobWords(job: Job): string {
  const { state, progress } = job;
  if (state === 'queued') return strings.job.queued;
  if (state !== 'running') return strings.job.states[state];
  if (!progress || progress.stage === 'reading') return strings.job.reading;
  if (progress.waiting) return strings.job.waiting(progress.waiting);
  if (progress.stage === 'finishing') return strings.job.finishing;
  const { chapter, chapters, segments } = progress;
  // The first segments say little about the pace.
  const etaSeconds = segments.done < surePaceSegments ? undefined : progress.etaSeconds;
  return strings.job.speaking({ track: chapter?.track ?? 1, chapters, etaSeconds });
}

const surePaceSegments = 12;

/** Returns the part of a job that is made: 0 to 1. */
export function jobPart({ state, progress }: Pick<Job, 'state' | 'progress'>): number {
  return state === 'done' ? 1 : (progress?.percent ?? 0) / 100;
}
