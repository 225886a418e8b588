import { BackIcon, ForwardIcon, NextIcon, PauseIcon, PlayIcon, PreviousIcon } from '../shell/icons.tsx';
import { FailureNote } from '../shell/failure-note.tsx';
import { strings } from '../strings.ts';
import { followText, isFollowing } from './follow.ts';
import {
  chapterIndex,
  isPlaying,
  isStalled,
  playable,
  playerError,
  skip,
  skipChapter,
  skipSeconds,
  toggle,
} from './player.ts';
import { RateButton, SleepButton } from './extras.tsx';
import { SeekBar } from './seek-bar.tsx';

/** The player: the bar, the buttons, and what it waits for. On a phone it stays at the bottom of the screen. */
export function Controls() {
  const book = playable.value;
  if (!book) return null;
  const chapter = book.marks[chapterIndex.value];
  return (
    <div class="player" role="group" aria-label={strings.player.name(book.title)}>
      <p class="player-chapter" dir="auto">
        {chapter?.title ?? book.title}
      </p>
      {!isFollowing.value && (
        <button type="button" class="button player-follow" onClick={followText}>
          {strings.player.follow}
        </button>
      )}
      <SeekBar />
      <RateButton />
      <Buttons />
      <SleepButton />
      {isPlaying.value && isStalled.value && <p class="hint player-note">{strings.player.stalled}</p>}
      {playerError.value !== undefined && <FailureNote error={playerError.value} />}
    </div>
  );
}

function Buttons() {
  const { back, forward } = skipSeconds;
  const buttons = [
    { label: strings.player.previous, icon: <PreviousIcon />, act: () => skipChapter(-1) },
    { label: strings.player.back(back), icon: <BackIcon seconds={back} />, act: () => skip(-back) },
    undefined,
    { label: strings.player.forward(forward), icon: <ForwardIcon seconds={forward} />, act: () => skip(forward) },
    { label: strings.player.next, icon: <NextIcon />, act: () => skipChapter(1) },
  ];
  return (
    <div class="player-buttons">
      {buttons.map((button) =>
        button ? (
          <button
            key={button.label}
            type="button"
            class="button bare round"
            aria-label={button.label}
            onClick={button.act}
          >
            {button.icon}
          </button>
        ) : (
          <PlayButton key="play" />
        ),
      )}
    </div>
  );
}

/** Starts or stops the sound. */
export function PlayButton() {
  const label = isPlaying.value ? strings.player.pause : strings.player.play;
  return (
    <button type="button" class="button main round play" aria-label={label} onClick={toggle}>
      {isPlaying.value ? <PauseIcon /> : <PlayIcon />}
    </button>
  );
}

/** Puts a book into the player while another one plays. */
export function ListenButton({ onListen }: { readonly onListen: () => void }) {
  return (
    <div>
      <button type="button" class="button main" onClick={onListen}>
        {strings.player.listen}
      </button>
    </div>
  );
}
