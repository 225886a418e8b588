import { setImmediate } from 'node:timers/promises';
import { toAudiobookError } from '../core/errors.ts';
import type { KnownChapter } from '../narration/narration.ts';
import { asSpoken, openCast, spokenBlocks } from './cast/open-cast.ts';
import { isCastAsked } from './cast/cast-source.ts';
import { directChosen } from './cast/cast-run.ts';
import type { CastTools, RunDirection } from './cast/cast-run.ts';
import type { OpenCast } from './cast/open-cast.ts';
import type { Casting } from './cast/casting.ts';
import type { NarrationRequest } from './conversion.ts';
import type { SpeechToBill } from './plan/estimate-cost.ts';
import type { OpenNarration } from './script/open-narration.ts';
import { planBook } from './plan/plan.ts';
import type { Plan, PlanOptions, Segment } from './plan/plan.ts';
import { planOptionsFor } from './plan/plan-options.ts';
import { directedParts, saysDelivery } from './plan/says-delivery.ts';
import type { RunBook } from './read/read-for-run.ts';
import type { RunLog } from './run-log.ts';
import type { SegmentLookup } from './store/segment-store.ts';
import { addressOf } from './speak/segment-address.ts';
import type { VoiceCast } from './cast/cast-voices.ts';

/** A conversion that is asked for. */
export interface Conversion {
  readonly request: NarrationRequest;
  /** Whether a language model may write its scripts. Otherwise the text of the book is spoken, translated on request. */
  readonly isNarrated: boolean;
}

/** A run before anything is made: what is said, as far as that is known before a language model is asked, and who says it. */
export interface PlannedRun {
  readonly run: RunBook;
  /** Absent when the text of the book is spoken. */
  readonly narration: OpenNarration | undefined;
  /** BCP-47 code of the speech. */
  readonly language: string;
  readonly cast: VoiceCast;
  readonly casting: Casting | undefined;
  /** How the text is directed. Absent where it is not. */
  readonly direction: RunDirection | undefined;
  readonly planOptions: PlanOptions;
  /** Has the text of the book where the script is still to be written. */
  readonly plan: Plan;
  readonly known: readonly KnownChapter[];
  /** Length of each chapter as a share of its text in the plan: 1 where the text is known. */
  readonly shares: readonly number[];
}

/** What a run has yet to make. */
export interface Missing {
  /** Segments of known texts that are stored, and those that are to be spoken, each sound once. */
  readonly stored: number;
  readonly segments: readonly Segment[];
  /** All that is to be spoken, with the scripts that are still to be written. */
  readonly speech: readonly SpeechToBill[];
}

/**
 * Goes through the steps of a run up to its speech, and makes nothing but the cast: chooses who speaks, finds the scripts that are
 * kept, and plans what is said. Throws as `openNarration` and `openCast` do.
 */
export async function planRun(
  conversion: Conversion,
  run: RunBook,
  tools: CastTools,
  log: RunLog,
): Promise<PlannedRun> {
  const { request } = conversion;
  const asked = narrationRequest(conversion);
  const opened = asked && (await (await import('./script/open-narration.ts')).openNarration(asked, run, tools, log));
  const language = opened?.language ?? request.language ?? run.book.metadata.language;
  const opening = await castOf({ request, run, language, narration: opened }, tools, log);
  const { voices: cast, casting, direction } = opening;
  const form = { casting, direction, isDirected: direction !== undefined && opened?.directs !== false };
  const narration = opened && asSpoken(opened, form);
  const known = run.chosen.map(({ index }, place): KnownChapter => {
    const { title, blocks, operations } = opening.known[place] ?? { title: undefined, blocks: undefined };
    return { title, blocks: blocks && spokenBlocks(index, { blocks, operations }, form) };
  });
  const chapters = run.chosen.map(({ index, chapter }, place) => {
    const { title = chapter.title, blocks = chapter.blocks } = known[place] ?? {};
    return { ...chapter, title, blocks, number: index + 1 };
  });
  const { provider } = tools.chosen;
  const says = saysDelivery(provider, cast.speakerOf);
  const planOptions = { ...planOptionsFor(request, provider, language, run), says };
  await cast.prepare(directedParts(chapters, planOptions));
  const plan = planBook(chapters, planOptions);
  await cast.prepare(spokenIn(plan, (place) => known[place]?.blocks !== undefined));
  const shares = known.map(({ blocks }) => (blocks ? 1 : (narration?.typicalLength ?? 1)));
  return { run, narration, language, cast, casting, direction, planOptions, plan, known, shares };
}

