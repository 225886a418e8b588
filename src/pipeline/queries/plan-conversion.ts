import { checkOcrLanguages } from '../../book/pdf/ocr/tesseract.ts';
import { readBook } from '../../book/read-book.ts';
import { toAudiobookError } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { textLength } from '../../text/text-length.ts';
import type { ConversionRequest } from '../conversion.ts';
import type { OptionValues } from '../options/option.ts';
import { namedLanguages } from '../options/parse-voices.ts';
import { bookChoices } from '../options/reading-options.ts';
import type { readingOptions } from '../options/reading-options.ts';
import type { providerOptions, speechOptions } from '../options/speech-options.ts';
import { planBook } from '../plan.ts';
import type { Plan } from '../plan.ts';
import { chooseChapters } from '../choose-chapters.ts';
import type { ChapterChoice } from '../choose-chapters.ts';
import type { SpeechProvider } from '../../speech/provider.ts';
import { castVoices } from '../synthesis/cast-voices.ts';
import type { CastOptions } from '../synthesis/cast-voices.ts';
import { chooseProvider } from '../tools/choose-provider.ts';
import { outlineOf } from './outline.ts';
import type { Outline } from './outline.ts';
import { sampleSentence } from './voices/sample-sentence.ts';

/** The request of a plan: a book and the options that matter to its length. */
export interface PlanRequest
  extends
    Pick<ConversionRequest, 'bookFile' | 'limits'>,
    OptionValues<typeof readingOptions>,
    Pick<OptionValues<typeof speechOptions>, 'language' | 'voice' | 'languageSwitch'>,
    ChapterChoice,
    Pick<OptionValues<typeof providerOptions>, 'provider'> {}

/** Result and cost of a conversion, estimated before it starts. */
export interface ConversionPlan extends Outline {
  readonly provider: string;
  /** Voices by language of the text. Empty when the provider has none for the book; a warning says so. */
  readonly voices: Readonly<Record<string, string>>;
  /** Time that the speech takes to make on this machine, in seconds. Only where the speed of the voice was measured. */
  readonly synthesisSeconds?: number | undefined;
  /** Some sentences for a sample of a voice. */
  readonly sample?: string | undefined;
  /** Code points of the speech. */
  readonly characters: number;
  /** Length of the text that the provider would receive, in its own unit. */
  readonly cost: { readonly amount: number; readonly unit: 'chars' | 'bytes' };
  readonly chapters: readonly (Outline['chapters'][number] & { readonly characters: number })[];
}

/** Reads a book and plans its conversion. Throws as `readBook` and `chooseProvider` do, and `bad-value` for a missing chapter. */
export async function planConversion(
  request: PlanRequest,
  settings: Settings,
  signal: AbortSignal,
): Promise<ConversionPlan> {
  if (request.ocrLanguage !== undefined) await checkOcrLanguages(request.ocrLanguage);
  const chosenProvider = await chooseProvider(request.provider, settings, signal);
  await using provider = chosenProvider.provider;
  const { id, limit, target } = provider;
  const book = await readBook(request.bookFile, { ...bookChoices(request), signal });
  const chosen = await chooseChapters(book, request);
  const language = request.language ?? book.metadata.language;
  const plan = planBook(
    chosen.map(({ chapter }) => chapter),
    { limit, target, language, phraseLanguages: namedLanguages(request.voice, request.languageSwitch) },
  );
  const { voices, warnings } = await planVoices(provider, plan, { ...request, language, signal });
  const texts = plan.chapters.map(({ segments }) => segments.filter(({ spoken }) => spoken).map(({ text }) => text));
  const length = (parts: readonly string[], unit: typeof limit.unit): number =>
    parts.reduce((sum, text) => sum + textLength(text, unit), 0);
  const outline = outlineOf(book, chosen);
  return {
    ...outline,
    warnings: [...outline.warnings, ...warnings],
    provider: id,
    voices,
    synthesisSeconds: await synthesisSeconds(provider, voices[language], outline.estimatedSeconds),
    sample: sampleSentence({ ...book, chapters: chosen.map(({ chapter }) => chapter) }),
    characters: plan.characters,
    cost: { amount: length(texts.flat(), limit.unit), unit: limit.unit },
    chapters: outline.chapters.map((chapter, index) =>
      Object.assign({}, chapter, { characters: length(texts[index] ?? [], 'chars') }),
    ),
  };
}

async function synthesisSeconds(
  provider: SpeechProvider,
  voice: string | undefined,
  speechSeconds: number,
): Promise<number | undefined> {
  const speed = voice === undefined ? undefined : await provider.speedOf?.(voice);
  return speed === undefined ? undefined : Math.round(speechSeconds / speed);
}

/** Chooses the voices of a plan as a conversion does. */
async function planVoices(
  provider: SpeechProvider,
  plan: Plan,
  options: Omit<CastOptions, 'warn'>,
): Promise<{ readonly voices: Readonly<Record<string, string>>; readonly warnings: readonly string[] }> {
  const warnings: string[] = [];
  try {
    const cast = await castVoices(provider, { ...options, warn: (message) => warnings.push(message) });
    await cast.prepare(plan.chapters.flatMap(({ segments }) => segments.filter(({ spoken }) => spoken)));
    return { voices: cast.byLanguage(), warnings };
  } catch (thrown) {
    // The rest of the plan is worth having.
    const { code, message } = toAudiobookError(thrown);
    if (code !== 'bad-value') throw thrown;
    return { voices: {}, warnings: [...warnings, message] };
  }
}
