import { textStart } from '../../text/text-start.ts';
import { ServiceDownError } from '../call/provider-errors.ts';
import type { SpeechProblem } from './judge-speech.ts';
import type { SpeechMeasure } from './measure-speech.ts';

/** Syllables of audio that no two texts share. */
const minDistinctSyllables = 12;
/** Share of common words above which two texts may sound alike ("Chapter 21" and "Chapter Twenty-One"). */
const maxCommonShare = 0.5;

interface HeardSound {
  readonly text: string;
  state: 'judged' | 'accepted' | 'refused';
  /** Answers to other texts with this sound. */
  others: number;
}

/** One of two texts was accepted with the audio of the other. Which one is not known, so both are requested again in the next run. */
export class SameAudioError extends ServiceDownError {
  /** The text that was accepted. */
  readonly otherText: string;

  constructor(text: string, otherText: string) {
    super(
      `The service returned the same audio for two texts, so one of them is wrong: "${textStart(otherText)}" and ` +
        `"${textStart(text)}". Run again to request both again.`,
    );
    this.otherText = otherText;
  }
}

/** A text for which the same sound was returned, and what that makes of the sound. */
export interface SameSound {
  readonly text: string;
  readonly problem: SpeechProblem;
}

const sameMessage = 'The audio is the same as that of another text.';

/** The sounds that a service returned in a run, to notice one that is returned for different texts. */
export class HeardSounds {
  readonly #sounds = new Map<string, HeardSound>();

  /**
   * Records an answer, and returns another text for which the service returned the same sound, or undefined. Throws
   * `SameAudioError` when that happens again to a sound that was accepted: then it was accepted wrongly.
   */
  add(text: string, { fingerprint, syllables }: SpeechMeasure): SameSound | undefined {
    if (fingerprint === undefined) return undefined;
    const heard = this.#sounds.get(fingerprint);
    const isDistinct = syllables >= minDistinctSyllables;
    // A short sound that did not fit the first text may be that of the second.
    if (!heard || (heard.state === 'refused' && !isDistinct)) {
      this.#sounds.set(fingerprint, { text, state: 'judged', others: 0 });
      return undefined;
    }
    if (mayBeAlike(heard.text, text)) return undefined;
    heard.others += 1;
    return sameSound(text, heard, { isDistinct });
  }

  /** Records whether audio was accepted for a text. */
  settle(text: string, { fingerprint }: SpeechMeasure, state: 'accepted' | 'refused'): void {
    const heard = this.#sounds.get(fingerprint ?? '');
    if (heard?.text === text) heard.state = state;
  }
}

function sameSound(text: string, heard: HeardSound, { isDistinct }: { readonly isDistinct: boolean }): SameSound {
  if (isDistinct && heard.state === 'accepted' && heard.others > 1) throw new SameAudioError(text, heard.text);
  const problem = { message: sameMessage, grade: isDistinct ? 'wrong' : 'slight' } as const;
  return { text: heard.text, problem };
}

function mayBeAlike(first: string, second: string): boolean {
  const [one, other] = [wordsOf(first), wordsOf(second)];
  const common = [...one].filter((word) => other.has(word)).length;
  return common >= Math.min(one.size, other.size) * maxCommonShare;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}
