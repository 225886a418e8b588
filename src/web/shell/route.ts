import { computed, signal } from '@preact/signals';

/** The places of the page. */
export type Place = 'make' | 'now' | 'library' | 'listen' | 'feeds';

/** The current view, as in the address bar. */
export interface Route {
  readonly place: Place;
  /** Id of the job. */
  readonly id?: string | undefined;
}

const path = signal('');

/** The current view. */
export const route = computed(() => parseRoute(path.value));

/** Returns the route of a path below the base, such as `jobs/ID`. An unknown path leads to the start. */
function parseRoute(text: string): Route {
  const [first = '', id] = text.split('/').filter((part) => part !== '');
  if (first === 'jobs') return { place: 'now', id };
  if (first === 'library' || first === 'feeds') return { place: first };
  if (first === 'listen' && id !== undefined) return { place: 'listen', id };
  return { place: 'make' };
}

/** Goes to a path below the base, as a link does. */
export function go(to: string): void {
  history.pushState(undefined, '', new URL(to, document.baseURI));
  path.value = currentPath();
  window.scrollTo(0, 0);
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
}

/** Follows the address bar and the links of the page. */
export function startRouting(): void {
  path.value = currentPath();
  window.addEventListener('popstate', () => {
    path.value = currentPath();
  });
  document.addEventListener('click', (event) => {
    const to = ownLink(event);
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  });
}

/** Returns where a click leads inside the page, if it does. */
function ownLink(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return undefined;
  const link = event.target instanceof Element ? event.target.closest('a[data-place]') : undefined;
  return link instanceof HTMLAnchorElement ? link.href : undefined;
}

function currentPath(): string {
  return location.pathname.slice(new URL(document.baseURI).pathname.length);
}
