import { addressOf } from '../api/call.ts';
import type { Job } from '../api/types.ts';
import { activeJobs, hasBooks } from '../now/jobs.ts';
import { strings } from '../strings.ts';
import { BookIcon } from './icons.tsx';
import { route } from './route.ts';
import type { Place } from './route.ts';

/** The top of the page: its name and the places. */
export function Top() {
  return (
    <header class="top">
      <a class="name" href={addressOf('')} data-place>
        <BookIcon />
        {strings.name}
      </a>
      <Places />
    </header>
  );
}

const libraryPlaces: ReadonlySet<Place> = new Set(['library', 'listen', 'feeds']);

/** The places. One without anything in it is not shown. */
function Places() {
  const { place } = route.value;
  const jobs = activeJobs.value ?? [];
  const hasNow = jobs.length > 0 || place === 'now';
  const hasLibrary = hasBooks.value || libraryPlaces.has(place);
  if (!hasNow && !hasLibrary) return null;
  return (
    <nav aria-label={strings.nav}>
      <PlaceLink to="" name="make" />
      {hasNow && <PlaceLink to={nowPath(jobs)} name="now" />}
      {hasLibrary && <PlaceLink to="library" name="library" />}
    </nav>
  );
}

function nowPath(jobs: readonly Job[]): string {
  const [first] = jobs;
  return first && jobs.length === 1 ? `jobs/${first.id}` : 'jobs';
}

function PlaceLink({ to, name }: { readonly to: string; readonly name: keyof typeof strings.places }) {
  const { place } = route.value;
  const isHere = place === name || (libraryPlaces.has(place) && name === 'library');
  return (
    <a href={addressOf(to)} data-place aria-current={isHere ? 'page' : undefined}>
      {strings.places[name]}
    </a>
  );
}
