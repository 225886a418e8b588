import type { Job, Progress } from '../api/types.ts';
import { strings } from '../strings.ts';

/** Returns the title of the book of a job: as it is known, otherwise the name of its file. */
export function jobTitle({ title, file }: Pick<Job, 'title' | 'file'>): string {
  return title ?? file.replace(/\.[^.]+$/u, '');
}

/** Returns what is going on with a job, in one sentence. */
export function jobWords(job: Job): string {
  const { state, progress } = job;
  if (state === 'queued') return strings.job.queued;
  if (state !== 'running') return strings.job.states[state];
  return progress ? progressWords(progress) : strings.job.reading;
}

function progressWords({ stage, waiting, writing, chapter, chapters, segments, etaSeconds }: Progress): string {
  if (waiting) return strings.job.waiting(waiting);
  if (stage === 'reading') return writing ? strings.job.writing(writing.track) : strings.job.reading;
  if (stage === 'finishing') return strings.job.finishing;
  // The first segments say little about the pace.
  const isSure = segments.done >= surePaceSegments;
  return strings.job.speaking({ track: chapter?.track ?? 1, chapters, etaSeconds: isSure ? etaSeconds : undefined });
}

const surePaceSegments = 12;

/** Returns the expected length of a book that is being made, in seconds: as planned, until enough is spoken to tell. */
export function expectedLength({
  audioSeconds,
  characters: { done, total },
  segments,
  expectedSeconds,
}: Progress): number {
  const isSure = segments.done >= surePaceSegments && done > 0;
  return Math.max(audioSeconds, isSure ? (audioSeconds * total) / done : (expectedSeconds ?? 0));
}

/** Returns the part of a job that is made: 0 to 1. */
export function jobPart({ state, progress }: Pick<Job, 'state' | 'progress'>): number {
  return state === 'done' ? 1 : (progress?.percent ?? 0) / 100;
}
