import { stepSeconds } from '../../audio/envelope/envelope.ts';
import { textStart } from '../../text/text-start.ts';
import type { FinishedComparison } from './compare-finished.ts';
import type { HeardSegment, Finding } from '../hear/listening.ts';
import { isBad, isWhole } from '../hear/listening.ts';
import { upperConfidenceLimit } from '../hear/upper-confidence-limit.ts';
import type { VerifyMode } from '../options/verify-mode.ts';
import type { Assembly } from '../encode/assemble.ts';
import { rounded } from './rounding.ts';
import type { ChapterPosition } from '../script/script-gaps.ts';

/** A passage of the audio. */
export interface Passage extends ChapterPosition {
  /** Beginning of the text. */
  readonly text: string;
  /** Its position in the book, in seconds. */
  readonly startSeconds: number;
}

/** A passage that is not whole, or that the recognizer did not understand. `startSeconds` is where it goes wrong. */
export interface HeardText extends Passage {
  /** The fault: `lost`, `repeated`, `extra`, `other`, `silent` or `unclear`. */
  readonly verdict: string;
  /** Words that were not heard. */
  readonly missing: readonly string[];
  /** The text that the recognizer understood. */
  readonly transcript: string;
}

/** A passage that was to be heard, and why it was not. */
export interface NotJudgedText extends Passage {
  readonly reason: string;
}

/** A passage whose sound in a finished file is not the one that was heard. */
export interface AlteredText extends Passage {
  /** Name of the file. */
  readonly file: string;
  /** Position at which the file begins to differ, in seconds. */
  readonly fileSeconds: number;
}

/** The comparison of the finished files with the audio that was verified. */
export interface FinishedReport {
  /** Segments whose sound was looked for. */
  readonly segments: number;
  /** Those that have another sound. */
  readonly altered: readonly AlteredText[];
}

/** The result of listening to the audio with a recognizer. */
export interface HearingReport {
  readonly mode: VerifyMode;
  /** Segments that were heard and judged. */
  readonly segments: number;
  /** Of these, segments whose every word was heard. */
  readonly whole: number;
  /** Of these, segments that were spoken again because of what was heard. */
  readonly healed: number;
  /** Passages that are not whole, also after they were spoken again. */
  readonly lost: readonly HeardText[];
  /** Passages with sound for every word, of which the recognizer did not understand some. */
  readonly unclear: readonly HeardText[];
  /** Passages that were not judged, for example because no recognizer hears their language. */
  readonly notJudged: readonly NotJudgedText[];
  /** Absent where no segment was judged, and for audio that went to standard output. */
  readonly finished?: FinishedReport | undefined;
  /** One sentence that says what this proves about the whole book. */
  readonly statement: string;
}

/** Sources of the report about what was heard. */
export interface HearingSources extends Pick<Assembly, 'heard' | 'sounds' | 'sampleRate'> {
  readonly mode: VerifyMode;
  /** Finds a chapter by its index. */
  readonly positionOf: (chapter: number) => ChapterPosition;
  readonly finished: FinishedComparison | undefined;
}

/** Returns the report about what was heard. */
export function hearingReport(sources: HearingSources): HearingReport {
  const { mode, heard, finished } = sources;
  const judged = heard.filter(({ finding }) => 'hearing' in finding);
  const texts = (chosen: readonly HeardSegment[]): readonly HeardText[] =>
    chosen.map((one) => ({ ...passageOf(one, sources), ...heardText(one.finding) }));
  const lost = texts(judged.filter(isLost));
  return {
    mode,
    segments: judged.length,
    whole: judged.filter(({ finding }) => isWhole(finding)).length,
    healed: judged.filter(isHealed).length,
    lost,
    unclear: texts(judged.filter((one) => verdictOf(one) === 'unclear')),
    notJudged: heard.flatMap((one) =>
      'notJudged' in one.finding ? [{ ...passageOf(one, sources), reason: one.finding.notJudged }] : [],
    ),
    finished: finished && finishedReport(finished, sources),
    statement: statement(mode, judged),
  };
}

function finishedReport({ segments, altered }: FinishedComparison, sources: HearingSources): FinishedReport {
  const texts = altered.map(({ segment, file, fileSeconds }) => {
    return { ...passageOf({ segment }, sources), file, fileSeconds: rounded(fileSeconds) };
  });
  return { segments, altered: texts };
}

/** Returns where a passage is: where something is missing or too much, or its start. */
function passageOf(one: Pick<HeardSegment, 'segment'> & Partial<HeardSegment>, sources: HearingSources): Passage {
  const { segment } = one;
  const { positionOf, sounds, sampleRate } = sources;
  const { startSample, endSample } = sounds.get(segment.index) ?? { startSample: 0, endSample: 0 };
  const startSeconds = rounded((startSample + shareBefore(one) * (endSample - startSample)) / sampleRate);
  return { ...positionOf(segment.chapter), text: textStart(segment.text), startSeconds };
}

/** Returns the share of a segment before what is wrong with it. The speed of the run may have changed its length. */
function shareBefore({ finding, envelope }: Partial<HeardSegment>): number {
  if (!finding || 'notJudged' in finding || !envelope) return 0;
  const [first] = [...finding.hearing.missing, ...finding.hearing.surplus];
  const seconds = envelope.levels.length * stepSeconds;
  return seconds === 0 ? 0 : Math.min(1, (first?.at ?? 0) / seconds);
}

function verdictOf({ finding }: HeardSegment): string {
  return 'hearing' in finding ? finding.hearing.verdict : 'not judged';
}

function isLost(one: HeardSegment): boolean {
  return isBad(one.finding) && verdictOf(one) !== 'unclear';
}

function isHealed({ finding }: HeardSegment): boolean {
  return 'hearing' in finding && finding.isHealed && !isBad(finding);
}

function heardText(finding: Finding): Omit<HeardText, keyof Passage> {
  const hearing = 'hearing' in finding ? finding.hearing : undefined;
  return {
    verdict: hearing?.verdict ?? 'not judged',
    missing: hearing?.missing.map((run) => run.text) ?? [],
    transcript: hearing?.transcript ?? '',
  };
}

/**
 * A sample only bounds the share of the book that may be lost. What was not heard was not healed either, so that healed
 * segments count; and segments that were heard because of their odd length are not drawn at random.
 */
function statement(mode: VerifyMode, judged: readonly HeardSegment[]): string {
  const lost = judged.filter(isLost).length;
  const found = `${lost} of ${judged.length} segments that were heard ${lost === 1 ? 'is' : 'are'} not whole`;
  const drawn = judged.filter(({ isDrawn }) => isDrawn);
  if (typeof mode !== 'number' || drawn.length === 0) return `${found}.`;
  const healed = drawn.filter(isHealed).length;
  const again = healed === 0 ? '' : `, and ${healed} had to be spoken again`;
  const percent = (100 * upperConfidenceLimit(drawn.filter(isLost).length + healed, drawn.length)).toFixed(1);
  return `${found}${again}: with 95 % certainty, fewer than ${percent} % of ${healed === 0 ? 'the book' : 'what was not heard'}.`;
}
