import type { ProgressEvent, ProgressListener } from '../../core/progress.ts';

/** A wait for the speech provider. Times are in ISO 8601. */
export interface JobWait {
  readonly reason: string;
  readonly since: string;
  /** When the conversion fails if the provider is still down. */
  readonly until?: string | undefined;
}

/** Progress of a conversion. */
export interface JobProgress {
  readonly stage: 'reading' | 'speaking' | 'finishing';
  /** `number` is its number in the book, `track` its position in the output. */
  readonly chapter?: { readonly number: number; readonly track: number; readonly title: string } | undefined;
  readonly chapters: number;
  readonly segments: { readonly done: number; readonly total: number };
  readonly characters: { readonly done: number; readonly total: number };
  /** 0 to 100, by characters. */
  readonly percent: number;
  /** Length of the audio so far. */
  readonly audioSeconds: number;
  /** Present while the conversion waits for the speech provider. */
  readonly waiting?: JobWait | undefined;
  /** Estimated seconds left; undefined before a segment was synthesized. */
  readonly etaSeconds?: number | undefined;
}

/** Returns a counter that turns the events of a conversion into its progress. `now` is a clock in milliseconds. */
export function progressCounter(now: () => number): {
  readonly count: ProgressListener;
  readonly current: () => JobProgress;
} {
  let progress: JobProgress = start;
  let pace: { readonly sinceMs: number; characters: number } | undefined;
  const count = (event: ProgressEvent): void => {
    progress = next(progress, event);
    if (event.type === 'plan-made') pace = { sinceMs: now(), characters: 0 };
    if (event.type === 'segment-spoken' && pace && !event.stored) pace.characters += event.characters;
  };
  const current = (): JobProgress => {
    if (!pace || pace.characters === 0) return progress;
    const left = progress.characters.total - progress.characters.done;
    const seconds = (left / pace.characters) * ((now() - pace.sinceMs) / 1000);
    return { ...progress, etaSeconds: Math.max(0, Math.round(seconds)) };
  };
  return { count, current };
}

const start: JobProgress = {
  stage: 'reading',
  chapters: 0,
  segments: { done: 0, total: 0 },
  characters: { done: 0, total: 0 },
  percent: 0,
  audioSeconds: 0,
};

function next(before: JobProgress, event: ProgressEvent): JobProgress {
  if (event.type === 'plan-made') {
    const { chapters } = event;
    const segments = { done: 0, total: event.segments };
    return { ...before, stage: 'speaking', chapters, segments, characters: { done: 0, total: event.characters } };
  }
  if (event.type === 'chapter-start') {
    return { ...before, chapter: { number: event.number, track: event.chapter + 1, title: event.title } };
  }
  if (event.type === 'provider-wait') return { ...before, waiting: waitOf(event) };
  if (event.type === 'provider-ready' || event.type === 'book-read') return { ...before, waiting: undefined };
  if (event.type === 'segment-spoken') return afterSegment(before, event);
  if (event.type === 'assembly-start') return { ...before, stage: 'finishing', percent: 100 };
  return before;
}

function waitOf({ reason, sinceMs, untilMs }: Extract<ProgressEvent, { type: 'provider-wait' }>): JobWait {
  const until = untilMs === undefined ? undefined : new Date(untilMs).toISOString();
  return { reason, since: new Date(sinceMs).toISOString(), until };
}

function afterSegment(before: JobProgress, event: Extract<ProgressEvent, { type: 'segment-spoken' }>): JobProgress {
  const { segments, characters } = before;
  const done = Math.min(characters.total, characters.done + event.characters);
  return {
    ...before,
    segments: { ...segments, done: segments.done + 1 },
    characters: { ...characters, done },
    percent: characters.total === 0 ? 0 : Math.floor((done * 100) / characters.total),
    audioSeconds: Math.round((before.audioSeconds + event.seconds) * 10) / 10,
  };
}
