import { clock } from '../shell/words.ts';
import { chapterIndex, playable, seek } from './player.ts';

/** The chapters of the book in the player: each leads to its beginning. */
export function ChapterList() {
  const marks = playable.value?.marks ?? [];
  return (
    <ol class="chapter-list">
      {marks.map(({ title, startSeconds }, index) => (
        <li key={startSeconds}>
          <button
            type="button"
            aria-current={index === chapterIndex.value ? 'true' : undefined}
            onClick={() => seek(startSeconds)}
          >
            <span dir="auto">{title}</span>
            <span class="hint number">{clock(startSeconds)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
