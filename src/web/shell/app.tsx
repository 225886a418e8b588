import { useEffect } from 'preact/hooks';
import { needsToken } from '../api/call.ts';
import { Make } from '../make/make.tsx';
import { watchJobs } from '../now/jobs.ts';
import { Now } from '../now/now.tsx';
import { strings } from '../strings.ts';
import { Announcer } from './announcer.tsx';
import { route } from './route.ts';
import { TokenQuestion } from './token-question.tsx';
import { Top } from './top.tsx';

/** The whole page: its top, the place it is at, and what is asked or said over all places. */
export function App() {
  const isClosed = needsToken.value;
  useEffect(() => (isClosed ? undefined : watchJobs()), [isClosed]);
  return (
    <>
      <a class="unseen skip" href="#content">
        {strings.skip}
      </a>
      <Top />
      <main id="content" tabIndex={-1}>
        {isClosed ? <TokenQuestion /> : <PlaceOf />}
      </main>
      <Announcer />
    </>
  );
}

function PlaceOf() {
  const { place } = route.value;
  return place === 'make' ? <Make /> : <Now />;
}
