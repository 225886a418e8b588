import { addressOf } from '../api/call.ts';
import { CloseIcon } from '../shell/icons.tsx';
import { route } from '../shell/route.ts';
import { strings } from '../strings.ts';
import { PlayButton } from './controls.tsx';
import { empty, playable } from './player.ts';

/** The book in the player, while another place is seen. */
export function MiniPlayer() {
  const book = playable.value;
  if (!book || route.value.id === book.id) return null;
  return (
    <aside class="mini" aria-label={strings.player.name(book.title)}>
      <PlayButton />
      <a href={addressOf(`${book.stream === undefined ? 'listen' : 'jobs'}/${book.id}`)} data-place dir="auto">
        {book.title}
      </a>
      <button type="button" class="button bare round" aria-label={strings.player.close} onClick={empty}>
        <CloseIcon />
      </button>
    </aside>
  );
}
