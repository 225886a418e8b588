import { effect, signal } from '@preact/signals';
import { audio } from './audio-element.ts';
import { chapterIndex, isPlaying } from './player.ts';

/** Minutes until the sound stops, or the end of the chapter. */
export const sleepChoices = ['15', '30', '45', '60', 'chapter'] as const;

/** Minutes left, or `chapter`. Undefined when the timer is off. */
export const sleepLeft = signal<number | 'chapter' | undefined>(undefined);

let endMs = 0;
let timer: ReturnType<typeof setInterval> | undefined;
let chapterAtStart = -1;

/** Sets the sleep timer to minutes or `chapter`, or turns it off. */
export function setSleep(choice: string): void {
  if (choice === 'on') return;
  clearInterval(timer);
  audio.volume = 1;
  sleepLeft.value = choice === '' ? undefined : choice === 'chapter' ? 'chapter' : Number(choice);
  chapterAtStart = chapterIndex.peek();
  if (typeof sleepLeft.value !== 'number') return;
  endMs = Date.now() + sleepLeft.value * 60_000;
  timer = setInterval(tick, 1000);
}

/** The sound fades in the last seconds. */
const fadeMs = 10_000;

function tick(): void {
  const leftMs = endMs - Date.now();
  if (leftMs <= 0) {
    sleep();
    return;
  }
  sleepLeft.value = Math.ceil(leftMs / 60_000);
  audio.volume = Math.min(1, leftMs / fadeMs);
}

function sleep(): void {
  audio.pause();
  setSleep('');
}

effect(() => {
  const current = chapterIndex.value;
  if (sleepLeft.peek() === 'chapter' && isPlaying.peek() && current > chapterAtStart) sleep();
});
