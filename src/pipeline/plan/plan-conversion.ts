import { tmpdir } from 'node:os';
import path from 'node:path';
import { coverToJpeg } from '../../audio/pictures/cover-to-jpeg.ts';
import { checkOcrLanguages } from '../../book/pdf/ocr/tesseract.ts';
import type { Settings } from '../../core/settings.ts';
import { charactersOf, textLength } from '../../text/text-length.ts';
import { readCast } from '../cast/cast-source.ts';
import { withOwnCast } from '../cast/own-cast.ts';
import type { NarrationRequest } from '../conversion.ts';
import { billSpeech, estimateCost } from './estimate-cost.ts';
import { countDeliveries } from './heard-deliveries.ts';
import type { HeardDeliveries } from './heard-deliveries.ts';
import type { BilledSpeech, CostEstimate, ModelBill } from './estimate-cost.ts';
import { findMissing, planRun } from '../driver.ts';
import type { OpenNarration } from '../script/open-narration.ts';
import type { OptionValues } from '../options/option.ts';
import type { providerOptions } from '../options/speech-options.ts';
import { readForRun } from '../read/read-for-run.ts';
import type { RunBook } from '../read/read-for-run.ts';
import { startRunLog } from '../run-log.ts';
import type { RunLog } from '../run-log.ts';
import { openStoreLookup } from '../store/open-store.ts';
import { chooseProvider } from '../open/choose-provider.ts';
import { runTools } from '../run-tools.ts';
import { outlineOf } from '../read/outline.ts';
import type { Outline } from '../read/outline.ts';
import { planLength } from './plan-length.ts';
import type { PlannedWork } from './plan-length.ts';
import { sampleSentence } from '../read/sample-sentence.ts';

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
  /** `cast`: a model is asked who speaks in a conversion without scripts. */
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
  /** What will be heard of the manners of speaking that the text is directed with. Absent where it has none, as far as is known. */
  readonly deliveries?: HeardDeliveries | undefined;
  /** Present when a language model writes, translates or is asked who speaks. */
  readonly narration?: PlannedNarration | undefined;
  readonly chapters: readonly (Outline['chapters'][number] & { readonly characters: number })[];
}

/**
 * Reads a book and plans its conversion, without a request that costs anything. Throws as `readBook`, `chooseProvider` and
 * `openNarration` do, and `bad-value` for a missing chapter.
 */
export async function planConversion(request: PlanRequest, given: PlanTools): Promise<ConversionPlan> {
  const { settings, signal } = given;
  const { task, promptFile, promptText, withCover } = request;
  if (request.ocrLanguage !== undefined) await checkOcrLanguages(request.ocrLanguage);
  const log = startRunLog(undefined);
  const chosen = await chooseProvider(request.provider, settings, signal);
  await using main = chosen.provider;
  await using opened = await runTools({ settings, signal, chosen: { ...chosen, provider: main } }, request, log.warn);
  const run = await readForRun(request, log, { signal });
  const cacheFolder = given.cacheFolder ?? path.join(tmpdir(), 'no-audiobook-cache');
  await using store = await openStoreLookup({ settings, cacheFolder, signal });
  const tools = { ...opened.tools, store, isPlanOnly: true };
  const output = request.output ?? path.join(store.folder, 'no-scripts');
  const isNarrated = request.narrated ?? (task ?? promptFile ?? promptText) !== undefined;
  const whole = { ...request, output, format: request.format ?? 'm4b' };
  const asked = await withReadCast(isNarrated ? await withOwnCast(whole) : whole);
  const planned = await planRun({ request: asked, isNarrated }, run, tools, log);
  const work = { ...planned, missing: await findMissing(planned, tools), provider: tools.chosen.provider };
  const cover = withCover ? await coverAddress(run, signal) : undefined;
  return { ...(await describe(work, given, log)), cover, warnings: log.warnings };
}

/** A plan keeps no cast. */
async function withReadCast(request: NarrationRequest): Promise<NarrationRequest> {
  const read = request.castSource && (await readCast(request.castSource));
  return read ? { ...request, castSource: { text: read.text } } : request;
}

async function coverAddress({ book }: RunBook, signal: AbortSignal): Promise<string | undefined> {
  const jpeg = book.cover && (await coverToJpeg(book.cover.bytes, signal)).cover;
  return jpeg && `data:image/jpeg;base64,${Buffer.from(jpeg.bytes).toString('base64')}`;
}

async function describe(
  planned: PlannedWork,
  { settings, stateFolder }: PlanTools,
  { warn }: RunLog,
): Promise<Omit<ConversionPlan, 'cover' | 'warnings'>> {
  const { run, narration, cast, plan, shares, missing, provider } = planned;
  const { unit } = provider.limit;
  const bill = billSpeech(missing.speech, { provider, speakerOf: cast.speakerOf, settings });
  const own = planned.direction?.own;
  const models = narration ? await narration.expected() : own && { usage: own.expected(), models: own.models };
  const outline = outlineOf(run.book, run.chosen);
  const { speed, ...length } = await planLength(planned, outline, { settings, stateFolder });
  if (length.warning !== undefined) warn(length.warning);
  const spoken = plan.chapters.map(({ segments }) => segments.filter((segment) => segment.spoken));
  const scaled = (sizes: readonly number[]): number =>
    Math.round(sizes.reduce((sum, size, place) => sum + size * (shares[place] ?? 1), 0));
  return {
    ...outline,
    estimatedSeconds: length.seconds,
    provider: provider.id,
    voices: cast.byLanguage(),
    synthesisSeconds: length.synthesisSeconds,
    measuredOn: speed?.measuredOn,
    sample: sampleSentence({ ...run.book, chapters: run.chosen.map(({ chapter }) => chapter) }),
    characters: scaled(spoken.map(charactersOf)),
    cost: {
      amount: scaled(spoken.map((segments) => segments.reduce((sum, { text }) => sum + textLength(text, unit), 0))),
      unit,
    },
    segments: { total: spoken.flat().length, stored: missing.stored },
    billed: { amount: bill.amount, unit: bill.unit },
    price: estimateCost(bill, models),
    deliveries: countDeliveries(plan.chapters, provider, cast.speakerOf),
    narration: models && plannedNarration(narration, models),
    chapters: outline.chapters.map((chapter, place) => ({
      ...chapter,
      estimatedSeconds: length.ofChapter(place),
      characters: charactersOf(spoken[place] ?? []),
    })),
  };
}

function plannedNarration(narration: OpenNarration | undefined, { usage, models }: ModelBill): PlannedNarration {
  const { requests, promptTokens, completionTokens } = usage;
  // Without scripts, a model is asked who speaks.
  const { task, model, translator, translatedInto } = narration?.report ?? { task: 'cast', model: models[0]?.id };
  return { task, model, translator, translatedInto, requests, promptTokens, completionTokens };
}
