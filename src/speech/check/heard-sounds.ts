import { textStart } from '../../text/text-start.ts';
import { ServiceDownError } from '../call/provider-errors.ts';
import type { SpeechProblem } from './judge-speech.ts';
import type { SpeechMeasure } from './measure/measure-speech.ts';

/** Syllables of audio that no two texts share. */
const minDistinctSyllables = 12;
/** Share of common words from which two longer texts may sound alike ("Chapter 21, …" and "Chapter Twenty-One, …"). */
const maxCommonShare = 0.5;

/** A text that was spoken. */
export interface SpokenSource {
  /** What is heard of it. */
  readonly text: string;
  /** The text that was requested. With a lexicon, it is not what is heard. */
  readonly requested: string;
  /** Text of the segment that it is, or is a part of. */
  readonly segment: string;
}

interface HeardSound {
  readonly source: SpokenSource;
  state: 'judged' | 'accepted' | 'refused';
  /** Answers with this sound to each other text. */
  readonly others: Map<string, number>;
}

/** One of two texts was accepted with the audio of the other. Which one is not known, so both are requested again in the next run. */
export class SameAudioError extends ServiceDownError {
  /** Text of the segment that was accepted. */
  readonly otherSegment: string;

  constructor(text: string, other: SpokenSource) {
    super(
      `The service returned the same audio for two texts, so one of them is wrong: "${textStart(other.text)}" and ` +
        `"${textStart(text)}". Run again to request both again.`,
    );
    this.otherSegment = other.segment;
  }
}

/** A text for which the same sound was returned, and what that makes of the sound. */
export interface SameSound {
  readonly source: SpokenSource;
  readonly problem: SpeechProblem;
  /** The sound was accepted for the other text, and is returned for this one again: the other one must be asked for again. */
  readonly isSuspect: boolean;
}

const sameMessage = 'The audio is the same as that of another text.';

/** The sounds that a service returned in a run, to notice one that is returned for different texts. */
export class HeardSounds {
  readonly #sounds = new Map<string, HeardSound>();

  /**
   * Records an answer, and returns another text for which the service returned the same sound, or undefined. Throws
   * `SameAudioError` when that happens again to a sound that was accepted: then it was accepted wrongly.
   */
  add(source: SpokenSource, { fingerprint, syllables }: SpeechMeasure): SameSound | undefined {
    if (fingerprint === undefined) return undefined;
    const heard = this.#sounds.get(fingerprint);
    const isDistinct = syllables >= minDistinctSyllables;
    // A short sound that did not fit the first text may be that of the second.
    if (!heard || (heard.state === 'refused' && !isDistinct)) {
      this.#sounds.set(fingerprint, { source, state: 'judged', others: new Map() });
      return undefined;
    }
    if ((isDistinct ? mayBeAlike : haveSameWords)(heard.source.text, source.text)) return undefined;
    heard.others.set(source.text, (heard.others.get(source.text) ?? 0) + 1);
    return sameSound(source.text, heard, { isDistinct });
  }

  /** Records whether audio was accepted for a text. */
  settle(text: string, { fingerprint }: SpeechMeasure, state: 'accepted' | 'refused'): void {
    const heard = this.#sounds.get(fingerprint ?? '');
    if (heard?.source.text === text) heard.state = state;
  }
}

function sameSound(text: string, heard: HeardSound, { isDistinct }: { readonly isDistinct: boolean }): SameSound {
  const isAccepted = heard.state === 'accepted';
  const answers = [...heard.others.values()].reduce((sum, count) => sum + count, 0);
  if (isDistinct && isAccepted && answers > 1) throw new SameAudioError(text, heard.source);
  const problem = { message: sameMessage, grade: isDistinct ? 'wrong' : 'slight', isOfOtherText: true } as const;
  return { source: heard.source, problem, isSuspect: isAccepted && (heard.others.get(text) ?? 0) > 1 };
}

function mayBeAlike(first: string, second: string): boolean {
  const [one, other] = [wordsOf(first), wordsOf(second)];
  return commonWords(one, other) >= Math.min(one.size, other.size) * maxCommonShare;
}

/** Short texts share half of their words by an article. Those that sound alike are only asked for again. */
function haveSameWords(first: string, second: string): boolean {
  const [one, other] = [wordsOf(first), wordsOf(second)];
  return commonWords(one, other) === Math.max(one.size, other.size);
}

function commonWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((word) => other.has(word)).length;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}
