import { checkOcrLanguages } from '../../book/pdf/ocr/tesseract.ts';
import { readBook } from '../../book/read-book.ts';
import type { Settings } from '../../core/settings.ts';
import { textLength } from '../../text/text-length.ts';
import type { ConversionRequest } from '../conversion.ts';
import type { OptionValues } from '../options/option.ts';
import { bookChoices } from '../options/reading-options.ts';
import type { readingOptions } from '../options/reading-options.ts';
import type { providerOptions, speechOptions } from '../options/speech-options.ts';
import { planBook } from '../plan.ts';
import { chooseChapters } from '../read-for-run.ts';
import { chooseProvider } from '../tools/choose-provider.ts';
import { outlineOf } from './outline.ts';
import type { Outline } from './outline.ts';

/** The request of a plan: a book and the options that matter to its length. */
export interface PlanRequest
  extends
    Pick<ConversionRequest, 'bookFile' | 'limits'>,
    OptionValues<typeof readingOptions>,
    Pick<OptionValues<typeof speechOptions>, 'language' | 'chapters' | 'maxChapters'>,
    Pick<OptionValues<typeof providerOptions>, 'provider'> {}

/** Result and cost of a conversion, estimated before it starts. */
export interface ConversionPlan extends Outline {
  readonly provider: string;
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
  const { provider: id, limit, target } = await chosenProvider(request, settings, signal);
  const book = await readBook(request.bookFile, { ...bookChoices(request), signal });
  const chosen = chooseChapters(book, request);
  const language = request.language ?? book.metadata.language;
  const plan = planBook(
    chosen.map(({ chapter }) => chapter),
    { limit, target, language },
  );
  const texts = plan.chapters.map(({ segments }) => segments.filter(({ spoken }) => spoken).map(({ text }) => text));
  const length = (parts: readonly string[], unit: typeof limit.unit): number =>
    parts.reduce((sum, text) => sum + textLength(text, unit), 0);
  const outline = outlineOf(book, chosen);
  return {
    ...outline,
    provider: id,
    characters: plan.characters,
    cost: { amount: length(texts.flat(), limit.unit), unit: limit.unit },
    chapters: outline.chapters.map((chapter, index) =>
      Object.assign({}, chapter, { characters: length(texts[index] ?? [], 'chars') }),
    ),
  };
}

/** What a plan needs to know of the provider. */
async function chosenProvider(request: PlanRequest, settings: Settings, signal: AbortSignal) {
  const chosen = await chooseProvider(request.provider, settings, signal);
  await using provider = chosen.provider;
  const { id, limit, target } = provider;
  return { provider: id, limit, target };
}
