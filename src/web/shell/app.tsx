import { useEffect } from 'preact/hooks';
import { needsToken } from '../api/call.ts';
import { Feeds } from '../library/feeds.tsx';
import { Library } from '../library/library.tsx';
import { Listen } from '../library/listen.tsx';
import { Make } from '../make/make.tsx';
import { watchJobs } from '../now/jobs.ts';
import { Now } from '../now/now.tsx';
import { followMediaKeys } from '../player/media-session.ts';
import { MiniPlayer } from '../player/mini-player.tsx';
import { followKeys, KeyHelp } from '../player/shortcuts.tsx';
import { strings } from '../strings.ts';
import { Announcer } from './announcer.tsx';
import { route } from './route.ts';
import { UndoNote } from './ask/undo-note.tsx';
import { readSession } from './session.ts';
import { SignedIn } from './signed-in.tsx';
import { TokenQuestion } from './token-question.tsx';
import { Top } from './top.tsx';

/** The whole page: its top, the place it is at, and what is asked or said over all places. */
export function App() {
  const isClosed = needsToken.value;
  const isWide = route.value.place === 'library' || route.value.place === 'listen';
  useEffect(() => {
    if (isClosed) return undefined;
    void readSession();
    return watchJobs();
  }, [isClosed]);
  useEffect(followMediaKeys, []);
  useEffect(followKeys, []);
  return (
    <>
      <a class="unseen skip" href="#content">
        {strings.skip}
      </a>
      <Top />
      <main id="content" tabIndex={-1} class={isWide ? 'wide' : undefined}>
        {isClosed ? <TokenQuestion /> : <PlaceOf />}
      </main>
      <UndoNote />
      <SignedIn />
      <MiniPlayer />
      <KeyHelp />
      <Announcer />
    </>
  );
}

function PlaceOf() {
  const { place } = route.value;
  if (place === 'make') return <Make />;
  if (place === 'library') return <Library />;
  if (place === 'feeds') return <Feeds />;
  return place === 'listen' ? <Listen /> : <Now />;
}
