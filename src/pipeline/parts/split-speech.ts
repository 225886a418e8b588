import { textLength } from '../../text/text-length.ts';
import type { ConversionTools } from '../conversion.ts';
import type { Segment } from '../plan.ts';
import { startRunLog } from '../run-log.ts';
import { checkSpeech } from '../tools/check-speech.ts';
import { isSeparable, openSpeech } from './open-speech.ts';
import type { SpeechRequest } from './open-speech.ts';
import { scriptsToWrite } from './write-script-part.ts';
import type { ScriptsToWrite } from './write-script-part.ts';

/** The segments of a book whose index is `from` or more, and less than `to`. */
export interface PartRange {
  readonly from: number;
  readonly to: number;
}

/** Part of the speech of a book. */
export interface SpeechPart extends PartRange {
  /** Characters to speak. */
  readonly characters: number;
}

/** The speech of a book in parts. */
export interface SplitSpeech {
  readonly chapters: number;
  readonly segments: number;
  readonly characters: number;
  /** Segments that are stored already. */
  readonly stored: number;
  /** The parts that are missing in the store. Empty where the speech cannot be made in parts. */
  readonly parts: readonly SpeechPart[];
  /** Scripts that are written first: what is spoken is known when they are. */
  readonly scripts?: ScriptsToWrite | undefined;
}

/** The speech of a book that is made in one run. */
export const notSplit: SplitSpeech = { chapters: 0, segments: 0, characters: 0, stored: 0, parts: [] };

/**
 * Divides the speech that a conversion has to make into parts of about `partCharacters`, which `speakPart` makes. Chapters are kept
 * whole where that fits. Throws what the conversion throws before it speaks.
 */
export async function splitSpeech(
  conversion: SpeechRequest,
  partCharacters: number,
  given: ConversionTools,
): Promise<SplitSpeech> {
  const { request, isNarrated } = conversion;
  if (!isSeparable(request)) return notSplit;
  const log = startRunLog(given.onProgress);
  const { tools, cast, planned, run, find } = await openSpeech(conversion, given, log);
  const scripts = isNarrated ? scriptsToWrite(request, run, { ...tools, known: planned.known }) : undefined;
  const { chapters, characters } = planned.plan;
  const segments = chapters.flatMap((chapter) => chapter.segments.filter(({ spoken }) => spoken)).length;
  const isKnown = planned.known.every(({ blocks }) => blocks !== undefined);
  const { stored, missing } = await find();
  const left = missing.flatMap((one) => one.segments);
  const parts = isKnown ? cutIntoParts(left, partCharacters) : [];
  if (parts.length > 0 && !isNarrated) await checkSpeech(request, cast.speakers(), tools, log);
  return { chapters: chapters.length, segments, characters, stored, parts, scripts };
}

/** A chapter ends a part that has this share of its length. */
const earlyEnd = 0.5;

/** Cuts segments, in order, into parts of a number of characters. */
export function cutIntoParts(segments: readonly Segment[], partCharacters: number): readonly SpeechPart[] {
  const parts: SpeechPart[] = [];
  let from: number | undefined;
  let characters = 0;
  for (const [place, segment] of segments.entries()) {
    from ??= segment.index;
    characters += textLength(segment.text, 'chars');
    const next = segments[place + 1];
    const isChapterEnd = next !== undefined && next.chapter !== segment.chapter;
    const isFull = characters >= partCharacters * (isChapterEnd ? earlyEnd : 1);
    if (next !== undefined && !isFull) continue;
    parts.push({ from, to: segment.index + 1, characters });
    from = undefined;
    characters = 0;
  }
  return parts;
}
