import { textStart } from '../../text/text-start.ts';
import { ServiceDownError } from '../call/provider-errors.ts';
import type { SpeechProblem } from './judge-speech.ts';
import type { SpeechMeasure } from './measure/measure-speech.ts';
import { foldedWords } from './repeats-itself.ts';
import { maxCommonShare, maxQuestions, minDistinctSyllables } from './limits.ts';

/** A text that was spoken. */
export interface SpokenSource {
  /** The text as it is heard. */
  readonly text: string;
  /** The text that was requested. With a lexicon, it is not what is heard. */
  readonly requested: string;
  /** Text of the segment that it is, or is a part of. */
  readonly segment: string;
}

interface HeardSound {
  source: SpokenSource;
  state: 'judged' | 'accepted' | 'refused';
  /** Other texts that were answered with this sound, and how often. The latest is the last. */
  readonly others: Map<string, { readonly source: SpokenSource; readonly count: number }>;
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
  /** The sound was accepted for the other text, and returned for another one again: the first may have been accepted wrongly. */
  readonly isSuspect: boolean;
  /** The sound was returned for both texts, for neither of them accepted, and for this one, the first, again. */
  readonly isDisputed: boolean;
}

const sameMessage = 'The audio is the same as that of another text.';

/** The sounds that a service returned in a run, to notice one that is returned for different texts. */
export class HeardSounds {
  readonly #sounds = new Map<string, HeardSound>();
  readonly #undecided = new Set<HeardSound>();

  /** Records an answer, and returns another text for which the service returned the same sound, or undefined. */
  add(source: SpokenSource, { fingerprint, syllables }: SpeechMeasure): SameSound | undefined {
    if (fingerprint === undefined) return undefined;
    const heard = this.#sounds.get(fingerprint);
    const isDistinct = syllables >= minDistinctSyllables;
    // A short sound that did not fit the first text may be that of the second.
    if (!heard || (heard.state === 'refused' && !isDistinct)) {
      const first: HeardSound = { source, state: 'judged', others: new Map() };
      this.#sounds.set(fingerprint, first);
      this.#undecided.add(first);
      return undefined;
    }
    if (heard.source.text === source.text) return isDistinct ? disputed(heard) : undefined;
    return addOther(heard, source, { isDistinct });
  }

  /** Records to which of two texts a sound belongs. */
  decide({ fingerprint = '' }: SpeechMeasure, owner: SpokenSource): void {
    const heard = this.#sounds.get(fingerprint);
    if (!heard) return;
    heard.source = owner;
    heard.others.clear();
  }

  /** Records that audio was accepted for a text: what else was returned for it can be of another one. */
  accept(text: string, { fingerprint }: SpeechMeasure): void {
    for (const heard of this.#undecided) {
      if (heard.source.text !== text) continue;
      this.#undecided.delete(heard);
      heard.state = heard === this.#sounds.get(fingerprint ?? '') ? 'accepted' : 'refused';
    }
  }

  /** Records that audio cannot be of a text. */
  refuse(text: string, { fingerprint }: SpeechMeasure): void {
    const heard = this.#sounds.get(fingerprint ?? '');
    if (heard?.source.text === text) heard.state = 'refused';
  }
}

/** Reports whether a text has a sound: asks for its audio until two answers agree, because a service that mixes texts up may do so again. */
export async function hasSound({ fingerprint }: SpeechMeasure, ask: () => Promise<SpeechMeasure>): Promise<boolean> {
  const others = new Set<string | undefined>();
  for (let question = 0; question < maxQuestions; question += 1) {
    const answer = await ask();
    if (answer.fingerprint === fingerprint) return true;
    if (others.has(answer.fingerprint)) return false;
    others.add(answer.fingerprint);
  }
  return false;
}

function addOther(
  heard: HeardSound,
  source: SpokenSource,
  { isDistinct }: { readonly isDistinct: boolean },
): SameSound | undefined {
  const { text } = source;
  if ((isDistinct ? mayBeAlike : haveSameWords)(heard.source.text, text)) return undefined;
  const count = 1 + (heard.others.get(text)?.count ?? 0);
  heard.others.delete(text);
  heard.others.set(text, { source, count });
  return sameSound(text, heard, { isDistinct });
}

function sameSound(text: string, heard: HeardSound, { isDistinct }: { readonly isDistinct: boolean }): SameSound {
  const problem = { message: sameMessage, grade: isDistinct ? 'wrong' : 'slight', kind: 'other-text' } as const;
  const counts = [...heard.others.values()].map(({ count }) => count);
  // Short texts can sound alike, so a short sound must be returned for the same text again.
  const answers = isDistinct ? counts.reduce((sum, count) => sum + count, 0) : (heard.others.get(text)?.count ?? 0);
  return { source: heard.source, problem, isSuspect: heard.state === 'accepted' && answers > 1, isDisputed: false };
}

function disputed({ state, others }: HeardSound): SameSound | undefined {
  const other = [...others.values()].at(-1);
  if (!other || state === 'accepted') return undefined;
  const problem = { message: sameMessage, grade: 'wrong', kind: 'other-text' } as const;
  return { source: other.source, problem, isSuspect: false, isDisputed: true };
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
