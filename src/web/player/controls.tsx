import { BackIcon, ForwardIcon, NextIcon, PauseIcon, PlayIcon, PreviousIcon } from '../shell/icons.tsx';
import { FailureNote } from '../shell/failure-note.tsx';
import { strings } from '../strings.ts';
import { chapterIndex, isPlaying, isStalled, playable, playerError, skip, skipChapter, toggle } from './player.ts';
import { RateButton, SleepButton } from './extras.tsx';
import { SeekBar } from './seek-bar.tsx';

/** Seconds of the two skip buttons. */
const skipSeconds = { back: 15, forward: 30 };

/** The player: the bar, the buttons, and what it waits for. */
export function Controls() {
  const book = playable.value;
  if (!book) return null;
  const chapter = book.marks[chapterIndex.value];
  return (
    <div class="player" role="group" aria-label={strings.player.name(book.title)}>
      <p class="player-chapter" dir="auto">
        {chapter?.title ?? book.title}
      </p>
      <SeekBar />
      <div class="player-buttons">
        <button
          type="button"
          class="button bare round"
          aria-label={strings.player.previous}
          onClick={() => skipChapter(-1)}
        >
          <PreviousIcon />
        </button>
        <button
          type="button"
          class="button bare round"
          aria-label={strings.player.back(skipSeconds.back)}
          onClick={() => skip(-skipSeconds.back)}
        >
          <BackIcon />
        </button>
        <PlayButton />
        <button
          type="button"
          class="button bare round"
          aria-label={strings.player.forward(skipSeconds.forward)}
          onClick={() => skip(skipSeconds.forward)}
        >
          <ForwardIcon />
        </button>
        <button type="button" class="button bare round" aria-label={strings.player.next} onClick={() => skipChapter(1)}>
          <NextIcon />
        </button>
      </div>
      <div class="player-choices">
        <RateButton />
        <SleepButton />
      </div>
      {isPlaying.value && isStalled.value && <p class="hint">{strings.player.stalled}</p>}
      {playerError.value !== undefined && <FailureNote error={playerError.value} />}
    </div>
  );
}

function PlayButton() {
  const label = isPlaying.value ? strings.player.pause : strings.player.play;
  return (
    <button type="button" class="button main round play" aria-label={label} onClick={toggle}>
      {isPlaying.value ? <PauseIcon /> : <PlayIcon />}
    </button>
  );
}
