import type { ProgressEvent } from '../progress.ts';

type PlanMade = Extract<ProgressEvent, { type: 'plan-made' }>;

/** The speech of a run that is not made yet. */
export interface SpeechToMake {
  /** `ms` is the working time. */
  readonly count: (event: ProgressEvent, ms: number) => void;
  /** Returns the characters that are neither made nor stored. */
  readonly characters: () => number;
  readonly charactersPerRequest: () => number;
  /** Returns the milliseconds in which the rest of the stored speech will be written, or undefined before some of it was. */
  readonly writingMs: () => number | undefined;
}

/** Counts what has yet to be made. Speech is written in order, but made out of it. */
export function speechToMake(plan?: PlanMade): SpeechToMake {
  const { characters = 0, storedCharacters = 0, segments = 0, stored = 0 } = plan ?? {};
  const open = new Set<number>();
  const ahead = new Map<number, number>();
  let written = 0;
  const fromStore = { characters: 0, alone: 0, aloneMs: 0 };
  let lastMs = 0;
  const writtenFromStore = (length: number, ms: number): void => {
    fromStore.characters += length;
    // Beside a request it takes no time of its own.
    if (open.size > 0) return;
    fromStore.alone += length;
    fromStore.aloneMs += ms - lastMs;
  };
  const storedLeft = (): number => Math.max(0, storedCharacters - fromStore.characters);
  return {
    count(event, ms) {
      if (event.type === 'request-start') {
        open.add(event.segment);
        // Audio that was refused is requested again.
        ahead.delete(event.segment);
      }
      if (event.type === 'request-end') {
        open.delete(event.segment);
        if (!event.failed) ahead.set(event.segment, event.characters);
      }
      if (event.type === 'segment-spoken') {
        ahead.delete(event.segment);
        written += event.characters;
        if (event.stored) writtenFromStore(event.characters, ms);
      }
      lastMs = ms;
    },
    characters() {
      const aheadCharacters = [...ahead.values()].reduce((sum, length) => sum + length, 0);
      return Math.max(0, characters - written - storedLeft() - aheadCharacters);
    },
    charactersPerRequest: () => Math.max(1, (characters - storedCharacters) / Math.max(1, segments - stored)),
    writingMs() {
      const left = storedLeft();
      if (left === 0) return 0;
      return fromStore.alone === 0 ? undefined : (left * fromStore.aloneMs) / fromStore.alone;
    },
  };
}
