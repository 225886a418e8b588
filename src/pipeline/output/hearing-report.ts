import { textStart } from '../../text/text-start.ts';
import { isBad, isWhole } from '../verification/listening.ts';
import type { Finding } from '../verification/listening.ts';
import { upperShare } from '../verification/upper-share.ts';
import type { VerifyMode } from '../verification/verify-mode.ts';
import type { Segment } from '../plan.ts';
import type { ChapterPosition } from './script-gaps.ts';

/** A segment that was heard, or was to be heard. */
export interface HeardSegment {
  readonly segment: Segment;
  readonly finding: Finding;
  readonly isHealed: boolean;
}

/** A passage that is not whole, or that the recognizer did not understand. */
export interface HeardText extends ChapterPosition {
  /** Beginning of the text. */
  readonly text: string;
  /** What is wrong: `lost`, `repeated`, `extra`, `other`, `silent` or `unclear`. */
  readonly verdict: string;
  /** Words that were not heard. */
  readonly missing: readonly string[];
  /** What the recognizer understood. */
  readonly transcript: string;
}

/** What a recognizer heard of the audio. */
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
  /** Segments that were not judged, by reason. */
  readonly notJudged: Readonly<Record<string, number>>;
  /** What this proves about the whole book, in one sentence. */
  readonly statement: string;
}

/** Returns the report about what was heard. `positionOf` finds the chapter of a segment. */
export function hearingReport(
  mode: VerifyMode,
  heard: readonly HeardSegment[],
  positionOf: (chapter: number) => ChapterPosition,
): HearingReport {
  const judged = heard.filter(({ finding }) => 'hearing' in finding);
  const texts = (chosen: readonly HeardSegment[]): readonly HeardText[] =>
    chosen.map(({ segment, finding }) => ({ ...positionOf(segment.chapter), ...heardText(segment.text, finding) }));
  const lost = texts(judged.filter(isLost));
  const notJudged: Record<string, number> = {};
  for (const { finding } of heard) {
    if ('notJudged' in finding) notJudged[finding.notJudged] = (notJudged[finding.notJudged] ?? 0) + 1;
  }
  return {
    mode,
    segments: judged.length,
    whole: judged.filter(({ finding }) => isWhole(finding)).length,
    healed: judged.filter((one) => one.isHealed && !isBad(one.finding)).length,
    lost,
    unclear: texts(judged.filter((one) => verdictOf(one) === 'unclear')),
    notJudged,
    statement: statement(mode, judged.length, lost.length),
  };
}

function verdictOf({ finding }: HeardSegment): string {
  return 'hearing' in finding ? finding.hearing.verdict : 'not judged';
}

function isLost(one: HeardSegment): boolean {
  return isBad(one.finding) && verdictOf(one) !== 'unclear';
}

function heardText(text: string, finding: Finding): Omit<HeardText, keyof ChapterPosition> {
  const hearing = 'hearing' in finding ? finding.hearing : undefined;
  return {
    text: textStart(text),
    verdict: hearing?.verdict ?? 'not judged',
    missing: hearing?.missing.map((run) => run.text) ?? [],
    transcript: hearing?.transcript ?? '',
  };
}

/** A sample only bounds the share of the book that may be lost. */
function statement(mode: VerifyMode, judged: number, lost: number): string {
  const found = `${lost} of ${judged} segments that were heard ${lost === 1 ? 'is' : 'are'} not whole`;
  if (typeof mode !== 'number' || judged === 0) return `${found}.`;
  const percent = (100 * upperShare(lost, judged)).toFixed(1);
  return `${found}: with 95 % certainty, fewer than ${percent} % of the book.`;
}
