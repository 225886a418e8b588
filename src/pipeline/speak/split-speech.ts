import { pcmSeconds } from '../../core/pcm.ts';
import { textLength } from '../../text/text-length.ts';
import type { CastTools } from '../cast/cast-run.ts';
import { isCastAsked } from '../cast/cast-source.ts';
import { withOwnCast } from '../cast/own-cast.ts';
import { checkRequest } from '../check-request.ts';
import type { ConversionTools, NarrationRequest } from '../conversion.ts';
import { findMissing, isAllKnown, planRun, spokenSegments } from '../driver.ts';
import type { PlannedRun } from '../driver.ts';
import type { Segment } from '../plan/plan.ts';
import { readForRun } from '../read/read-for-run.ts';
import { startRunLog } from '../run-log.ts';
import type { RunLog } from '../run-log.ts';
import { synthesisTools } from '../speak-book.ts';
import { addressOf } from './segment-address.ts';
import { synthesize } from './synthesis.ts';
import { checkSpeech } from '../open/preflight.ts';
import { runTools } from '../run-tools.ts';
import { scriptsToWrite } from '../script/write-script-part.ts';
import type { ScriptsToWrite } from '../script/write-script-part.ts';

/** A conversion whose speech can be made in parts. */
export interface SpeechRequest {
  readonly request: NarrationRequest;
  /** Whether a language model may write the scripts: the conversion is `audiobook`. */
  readonly isNarrated: boolean;
}

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
  // Who writes the scripts asks the model, and keeps its answers.
  const before = isNarrated ? await splitPlan(conversion, partCharacters, { ...given, isPlanOnly: true }) : undefined;
  return before?.scripts ? before : await splitPlan(conversion, partCharacters, given);
}

type PlanTools = ConversionTools & Pick<CastTools, 'isPlanOnly'>;

async function splitPlan(conversion: SpeechRequest, partCharacters: number, given: PlanTools): Promise<SplitSpeech> {
  const { request, isNarrated } = conversion;
  return await withPlan(conversion, given, async (planned, tools, log) => {
    const { run, known, narration, plan, cast } = planned;
    const scripts = isNarrated
      ? scriptsToWrite(request, run, { ...tools, known, directs: narration?.directs ?? false })
      : undefined;
    const { chapters, characters } = plan;
    const segments = chapters.flatMap((chapter) => chapter.segments.filter(({ spoken }) => spoken)).length;
    const missing = await findMissing(planned, tools);
    const parts = isAllKnown(planned) ? cutIntoParts(missing.segments, partCharacters) : [];
    if (parts.length > 0 && !isNarrated) await checkSpeech(request, cast.speakers(), tools, log);
    return { chapters: chapters.length, segments, characters, stored: missing.stored, parts, scripts };
  });
}

/**
 * Speaks a part of a book into the segment store and assembles nothing: the conversion finds there what it would have spoken. What is
 * stored already is not spoken again. Throws what the conversion throws.
 */
export async function speakPart(
  conversion: SpeechRequest,
  { from, to }: PartRange,
  given: ConversionTools,
): Promise<void> {
  await withPlan(conversion, given, async (planned, tools, log) => {
    const { cast } = planned;
    const addresses = { provider: tools.chosen.provider, speakerOf: cast.speakerOf };
    const sounds = new Map(
      spokenSegments(planned)
        .toReversed()
        .map((one) => [addressOf(one, addresses), one]),
    );
    const part = [...sounds.values()].toReversed().filter(({ index }) => index >= from && index < to);
    for await (const spoken of synthesize(part, synthesisTools(conversion.request, cast, tools, log))) {
      const { segment, pcm, stored } = spoken;
      log.onProgress({
        type: 'segment-spoken',
        chapter: segment.chapter,
        segment: segment.index,
        characters: textLength(segment.text, 'chars'),
        seconds: pcm ? pcmSeconds(pcm) : 0,
        stored,
      });
    }
  });
}

/**
 * Reports whether the speech of a conversion can be made in parts, each in a run of its own. What runs share cannot: a limit of costs,
 * who speaks in dialogue, and what is heard of the speech.
 */
function isSeparable({ castSource, maxCost, verify }: NarrationRequest): boolean {
  return !isCastAsked(castSource) && maxCost === undefined && (verify === undefined || verify === 'off');
}

/** Reads the book of a conversion, plans its speech as the conversion itself does, and works with that. */
async function withPlan<Result>(
  conversion: SpeechRequest,
  given: PlanTools,
  work: (planned: PlannedRun, tools: ConversionTools, log: RunLog) => Promise<Result>,
): Promise<Result> {
  const request = conversion.isNarrated ? await withOwnCast(conversion.request) : conversion.request;
  await checkRequest(request);
  const log = startRunLog(given.onProgress);
  await using opened = await runTools(given, request, log.warn);
  const { tools } = opened;
  const run = await readForRun(request, log, { signal: tools.signal });
  return await work(await planRun({ ...conversion, request }, run, tools, log), tools, log);
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