/** Returns the request of the scripts, or undefined where the text of the book is spoken. */
function narrationRequest({ request, isNarrated }: Conversion): NarrationRequest | undefined {
  if (isNarrated) return request;
  if (request.translate === undefined) return undefined;
  return { ...request, task: isCastAsked(request.castSource) ? 'audiobook' : 'direct' };
}

/** Speaks nothing: of a plan whose provider has no voice for the book. */
const voiceless: VoiceCast = {
  main: { voice: '', language: '' },
  credit: '',
  prepare: async () => undefined,
  speakerOf: () => voiceless.main,
  speakers: () => [],
  byLanguage: () => ({}),
};

async function castOf(
  { request, ...spoken }: Parameters<typeof openCast>[1] & Pick<Conversion, 'request'>,
  tools: CastTools,
  log: RunLog,
): Promise<OpenCast> {
  try {
    return await openCast(request, spoken, tools, log);
  } catch (thrown) {
    const { code, message } = toAudiobookError(thrown);
    if (!tools.isPlanOnly || code !== 'bad-value') throw thrown;
    // The rest of the plan is worth having.
    log.warn(message);
    const { run, narration } = spoken;
    return { voices: voiceless, known: narration ? await narration.known() : await directChosen(run, undefined, log) };
  }
}

/** Reports whether every text is known before a language model is asked. */
export function isAllKnown({ known }: Pick<PlannedRun, 'known'>): boolean {
  return known.every(({ title, blocks }) => title !== undefined && blocks !== undefined);
}

/** Returns the segments that are spoken, of the known texts or of the others. */
export function spokenSegments({ plan, known }: Pick<PlannedRun, 'plan' | 'known'>, areKnown = true) {
  return spokenIn(plan, (place) => (known[place]?.blocks !== undefined) === areKnown);
}

function spokenIn({ chapters }: Plan, isWanted: (place: number) => boolean): readonly Segment[] {
  return chapters.filter((_, place) => isWanted(place)).flatMap(({ segments }) => segments.filter((one) => one.spoken));
}

/** Addresses that are computed before other work of the process gets its turn: about a millisecond. */
const addressesPerTurn = 100;

/** Looks for what a run needs in the store, and returns what is missing. */
export async function findMissing(
  planned: Pick<PlannedRun, 'plan' | 'known' | 'narration'> & { readonly cast: Pick<VoiceCast, 'speakerOf'> },
  { chosen: { provider }, store }: Pick<CastTools, 'chosen'> & { readonly store: SegmentLookup },
): Promise<Missing> {
  const { cast, narration } = planned;
  const byAddress = new Map<string, Segment>();
  const spoken = spokenSegments(planned);
  const addresses: string[] = [];
  for (const [index, segment] of spoken.entries()) {
    // A service does other work beside.
    if (index % addressesPerTurn === 0) await setImmediate();
    const address = addressOf(segment, { provider, speakerOf: cast.speakerOf });
    addresses.push(address);
    if (!byAddress.has(address)) byAddress.set(address, segment);
  }
  const found = cast === voiceless ? new Set() : await store.stored(addresses);
  const segments = [...byAddress].flatMap(([address, segment]) => (found.has(address) ? [] : [segment]));
  return {
    stored: addresses.filter((address) => found.has(address)).length,
    segments,
    speech: [
      { segments, share: 1 },
      { segments: spokenSegments(planned, false), share: narration?.typicalLength ?? 1 },
    ],
  };
}
