import { readBook } from '../../book/read-book.ts';
import type { Settings } from '../../core/settings.ts';
import { textLength } from '../../text/text-length.ts';
import { chooseProvider } from '../tools/choose-provider.ts';
import type { ConversionRequest } from '../conversion.ts';
import { outlineOf } from './outline.ts';
import type { Outline } from './outline.ts';
import { planBook } from '../plan.ts';

/** What a conversion would make and cost, before anything is spoken. */
export interface ConversionPlan extends Outline {
  readonly provider: string;
  /** Code points that would be spoken. */
  readonly characters: number;
  /** What the provider would be sent, in the unit it counts in. */
  readonly cost: { readonly amount: number; readonly unit: 'chars' | 'bytes' };
  readonly chapters: readonly (Outline['chapters'][number] & { readonly characters: number })[];
}

/** Reads a book and plans it for the provider that would speak it. Throws as reading and choosing do. */
export async function planConversion(
  request: Pick<ConversionRequest, 'bookFile' | 'reading' | 'maxChapters'> & { readonly provider?: string },
  settings: Settings,
  signal: AbortSignal,
): Promise<ConversionPlan> {
  const chosen = await chooseProvider(request.provider, settings, signal);
  await using provider = chosen.provider;
  const book = await readBook(request.bookFile, { ...request.reading, signal });
  const wanted = { ...book, chapters: book.chapters.slice(0, request.maxChapters) };
  const { id, limit, target } = provider;
  const plan = planBook(wanted.chapters, { limit, target, language: book.metadata.language });
  const texts = plan.chapters.map(({ segments }) => segments.filter(({ spoken }) => spoken).map(({ text }) => text));
  const length = (parts: readonly string[], unit: typeof limit.unit): number =>
    parts.reduce((sum, text) => sum + textLength(text, unit), 0);
  const outline = outlineOf(wanted);
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
