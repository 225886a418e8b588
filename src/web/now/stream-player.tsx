import { useEffect } from 'preact/hooks';
import { addressOf, call } from '../api/call.ts';
import type { Chapters, Job } from '../api/types.ts';
import { Controls } from '../player/controls.tsx';
import { load, madeSeconds, playable } from '../player/player.ts';
import { strings } from '../strings.ts';
import { jobPart } from './job-words.ts';

/** The player of a book that is being made: it plays what exists. */
export function StreamPlayer({ job, title }: { readonly job: Job; readonly title: string }) {
  const { id, progress, state } = job;
  const isHere = playable.value?.id === id;
  useFreshPlayable(job, title, (progress?.audioSeconds ?? 0) > 0);
  const hasSound = isHere && madeSeconds.value > 0;
  useEffect(() => {
    if (hasSound) void addMarks(id);
  }, [id, hasSound, progress?.chapter?.track]);
  if (isHere) return <Controls />;
  return state === 'done' ? null : <p class="hint">{strings.player.soon}</p>;
}

/** Puts what is known about the book into the player, each time that more of it is made. */
function useFreshPlayable(job: Job, title: string, canPlay: boolean): void {
  const { id, progress } = job;
  const part = Math.max(jobPart(job), 0.01);
  const audioSeconds = progress?.audioSeconds ?? 0;
  useEffect(() => {
    if (!canPlay) return;
    const known = playable.peek();
    void load({
      id,
      title,
      marks: known?.id === id ? known.marks : [],
      cover: addressOf(`jobs/${id}/cover`),
      seconds: Math.max(audioSeconds, audioSeconds / part),
      stream: addressOf(`jobs/${id}/listen.m3u8`),
      tracks: [],
    });
  }, [id, canPlay, Math.floor(part * 50)]);
}

/** Adds the chapters that can be heard by now. */
async function addMarks(id: string): Promise<void> {
  const { chapters } = await call<Chapters>(`jobs/${id}/chapters`);
  const marks = chapters.map((chapter) => ({ title: chapter.title, startSeconds: chapter.startTime }));
  const book = playable.peek();
  if (book?.id === id) playable.value = { ...book, marks };
}
