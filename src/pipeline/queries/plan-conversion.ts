import { tmpdir } from 'node:os';
import path from 'node:path';
import { coverToJpeg } from '../../audio/pictures/cover-to-jpeg.ts';
import { checkOcrLanguages } from '../../book/pdf/ocr/tesseract.ts';
import { toAudiobookError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { charactersOf, textLength } from '../../text/text-length.ts';
import { readCast } from '../casting/cast-source.ts';
import { openCast, toolsWithGuests } from '../casting/open-cast.ts';
import { withRoles } from '../casting/with-roles.ts';
import type { NarrationRequest } from '../conversion.ts';
import { billSpeech, estimateCost } from '../costs/estimate-cost.ts';
import type { BilledSpeech, CostEstimate } from '../costs/estimate-cost.ts';
import { speechToMake } from '../costs/speech-to-make.ts';
import type { SpeechToMake } from '../costs/speech-to-make.ts';
import { openNarration } from '../open-narration.ts';
import type { OpenNarration } from '../open-narration.ts';
import type { OptionValues } from '../options/option.ts';
import type { providerOptions } from '../options/speech-options.ts';
import { planOptionsFor } from '../plan-options.ts';
import { readForRun } from '../read-for-run.ts';
import type { RunBook } from '../read-for-run.ts';
import { startRunLog } from '../run-log.ts';
import type { RunLog } from '../run-log.ts';
import type { VoiceCast } from '../synthesis/cast-voices.ts';
import type { SegmentLookup } from '../store/segment-store.ts';
import { chooseProvider } from '../tools/choose-provider.ts';
import { toolsAtSpeed } from '../tools/tools-at-speed.ts';
import { toolsForWords } from '../tools/tools-for-words.ts';
import { toolsWithLexicon } from '../tools/load-lexicon.ts';
import { openStoreLookup } from '../store/open-store.ts';
import { segmentFolder } from '../store/store-settings.ts';
import { outlineOf } from './outline.ts';
import type { Outline } from './outline.ts';
import { planLength } from './plan-length.ts';
import { sampleSentence } from './voices/sample-sentence.ts';

/** The request of a plan: the book, and the options of the conversion that is planned. */
export interface PlanRequest
  extends Partial<Omit<NarrationRequest, 'bookFile'>>, Pick<OptionValues<typeof providerOptions>, 'provider'> {
  readonly bookFile: string;
  /** Whether a language model writes scripts. Default: when there is a `task` or a prompt. */
  readonly narrated?: boolean | undefined;
  /** Whether the plan has the cover. */
  readonly withCover?: boolean | undefined;
}

/** The tools a plan is made with. */
export interface PlanTools {
  readonly settings: Settings;
  readonly signal: AbortSignal;
  /** The user's cache folder, with the segment store. Default: nothing is stored. */
  readonly cacheFolder?: string | undefined;
  /** The user's state folder, with the speeds of earlier runs. Default: none is known. */
  readonly stateFolder?: string | undefined;
}

/** Part of language models in a planned conversion. */
export interface PlannedNarration {
  readonly task: string;
  readonly model?: string | undefined;
  readonly translator?: string | undefined;
  /** BCP-47 code of the target language. */
  readonly translatedInto?: string | undefined;
  /** Requests and tokens, estimated. Scripts of earlier runs take none. */
  readonly requests: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** Result and cost of a conversion, estimated before it starts. */
export interface ConversionPlan extends Outline {
  readonly provider: string;
  /** Voices by language of the text. Empty when the provider has none for the book; a warning says so. */
  readonly voices: Readonly<Record<string, string>>;
  /** Time that the missing speech takes to make on this machine, in seconds. Only where the speed of the voice was measured. */
  readonly synthesisSeconds?: number | undefined;
  /** Day of the run in which the speed was measured. */
  readonly measuredOn?: string | undefined;
  /** Some sentences for a sample of a voice. */
  readonly sample?: string | undefined;
  /** The cover of the book, as a `data:` address of a JPEG. */
  readonly cover?: string | undefined;
  /** Code points of the speech. */
  readonly characters: number;
  /** Length of the text that the provider would receive, in its own unit. */
  readonly cost: { readonly amount: number; readonly unit: 'chars' | 'bytes' };
  /** Requests that the text is divided into, and those whose audio is in the segment store already. */
  readonly segments: { readonly total: number; readonly stored: number };
  /** The speech that the provider bills: all that is not stored. */
  readonly billed: Pick<BilledSpeech, 'amount' | 'unit'>;
  readonly price: CostEstimate;
  /** Present when a language model writes or translates. */
  readonly narration?: PlannedNarration | undefined;
  readonly chapters: readonly (Outline['chapters'][number] & { readonly characters: number })[];
}

/**
 * Reads a book and plans its conversion, without a request that costs anything. Throws as `readBook`, `chooseProvider` and
 * `openNarration` do, and `bad-value` for a missing chapter.
 */
export async function planConversion(request: PlanRequest, tools: PlanTools): Promise<ConversionPlan> {
  const { settings, signal } = tools;
  if (request.ocrLanguage !== undefined) await checkOcrLanguages(request.ocrLanguage);
  const log = startRunLog(undefined);
  const chosenProvider = await chooseProvider(request.provider, settings, signal);
  await using main = chosenProvider.provider;
  const chosen = { ...chosenProvider, provider: main };
  await using guests = await toolsWithGuests({ settings, signal, chosen }, request, log.warn);
  const timing = toolsForWords(guests.tools, request);
  const speaking = await toolsWithLexicon(toolsAtSpeed(timing, request.speed), request.lexicons);
  const run = await readForRun(request, log, { signal });
  const cacheFolder = tools.cacheFolder ?? path.join(tmpdir(), 'no-audiobook-cache');
  const storeFolder = segmentFolder(settings, cacheFolder);
  await using store = await openStoreLookup({ settings, cacheFolder, signal });
  const planning: Planning = { request, run, tools: { ...speaking, storeFolder, store }, log };
  const opened = await openSpeakers(planning, await narrationOf(planning));
  const speech = await planSpeech(planning, opened);
  const cover = request.withCover ? await coverAddress(run, signal) : undefined;
  return { ...(await describe(planning, opened, speech, tools)), cover, warnings: log.warnings };
}

async function coverAddress({ book }: RunBook, signal: AbortSignal): Promise<string | undefined> {
  const jpeg = book.cover && (await coverToJpeg(book.cover.bytes, signal)).cover;
  return jpeg && `data:image/jpeg;base64,${Buffer.from(jpeg.bytes).toString('base64')}`;
}

/** State shared by the steps of a plan. */
interface Planning {
  readonly request: PlanRequest;
  readonly run: RunBook;
  readonly tools: Pick<PlanTools, 'settings' | 'signal'> & {
    readonly chosen: Awaited<ReturnType<typeof chooseProvider>>;
    readonly storeFolder: string;
    readonly store: SegmentLookup;
  };
  readonly log: RunLog;
}

/** Opens the language models when the conversion has a part for them. */
async function narrationOf({ request, run, tools, log }: Planning): Promise<OpenNarration | undefined> {
  const { task, promptFile, promptText, translate } = request;
  const isNarrated = request.narrated ?? (task ?? promptFile ?? promptText) !== undefined;
  if (!isNarrated && translate === undefined) return undefined;
  const output = request.output ?? path.join(tools.storeFolder, 'no-scripts');
  const given = { ...request, output, format: request.format ?? 'm4b', task: isNarrated ? task : 'direct' } as const;
  return await openNarration(given, run, tools, log);
}

/** The speakers of a planned conversion. `cast` is missing when the provider has no voice for the book. */
interface Speakers {
  readonly narration: OpenNarration | undefined;
  readonly cast: VoiceCast | undefined;
  readonly chosen: RunBook['chosen'];
}

/** Chooses the voices as a conversion does. No model is asked who speaks, and no cast is kept. */
async function openSpeakers({ request, run, tools, log }: Planning, narration?: OpenNarration): Promise<Speakers> {
  const language = narration?.language ?? languageOf(request, run);
  const castSource = request.castSource && { text: (await readCast(request.castSource)).text };
  try {
    const { voices, casting } = await openCast(
      { ...request, castSource },
      { run, language, roles: narration?.roles },
      { ...tools, asksModel: false },
      log,
    );
    const chosen = run.chosen.map(({ index, chapter }) => {
      const blocks = casting?.cast(index, chapter.blocks) ?? chapter.blocks;
      return { index, chapter: { ...chapter, blocks } };
    });
    return { narration: narration && casting ? withRoles(narration, run, casting) : narration, cast: voices, chosen };
  } catch (thrown) {
    // The rest of the plan is worth having.
    const { code, message } = toAudiobookError(thrown);
    if (code !== 'bad-value') throw thrown;
    log.warn(message);
    return { narration, cast: undefined, chosen: run.chosen };
  }
}

function languageOf({ language }: PlanRequest, { book }: RunBook): string {
  return language ?? book.metadata.language;
}

/** Without a voice nothing is in the store. */
const noVoice = { prepare: async () => undefined, speakerOf: () => ({ voice: '', language: '' }) };

async function planSpeech(
  { request, run, tools }: Planning,
  { narration, cast, chosen }: Speakers,
): Promise<SpeechToMake> {
  const { provider } = tools.chosen;
  const language = narration?.language ?? languageOf(request, run);
  const store = cast ? tools.store : { stored: async () => new Set<string>() };
  const planOptions = planOptionsFor(request, provider, language, { ...run, chosen });
  const source = { chosen, narration, planOptions };
  return await speechToMake(source, { provider, cast: cast ?? noVoice, store });
}

async function describe(
  { run, tools, log }: Planning,
  { narration, cast, chosen }: Speakers,
  speech: SpeechToMake,
  planTools: PlanTools,
): Promise<Omit<ConversionPlan, 'cover' | 'warnings'>> {
  const { provider } = tools.chosen;
  const { unit } = provider.limit;
  const { speakerOf } = cast ?? noVoice;
  const bill = billSpeech(speech.missing, { provider, speakerOf, settings: tools.settings });
  const models = narration && (await narration.expected());
  const outline = outlineOf(run.book, chosen);
  const { speed, ...length } = await planLength({ outline, speech, cast, provider }, planTools);
  if (length.warning !== undefined) log.warn(length.warning);
  const spoken = speech.plan.chapters.map(({ segments }) => segments.filter((segment) => segment.spoken));
  const scaled = (sizes: readonly number[]): number =>
    Math.round(sizes.reduce((sum, size, place) => sum + size * (speech.shares[place] ?? 1), 0));
  return {
    ...outline,
    estimatedSeconds: length.seconds,
    provider: provider.id,
    voices: cast?.byLanguage() ?? {},
    synthesisSeconds: length.synthesisSeconds,
    measuredOn: speed?.measuredOn,
    sample: sampleSentence({ ...run.book, chapters: chosen.map(({ chapter }) => chapter) }),
    characters: scaled(spoken.map(charactersOf)),
    cost: {
      amount: scaled(spoken.map((segments) => segments.reduce((sum, { text }) => sum + textLength(text, unit), 0))),
      unit,
    },
    segments: { total: spoken.flat().length, stored: speech.stored },
    billed: { amount: bill.amount, unit: bill.unit },
    price: estimateCost(bill, models),
    narration: narration && models && plannedNarration(narration, models.usage),
    chapters: outline.chapters.map((chapter, place) => ({
      ...chapter,
      estimatedSeconds: length.ofChapter(place),
      characters: charactersOf(spoken[place] ?? []),
    })),
  };
}

function plannedNarration(
  { report }: OpenNarration,
  { requests, promptTokens, completionTokens }: Omit<PlannedNarration, 'task'>,
): PlannedNarration {
  const { task, model, translator, translatedInto } = report;
  return { task, model, translator, translatedInto, requests, promptTokens, completionTokens };
}
