/** Returns how the page scrolls by itself: without motion for people who want none. */
export function scrolling(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}
