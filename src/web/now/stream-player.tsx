import { useEffect } from 'preact/hooks';
import { addressOf, call } from '../api/call.ts';
import type { Chapters, Job } from '../api/types.ts';
import { Controls, ListenButton } from '../player/controls.tsx';
import type { Playable } from '../player/playable.ts';
import { isPlaying, load, madeSeconds, offer, playable } from '../player/player.ts';
import { strings } from '../strings.ts';
import { expectedLength, jobPart } from './job-words.ts';

/** The player of a book that is being made: it plays what exists. */
export function StreamPlayer({ job, title }: { readonly job: Job; readonly title: string }) {
  const { id, progress } = job;
  const canPlay = (progress?.audioSeconds ?? 0) > 0;
  const isHere = playable.value?.id === id;
  // Each time that more of it is made.
  useEffect(() => {
    if (canPlay) void offer(playableOf(job, title));
  }, [id, canPlay, Math.floor(jobPart(job) * 50)]);
  const hasSound = isHere && madeSeconds.value > 0;
  useEffect(() => {
    if (hasSound) void addMarks(id);
  }, [id, hasSound, progress?.chapter?.track]);
  if (isHere) return <Controls />;
  return <NotHere job={job} title={title} canPlay={canPlay} />;
}

/** What is there while another book is in the player. */
function NotHere({ job, title, canPlay }: { readonly job: Job; readonly title: string; readonly canPlay: boolean }) {
  if (canPlay && isPlaying.value) return <ListenButton onListen={() => void load(playableOf(job, title))} />;
  return job.state === 'done' ? null : <p class="hint">{strings.player.soon}</p>;
}

/** Returns what is known about the book by now. */
function playableOf(job: Job, title: string): Playable {
  const { id, progress } = job;
  const known = playable.peek();
  return {
    id,
    title,
    marks: known?.id === id ? known.marks : [],
    cover: addressOf(`jobs/${id}/cover`),
    seconds: progress ? expectedLength(progress) : 0,
    stream: addressOf(`jobs/${id}/listen.m3u8`),
    tracks: [],
  };
}

/** Adds the chapters that can be heard by now. */
async function addMarks(id: string): Promise<void> {
  const { chapters } = await call<Chapters>(`jobs/${id}/chapters`);
  const marks = chapters.map((chapter) => ({ title: chapter.title, startSeconds: chapter.startTime }));
  const book = playable.peek();
  if (book?.id === id) playable.value = { ...book, marks };
}
