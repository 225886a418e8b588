import type { KnownChapter } from '../../narration/narration.ts';
import type { OpenNarration } from '../open-narration.ts';
import { planBook } from '../plan.ts';
import type { Plan, PlanOptions, Segment } from '../plan.ts';
import type { RunBook } from '../read-for-run.ts';
import type { VoiceCast } from '../synthesis/cast-voices.ts';
import type { SegmentLookup } from '../store/segment-store.ts';
import { findStored } from '../synthesis/stored-segments.ts';
import type { AddressTools } from '../synthesis/stored-segments.ts';
import type { SpeechToBill } from './estimate-cost.ts';

/** The texts to speak: chapters of a book, or their scripts. */
export interface SpeechSource {
  readonly chosen: RunBook['chosen'];
  /** Absent when the text of the book is spoken. */
  readonly narration?: Pick<OpenNarration, 'known' | 'typicalLength'> | undefined;
  readonly planOptions: PlanOptions;
}

/** Tools of `speechToMake`. */
export interface SpeechToMakeTools extends Pick<AddressTools, 'provider'> {
  readonly cast: Pick<VoiceCast, 'prepare' | 'speakerOf'>;
  readonly store: SegmentLookup;
}

/** The plan of a conversion as far as its text is known before a language model is asked. */
export interface PlannedSpeech {
  /** Has the text of the book where the script is still to be written. */
  readonly plan: Plan;
  readonly known: readonly KnownChapter[];
  /** Length of each chapter as a share of its text in the plan: 1 where the text is known. */
  readonly shares: readonly number[];
}

/** The speech of a conversion as far as it is known before a language model is asked. */
export interface SpeechToMake extends PlannedSpeech {
  /** Segments in the store. */
  readonly stored: number;
  /** Speech that is not stored yet. */
  readonly missing: readonly SpeechToBill[];
}

/** Plans the speech of a conversion and looks it up in the store. Scripts that are still to be written are not in the store. */
export async function speechToMake(source: SpeechSource, tools: SpeechToMakeTools): Promise<SpeechToMake> {
  return await findSpeech(await planSpeech(source, tools), source, tools);
}

/** Plans the speech of a conversion and chooses the voices of what is known. */
export async function planSpeech(
  { chosen, narration, planOptions }: SpeechSource,
  { cast }: Pick<SpeechToMakeTools, 'cast'>,
): Promise<PlannedSpeech> {
  const known = narration ? await narration.known() : chosen.map(({ chapter }) => chapter);
  const chapters = chosen.map(({ index, chapter }, place) => {
    const { title = chapter.title, blocks = chapter.blocks } = known[place] ?? {};
    return { ...chapter, title, blocks, number: index + 1 };
  });
  const plan = planBook(chapters, planOptions);
  const written = plan.chapters.filter((_, place) => known[place]?.blocks !== undefined);
  await cast.prepare(written.flatMap(({ segments }) => spokenOf(segments)));
  const shares = known.map(({ blocks }) => (blocks ? 1 : (narration?.typicalLength ?? 1)));
  return { plan, known, shares };
}

/** Looks up planned speech in the store. */
export async function findSpeech(
  planned: PlannedSpeech,
  { narration }: Pick<SpeechSource, 'narration'>,
  { provider, cast, store }: SpeechToMakeTools,
): Promise<SpeechToMake> {
  const { plan, known } = planned;
  const written = plan.chapters.filter((_, place) => known[place]?.blocks !== undefined);
  const unwritten = plan.chapters.filter((_, place) => known[place]?.blocks === undefined);
  const { stored, missing } = await findStored({ chapters: written }, { provider, speakerOf: cast.speakerOf, store });
  const later = unwritten.flatMap(({ segments }) => spokenOf(segments));
  return {
    ...planned,
    stored,
    missing: [
      { segments: missing, share: 1 },
      { segments: later, share: narration?.typicalLength ?? 1 },
    ],
  };
}

function spokenOf(segments: readonly Segment[]): readonly Segment[] {
  return segments.filter(({ spoken }) => spoken);
}
