import { signal } from '@preact/signals';
import { scrolling } from '../shell/scrolling.ts';

/** Whether the text scrolls to the sentence that is heard. A touch of the page stops that. */
export const isFollowing = signal(true);

/** Scrolls to the sentence that is heard, and follows it from now on. */
export function followText(): void {
  isFollowing.value = true;
  document.querySelector('.text-pane .spoken')?.scrollIntoView({ block: 'center', behavior: scrolling() });
}

const scrollKeys = new Set(['PageUp', 'PageDown', 'Home', 'End', 'ArrowUp', 'ArrowDown']);

function stop(): void {
  isFollowing.value = false;
}

/** Lets whatever scrolls the page end the following, until the text is left. Returns how to end that. */
export function stopFollowingAtTouch(): () => void {
  const controller = new AbortController();
  const options = { passive: true, signal: controller.signal };
  window.addEventListener('wheel', stop, options);
  window.addEventListener(
    'touchmove',
    ({ target }) => {
      // A finger on the player drags its bar.
      if (!(target instanceof Element && target.closest('.player'))) stop();
    },
    options,
  );
  window.addEventListener(
    'pointerdown',
    (event) => {
      // The bar of the window.
      if (event.target === document.documentElement) stop();
    },
    options,
  );
  window.addEventListener(
    'keydown',
    (event) => {
      if (scrollKeys.has(event.key) && !event.defaultPrevented) stop();
    },
    options,
  );
  return () => {
    controller.abort();
    isFollowing.value = true;
  };
}
