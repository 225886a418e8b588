import { z } from 'zod';
import type { ProgressEvent, ProgressListener } from '../../core/progress.ts';
import { timeLeft } from '../../core/time-left/time-left.ts';

const share = z.object({ done: z.int(), total: z.int() });

/** Progress of a conversion, as callers see it. */
export const progressSchema = z
  .object({
    stage: z.enum(['reading', 'speaking', 'finishing']),
    authors: z.array(z.string()).optional().describe('of the book, once it is read'),
    chapter: z
      .object({
        number: z.int().describe('number in the book'),
        track: z.int().describe('position in the output'),
        title: z.string(),
        segments: share,
      })
      .optional()
      .describe('the chapter that is spoken'),
    writing: z
      .object({ track: z.int(), title: z.string() })
      .optional()
      .describe('the chapter whose script a language model writes at the moment'),
    chapters: z.int(),
    segments: share,
    characters: share,
    percent: z.number().describe('0 to 100, by characters'),
    audioSeconds: z.number().describe('length of the audio so far, in seconds'),
    expectedSeconds: z.number().optional().describe('expected length of the whole audio, in seconds'),
    waiting: z
      .object({
        reason: z.string(),
        since: z.iso.datetime(),
        until: z.iso.datetime().optional().describe('when the conversion fails if the provider is still down'),
      })
      .optional()
      .describe('present while the conversion waits for the speech provider'),
    retry: z
      .object({ reason: z.string(), attempt: z.int(), at: z.iso.datetime().describe('when it is sent again') })
      .optional()
      .describe('a request that failed and is sent again; present until something is spoken or written'),
    retries: z.int().describe('requests that were sent again'),
    etaSeconds: z.number().optional().describe('estimated seconds left'),
  })
  .meta({ id: 'Progress' });

export type JobProgress = Readonly<z.infer<typeof progressSchema>>;
export type JobWait = NonNullable<JobProgress['waiting']>;
type JobChapter = NonNullable<JobProgress['chapter']>;

/** Returns a counter that turns the events of a conversion into its progress. `now` is a clock in milliseconds. */
export function progressCounter(now: () => number): {
  readonly count: ProgressListener;
  readonly current: () => JobProgress;
} {
  let progress: JobProgress = start;
  const left = timeLeft(now);
  const count = (event: ProgressEvent): void => {
    progress = next(progress, event);
    left.count(event);
  };
  const current = (): JobProgress => {
    const seconds = left.seconds();
    return seconds === undefined ? progress : { ...progress, etaSeconds: Math.round(seconds) };
  };
  return { count, current };
}

type EventOf<Type extends ProgressEvent['type']> = Extract<ProgressEvent, { readonly type: Type }>;

const start: JobProgress = {
  stage: 'reading',
  chapters: 0,
  segments: { done: 0, total: 0 },
  characters: { done: 0, total: 0 },
  percent: 0,
  audioSeconds: 0,
  retries: 0,
};

function next(before: JobProgress, event: ProgressEvent): JobProgress {
  if (event.type === 'plan-made') return afterPlan(before, event);
  if (event.type === 'chapter-start') return { ...before, chapter: chapterOf(event) };
  if (event.type === 'segment-spoken') return afterSegment(before, event);
  if (event.type === 'book-read') return { ...before, waiting: undefined, authors: [...event.authors] };
  if (event.type === 'assembly-start') return { ...before, stage: 'finishing', percent: 100 };
  return { ...before, ...hindrance(before, event), ...scriptStep(event) };
}

/** Returns what an event changes about what the conversion waits for. */
function hindrance({ retries }: JobProgress, event: ProgressEvent): Partial<JobProgress> {
  if (event.type === 'provider-wait') return { waiting: waitOf(event) };
  if (event.type === 'provider-ready') return { waiting: undefined };
  if (event.type === 'segment-retry' || event.type === 'model-retry') {
    const { reason, attempt, delayMs } = event;
    return { retry: { reason, attempt, at: new Date(Date.now() + delayMs).toISOString() }, retries: retries + 1 };
  }
  return {};
}

/** Returns what an event changes about the script that is written. */
function scriptStep(event: ProgressEvent): Partial<JobProgress> {
  if (event.type === 'script-start') return { writing: { track: event.chapter + 1, title: event.title } };
  return event.type === 'script-end' ? { writing: undefined, retry: undefined } : {};
}

function afterPlan(before: JobProgress, event: EventOf<'plan-made'>): JobProgress {
  const { chapters, segments, characters, expectedSeconds } = event;
  return {
    ...before,
    stage: 'speaking',
    chapters,
    segments: { done: 0, total: segments },
    characters: { done: 0, total: characters },
    ...(expectedSeconds !== undefined && { expectedSeconds: Math.round(expectedSeconds) }),
  };
}

function chapterOf({ number, chapter, title, segments }: EventOf<'chapter-start'>): JobChapter {
  return { number, track: chapter + 1, title, segments: { done: 0, total: segments } };
}

function waitOf({ reason, sinceMs, untilMs }: EventOf<'provider-wait'>): JobWait {
  const until = untilMs === undefined ? undefined : new Date(untilMs).toISOString();
  return { reason, since: new Date(sinceMs).toISOString(), until };
}

function afterSegment(before: JobProgress, event: EventOf<'segment-spoken'>): JobProgress {
  const { segments, characters, chapter } = before;
  const isOfChapter = chapter?.track === event.chapter + 1;
  const done = Math.min(characters.total, characters.done + event.characters);
  return {
    ...before,
    retry: undefined,
    chapter: chapter && isOfChapter ? { ...chapter, segments: oneMore(chapter.segments) } : chapter,
    // The plan does not count silence, the chapter does.
    segments: event.characters === 0 ? segments : oneMore(segments),
    characters: { ...characters, done },
    percent: characters.total === 0 ? 0 : Math.floor((done * 100) / characters.total),
    audioSeconds: Math.round((before.audioSeconds + event.seconds) * 10) / 10,
  };
}

function oneMore({ done, total }: JobProgress['segments']): JobProgress['segments'] {
  return { done: done + 1, total };
}
