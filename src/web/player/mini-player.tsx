import { addressOf } from '../api/call.ts';
import { PauseIcon, PlayIcon } from '../shell/icons.tsx';
import { route } from '../shell/route.ts';
import { strings } from '../strings.ts';
import { isPlaying, playable, toggle } from './player.ts';

/** The book that plays while another place is seen. */
export function MiniPlayer() {
  const book = playable.value;
  if (!book || !isPlaying.value || route.value.id === book.id) return null;
  return (
    <aside class="mini" aria-label={strings.player.name(book.title)}>
      <button
        type="button"
        class="button main round"
        aria-label={isPlaying.value ? strings.player.pause : strings.player.play}
        onClick={toggle}
      >
        {isPlaying.value ? <PauseIcon /> : <PlayIcon />}
      </button>
      <a href={addressOf(`${book.stream === undefined ? 'listen' : 'jobs'}/${book.id}`)} data-place dir="auto">
        {book.title}
      </a>
    </aside>
  );
}
