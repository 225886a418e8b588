import { ServiceDownError } from '../call/provider-errors.ts';
import { textStart } from '../../text/text-start.ts';
import type { SpeechProblem } from './judge-speech.ts';
import type { SpeechMeasure } from './measure/measure-speech.ts';
import { foldedWords } from './doubled-words.ts';

/** Syllables of audio that no two texts share. */
const minDistinctSyllables = 12;

/** Share of common words from which two longer texts may sound alike ("Chapter 21, …" and "Chapter Twenty-One, …"). */
const maxCommonShare = 0.5;

/** Texts for which one sound may be kept: two may be mixed up, and are compared. A service that does it again is of no use. */
const maxOwners = 2;

/** A text for which a sound was returned. */
export interface SpokenSource {
  /** The text as it is heard. */
  readonly text: string;
  /** Text of the segment that it is, or is a part of. */
  readonly segment: string;
}

interface HeardSound {
  /** The texts for which it was returned, and what became of it. */
  readonly texts: Map<string, { readonly segment: string; state: 'returned' | 'kept' | 'refused' }>;
}

type Sound = Pick<SpeechMeasure, 'fingerprint' | 'syllables'>;

/** The sounds that a voice returned in a run, to notice one that is returned for different texts. */
export class HeardSounds {
  readonly #sounds = new Map<string, HeardSound>();

  /** Records that a sound was returned for a text. */
  add({ text, segment }: SpokenSource, { fingerprint }: Sound): void {
    if (fingerprint === undefined) return;
    const heard = this.#sounds.get(fingerprint) ?? { texts: new Map() };
    this.#sounds.set(fingerprint, heard);
    if (!heard.texts.has(text)) heard.texts.set(text, { segment, state: 'returned' });
  }

  /** Returns what is wrong with a sound that was returned for another text, too. Short texts can sound alike. */
  problem(text: string, sound: Sound): SpeechProblem | undefined {
    const isDistinct = sound.syllables >= minDistinctSyllables;
    const others = this.#others(text, sound).filter(([, { state }]) => isDistinct || state !== 'refused');
    if (others.length === 0) return undefined;
    const message = 'The audio is the same as that of another text.';
    return { message, grade: isDistinct ? 'wrong' : 'slight', kind: 'other-text' };
  }

  /**
   * Records that a sound was kept for a text. Returns the segments for which it was kept before: one of the two is wrong. Throws
   * `ServiceDownError` when the service returns it for every text.
   */
  keep(text: string, sound: Sound): readonly string[] {
    const owner = this.#sounds.get(sound.fingerprint ?? '')?.texts.get(text);
    if (owner) owner.state = 'kept';
    const others = this.#others(text, sound).filter(([, { state }]) => state === 'kept');
    const [other] = others;
    if (other && others.length >= maxOwners && sound.syllables >= minDistinctSyllables) {
      throw new ServiceDownError(
        `The service returns the same audio for different texts, "${textStart(other[0])}" and "${textStart(text)}" among them. ` +
          'Finished segments are kept.',
      );
    }
    return others.map(([, { segment }]) => segment);
  }

  /** Records that a sound cannot be of a text. */
  refuse(text: string, { fingerprint }: Sound): void {
    const owner = this.#sounds.get(fingerprint ?? '')?.texts.get(text);
    if (owner) owner.state = 'refused';
  }

  #others(text: string, { fingerprint, syllables }: Sound) {
    const areAlike = syllables >= minDistinctSyllables ? mayBeAlike : haveSameWords;
    return [...(this.#sounds.get(fingerprint ?? '')?.texts ?? [])].filter(([other]) => !areAlike(other, text));
  }
}

function mayBeAlike(first: string, second: string): boolean {
  const [one, other] = [new Set(foldedWords(first)), new Set(foldedWords(second))];
  return commonWords(one, other) >= Math.min(one.size, other.size) * maxCommonShare;
}

/** Short texts share half of their words by an article. Those that sound alike are only asked for again. */
function haveSameWords(first: string, second: string): boolean {
  const [one, other] = [new Set(foldedWords(first)), new Set(foldedWords(second))];
  return commonWords(one, other) === Math.max(one.size, other.size);
}

function commonWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((word) => other.has(word)).length;
}
