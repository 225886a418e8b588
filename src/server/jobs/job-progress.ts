import type { ProgressEvent, ProgressListener } from '../../core/progress.ts';
import { timeLeft } from '../../core/time-left/time-left.ts';

/** A wait for the speech provider. Times are in ISO 8601. */
export interface JobWait {
  readonly reason: string;
  readonly since: string;
  /** The time at which the conversion fails if the provider is still down. */
  readonly until?: string | undefined;
}

/** A request that failed and is sent again. `at` is in ISO 8601. */
export interface JobRetry {
  readonly reason: string;
  readonly attempt: number;
  readonly at: string;
}

/** The chapter that is spoken. `number` is its number in the book, `track` its position in the output. */
export interface JobChapter {
  readonly number: number;
  readonly track: number;
  readonly title: string;
  readonly segments: { readonly done: number; readonly total: number };
}

/** Progress of a conversion. */
export interface JobProgress {
  readonly stage: 'reading' | 'speaking' | 'finishing';
  readonly chapter?: JobChapter | undefined;
  /** The chapter whose script a language model writes at the moment. */
  readonly writing?: { readonly track: number; readonly title: string } | undefined;
  readonly chapters: number;
  readonly segments: { readonly done: number; readonly total: number };
  readonly characters: { readonly done: number; readonly total: number };
  /** 0 to 100, by characters. */
  readonly percent: number;
  /** Length of the audio so far. */
  readonly audioSeconds: number;
  /** Present while the conversion waits for the speech provider. */
  readonly waiting?: JobWait | undefined;
  /** Present from a failed request until something is spoken or written. */
  readonly retry?: JobRetry | undefined;
  /** Requests that were sent again. */
  readonly retries: number;
  /** Estimated seconds left. Undefined before some requests were answered, unless an earlier run has measured the voice. */
  readonly etaSeconds?: number | undefined;
}

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
  if (event.type === 'assembly-start') return { ...before, stage: 'finishing', percent: 100 };
  return { ...before, ...hindrance(before, event), ...scriptStep(event) };
}

/** Returns what an event changes about what the conversion waits for. */
function hindrance({ retries }: JobProgress, event: ProgressEvent): Partial<JobProgress> {
  if (event.type === 'provider-wait') return { waiting: waitOf(event) };
  if (event.type === 'provider-ready' || event.type === 'book-read') return { waiting: undefined };
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

function afterPlan(before: JobProgress, { chapters, segments, characters }: EventOf<'plan-made'>): JobProgress {
  return {
    ...before,
    stage: 'speaking',
    chapters,
    segments: { done: 0, total: segments },
    characters: { done: 0, total: characters },
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
