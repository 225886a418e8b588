import { clock, timeInWords } from '../shell/words.ts';
import { strings } from '../strings.ts';
import { madeSeconds, playable, position, seek } from './player.ts';

/** The position in the book: what was played, what is made, and what is missing are three tones. */
export function SeekBar() {
  const book = playable.value;
  if (!book) return null;
  const total = Math.max(book.seconds, madeSeconds.value, 1);
  const percent = (seconds: number): string => `${(Math.min(seconds, total) / total) * 100}%`;
  return (
    <div class="seek">
      <input
        type="range"
        min={0}
        max={Math.ceil(total)}
        step={1}
        value={Math.floor(position.value)}
        aria-label={strings.player.position}
        aria-valuetext={strings.player.at(timeInWords(position.value), timeInWords(total))}
        style={{ '--played': percent(position.value), '--made': percent(madeSeconds.value) }}
        onInput={({ currentTarget }) => seek(Number(currentTarget.value))}
      />
      <div class="seek-times number">
        <span>{clock(position.value)}</span>
        <span>{book.stream === undefined ? `-${clock(total - position.value)}` : strings.player.of(clock(total))}</span>
      </div>
    </div>
  );
}
