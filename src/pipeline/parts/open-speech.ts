import { openCast } from '../casting/open-cast.ts';
import { checkRequest } from '../check-request.ts';
import type { ConversionTools, NarrationRequest } from '../conversion.ts';
import { findSpeech, planSpeech } from '../costs/speech-to-make.ts';
import type { PlannedSpeech, SpeechToMake } from '../costs/speech-to-make.ts';
import { openNarration } from '../open-narration.ts';
import { planOptionsFor } from '../plan-options.ts';
import type { Segment } from '../plan.ts';
import { readForRun } from '../read-for-run.ts';
import type { RunBook } from '../read-for-run.ts';
import type { RunLog } from '../run-log.ts';
import { addressOf } from '../synthesis/stored-segments.ts';
import type { VoiceCast } from '../synthesis/cast-voices.ts';
import { toolsWithLexicon } from '../tools/load-lexicon.ts';
import { toolsAtSpeed } from '../tools/tools-at-speed.ts';

/** A conversion whose speech can be made in parts. */
export interface SpeechRequest {
  readonly request: NarrationRequest;
  /** Whether a language model may write the scripts: the conversion is `audiobook`. */
  readonly isNarrated: boolean;
}

/** The speech of a conversion, as the conversion itself plans it. */
export interface OpenSpeech {
  readonly tools: ConversionTools;
  readonly cast: VoiceCast;
  readonly planned: PlannedSpeech;
  /** Segments to speak, in order, those with the same sound once. */
  readonly segments: readonly Segment[];
  readonly run: RunBook;
  readonly find: () => Promise<SpeechToMake>;
}

/**
 * Reports whether the speech of a conversion can be made in parts, each in a run of its own. What runs share cannot: a limit of costs,
 * who speaks in dialogue, and what is heard of the speech.
 */
export function isSeparable({ castSource, maxCost, verify }: NarrationRequest): boolean {
  return castSource === undefined && maxCost === undefined && (verify === undefined || verify === 'off');
}

/** Reads the book of a conversion and plans its speech. Only what is known before a language model is asked is in it. */
export async function openSpeech(
  { request, isNarrated }: SpeechRequest,
  given: ConversionTools,
  log: RunLog,
): Promise<OpenSpeech> {
  await checkRequest(request);
  const tools = await toolsWithLexicon(toolsAtSpeed(given, request.speed), request.lexicons);
  const { provider } = tools.chosen;
  const run = await readForRun(request, log, { signal: tools.signal });
  const narration = isNarrated ? await openNarration(request, run, tools, log) : undefined;
  const language = narration?.language ?? request.language ?? run.book.metadata.language;
  const spoken = { run, language, roles: narration?.roles };
  const { voices: cast } = await openCast(request, spoken, { ...tools, storeFolder: tools.store.folder }, log);
  const planOptions = planOptionsFor(request, provider, language, run);
  const source = { chosen: run.chosen, narration, planOptions };
  const planned = await planSpeech(source, { cast });
  return {
    tools,
    cast,
    run,
    planned,
    segments: firstOfEach(planned, (segment) => addressOf(segment, { provider, speakerOf: cast.speakerOf })),
    find: async () => await findSpeech(planned, source, { provider, cast, store: tools.store }),
  };
}

function firstOfEach({ plan, known }: PlannedSpeech, addressIn: (segment: Segment) => string): readonly Segment[] {
  const found = new Map<string, Segment>();
  for (const [place, { segments }] of plan.chapters.entries()) {
    if (known[place]?.blocks === undefined) continue;
    for (const segment of segments) {
      const address = segment.spoken ? addressIn(segment) : undefined;
      if (address !== undefined && !found.has(address)) found.set(address, segment);
    }
  }
  return [...found.values()];
}
