import { computed, signal } from '@preact/signals';
import { strings } from '../strings.ts';
import { attachFile, attachNothing, attachStream, audio } from './audio-element.ts';
import { openBookmarks } from './bookmarks.ts';
import { lastBefore } from './playable.ts';
import type { Playable } from './playable.ts';
import { keptPosition, keepPosition } from './position.ts';
import type { KeptPlace } from './position.ts';

/** The book in the player. */
export const playable = signal<Playable | undefined>(undefined);
/** The position of playback, in seconds from the beginning of the book. */
export const position = signal(0);
/** Seconds of the book that can be heard. */
export const madeSeconds = signal(0);
/** Whether it plays, or wants to. */
export const isPlaying = signal(false);
/** Whether it waits for sound. */
export const isStalled = signal(false);
/** Speed: 1 is as recorded. A book keeps its own; one that was never played has the speed that was chosen last. */
export const rate = signal(lastRate());
/** Seconds that the skip buttons, keys and media keys go. */
export const skipSeconds = { back: 15, forward: 30 };
export const playerError = signal<unknown>(undefined);

/** Index of the chapter that is heard, or -1. */
export const chapterIndex = computed(() => lastBefore(playable.value?.marks ?? [], position.value + 0.05));

let track = 0;
/** The position at which the file begins when it is loaded. */
let startAt = 0;

/** Puts a book into the player, where it was left. The same book stays as it is, with what is new about it. */
export async function load(book: Playable): Promise<void> {
  const before = playable.peek();
  playable.value = book;
  const isSame = before?.id === book.id && (before.stream === undefined) === (book.stream === undefined);
  // A stream that became a file goes on as a stream until its end.
  if (isSame || (before?.id === book.id && isPlaying.peek())) return;
  playerError.value = undefined;
  isPlaying.value = false;
  audio.pause();
  const kept = await keptPosition(book.id, book.stream === undefined);
  if (playable.peek()?.id !== book.id) return;
  takeUp(book.id, kept);
  if (book.stream === undefined) openTrack(position.peek());
  else {
    track = 0;
    startAt = position.peek();
    attachStream(book.stream, { onReady: goOn, onFailure: fail });
  }
}

/** Takes a book up where it was left. */
function takeUp(id: string, { place, shared }: KeptPlace): void {
  position.value = place.seconds;
  rate.value = place.speed ?? lastRate();
  openBookmarks(id, shared);
}

/** Puts a book into the player, unless another one plays: that goes on until this one is asked for. */
export async function offer(book: Playable): Promise<void> {
  const isOther = isPlaying.peek() && playable.peek()?.id !== book.id;
  if (!isOther) await load(book);
}

/** Takes a book out of the player, where it is in it. */
export function unload(id: string): void {
  if (playable.peek()?.id === id) empty();
}

/** Takes whatever it is out of the player. */
export function empty(): void {
  audio.pause();
  playable.value = undefined;
  attachNothing();
}

/** Starts or stops the sound. */
export function toggle(): void {
  if (audio.paused) void start();
  else audio.pause();
}

/** Starts the sound. */
export async function start(): Promise<void> {
  isPlaying.value = true;
  playerError.value = undefined;
  try {
    await audio.play();
  } catch (error) {
    const isReplaced = error instanceof DOMException && error.name === 'AbortError';
    if (isReplaced) return;
    isPlaying.value = false;
    if (!(error instanceof DOMException && error.name === 'NotAllowedError')) fail(error);
  }
}

/** Goes to a time of the book. */
export function seek(seconds: number): void {
  const book = playable.peek();
  if (!book) return;
  const end = book.stream === undefined ? book.seconds : Math.max(0, madeSeconds.peek() - 0.5);
  const to = Math.max(0, Math.min(seconds, end));
  position.value = to;
  if (book.stream === undefined && lastBefore(book.tracks, to) !== track) openTrack(to);
  else audio.currentTime = to - trackStart();
  keep();
}

/** Goes forward, or back. */
export function skip(seconds: number): void {
  seek(position.peek() + seconds);
}

/** Goes to the next chapter, or to the start of this one, and from there to the one before. */
export function skipChapter(step: 1 | -1): void {
  const marks = playable.peek()?.marks ?? [];
  const current = chapterIndex.peek();
  const isInside = position.peek() - (marks[current]?.startSeconds ?? 0) > 3;
  const target = marks[step === 1 ? current + 1 : Math.max(0, isInside ? current : current - 1)];
  if (target) seek(target.startSeconds);
}

/** Changes the speed of this book, from 0.5 to 3. */
export function setRate(next: number): void {
  rate.value = Math.round(Math.min(3, Math.max(0.5, next)) * 20) / 20;
  audio.playbackRate = rate.value;
  localStorage.setItem('audiobook.rate', String(rate.value));
  keep({ now: true });
}

function lastRate(): number {
  return Number(localStorage.getItem('audiobook.rate') ?? 1) || 1;
}

/** Starts what was to be played before it was there. */
function goOn(): void {
  if (isPlaying.peek()) void start();
}

function openTrack(seconds: number): void {
  const tracks = playable.peek()?.tracks ?? [];
  track = Math.max(0, lastBefore(tracks, seconds));
  const next = tracks[track];
  if (!next) return;
  startAt = seconds - next.startSeconds;
  attachFile(next.url);
  goOn();
}

function trackStart(): number {
  return playable.peek()?.tracks[track]?.startSeconds ?? 0;
}

function keep({ now = false } = {}): void {
  const book = playable.peek();
  if (!book || audio.readyState === 0) return;
  const isFinished = book.stream === undefined;
  keepPosition(book.id, { seconds: position.peek(), speed: rate.peek(), isFinished, now });
}

function fail(error: unknown): void {
  playerError.value = error;
  isPlaying.value = false;
}

function readMade(): void {
  const book = playable.peek();
  if (!book) return;
  const { seekable } = audio;
  const end = seekable.length === 0 ? 0 : seekable.end(seekable.length - 1);
  madeSeconds.value = book.stream === undefined ? book.seconds : Math.max(end, audio.currentTime);
}

audio.addEventListener('loadedmetadata', () => {
  audio.playbackRate = rate.peek();
  if (Math.abs(audio.currentTime - startAt) > 0.2) audio.currentTime = startAt;
  readMade();
});
audio.addEventListener('timeupdate', () => {
  const book = playable.peek();
  if (!book || audio.readyState === 0) return;
  position.value = audio.currentTime + trackStart();
  readMade();
  keep();
});
audio.addEventListener('progress', readMade);
audio.addEventListener('durationchange', readMade);
audio.addEventListener('play', () => {
  isPlaying.value = true;
});
audio.addEventListener('pause', () => {
  if (audio.ended) return;
  isPlaying.value = false;
  keep({ now: true });
});
audio.addEventListener('waiting', () => {
  isStalled.value = true;
});
audio.addEventListener('playing', () => {
  isStalled.value = false;
});
audio.addEventListener('ended', () => {
  const book = playable.peek();
  const next = book?.tracks[track + 1];
  if (book?.stream === undefined && next) openTrack(next.startSeconds);
  else isPlaying.value = false;
});
audio.addEventListener('error', () => {
  if (audio.error) fail(new Error(strings.player.failed));
});
window.addEventListener('pagehide', () => keep({ now: true }));
