import { effect } from '@preact/signals';
import {
  chapterIndex,
  isPlaying,
  playable,
  position,
  rate,
  seek,
  skip,
  skipChapter,
  skipSeconds,
  start,
} from './player.ts';
import { audio } from './audio-element.ts';

/** Shows the book to the system, and follows its media keys. */
export function followMediaKeys(): void {
  if (!('mediaSession' in navigator)) return;
  const session = navigator.mediaSession;
  const actions: readonly (readonly [MediaSessionAction, MediaSessionActionHandler])[] = [
    ['play', () => void start()],
    ['pause', () => audio.pause()],
    ['seekbackward', ({ seekOffset }) => skip(-(seekOffset ?? skipSeconds.back))],
    ['seekforward', ({ seekOffset }) => skip(seekOffset ?? skipSeconds.forward)],
    ['previoustrack', () => skipChapter(-1)],
    ['nexttrack', () => skipChapter(1)],
    ['seekto', ({ seekTime }) => seek(seekTime ?? 0)],
  ];
  for (const [action, handler] of actions) session.setActionHandler(action, handler);
  effect(() => {
    const book = playable.value;
    if (!book) return;
    const artwork = book.cover === undefined ? [] : [{ src: book.cover }];
    const title = book.marks[chapterIndex.value]?.title ?? book.title;
    session.metadata = new MediaMetadata({ title, artist: book.author ?? '', album: book.title, artwork });
  });
  effect(() => {
    session.playbackState = isPlaying.value ? 'playing' : 'paused';
    const duration = playable.value?.seconds ?? 0;
    if (duration <= 0) return;
    session.setPositionState({ duration, playbackRate: rate.value, position: Math.min(position.peek(), duration) });
  });
}
