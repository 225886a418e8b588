import { addressOf } from '../api/call.ts';
import { activeJobs } from '../now/jobs.ts';
import { strings } from '../strings.ts';
import { BookIcon } from './icons.tsx';
import { route } from './route.ts';
import type { Place } from './route.ts';

/** The top of the page: its name and the places. A place without anything in it is not shown. */
export function Top() {
  const { place } = route.value;
  const [first, ...others] = activeJobs.value ?? [];
  const now = first && others.length === 0 ? `jobs/${first.id}` : 'jobs';
  const hasNow = first !== undefined || place === 'now';
  return (
    <header class="top">
      <a class="name" href={addressOf('')} data-place>
        <BookIcon />
        {strings.name}
      </a>
      {hasNow && (
        <nav aria-label={strings.nav}>
          <PlaceLink to="" name="make" />
          <PlaceLink to={now} name="now" />
        </nav>
      )}
    </header>
  );
}

function PlaceLink({ to, name }: { readonly to: string; readonly name: Exclude<Place, 'listen'> }) {
  const { place } = route.value;
  const isHere = place === name || (place === 'listen' && name === 'library');
  return (
    <a href={addressOf(to)} data-place aria-current={isHere ? 'page' : undefined}>
      {strings.places[name]}
    </a>
  );
}
