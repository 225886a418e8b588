import { addTo } from '../../core/collections/add-to.ts';
import type { Block, BlockRange, Chapter } from '../../core/book.ts';
import { baseLanguage, sameLanguage } from '../../core/language.ts';
import { contradicts, isCertainly } from '../language/choose-language.ts';
import { normalizeLanguage } from '../language/normalize-language.ts';

/** Enough text to find a language that is declared by mistake. */
const sampleLength = 10_000;

/**
 * Keeps the language that markup declares for a block, or for a phrase in it, when it is not the book's. A language of more
 * than half of all blocks is a mistake of the converter, unless their text is certainly in it, and so is a language of
 * phrases that are certainly in the book's.
 */
export async function keepForeignLanguages(chapters: readonly Chapter[], bookLanguage: string): Promise<Chapter[]> {
  const blocks = chapters.flatMap((chapter) => chapter.blocks);
  if (!blocks.some(({ language, ranges }) => language !== undefined || ranges !== undefined)) return [...chapters];
  const ofBlocks = await mistakenForBlocks(blocks, bookLanguage);
  const ofPhrases = await mistakenForPhrases(blocks, bookLanguage);
  const withLanguage = ({ language, ranges, ...block }: Block): Block => {
    const code = foreignCode(language, bookLanguage, ofBlocks);
    const kept = ranges?.flatMap((range) => foreignRange(range, code ?? bookLanguage, ofPhrases));
    return {
      ...block,
      ...(code === undefined ? {} : { language: code }),
      ...(kept === undefined || kept.length === 0 ? {} : { ranges: kept }),
    };
  };
  return chapters.map((chapter) => ({
    ...chapter,
    blocks: chapter.blocks.map((block) => withLanguage(block)),
    notes: chapter.notes?.map((block) => withLanguage(block)),
  }));
}

function foreignCode(language: string | undefined, around: string, mistaken: ReadonlySet<string>): string | undefined {
  const code = language === undefined ? undefined : normalizeLanguage(language);
  const isKept = code !== undefined && !sameLanguage(code, around) && !mistaken.has(baseLanguage(code));
  return isKept ? code : undefined;
}

function foreignRange(range: BlockRange, around: string, mistaken: ReadonlySet<string>): BlockRange[] {
  const language = foreignCode(range.language, around, mistaken);
  return language === undefined ? [] : [{ ...range, language }];
}

async function mistakenForBlocks(blocks: readonly Block[], bookLanguage: string): Promise<ReadonlySet<string>> {
  const texts = foreignTexts(blocks, bookLanguage);
  const most = [...texts].find(([, own]) => own.length > blocks.length / 2);
  if (most === undefined) return new Set();
  const [language, own] = most;
  return (await isCertainly(language, sampleOf(own))) ? new Set() : new Set([language]);
}

async function mistakenForPhrases(blocks: readonly Block[], bookLanguage: string): Promise<ReadonlySet<string>> {
  const phrases = blocks.flatMap(({ text, ranges = [] }) =>
    ranges.map(({ from, to, language }) => ({ text: text.slice(from, to), language })),
  );
  const mistaken = new Set<string>();
  for (const [language, own] of foreignTexts(phrases, bookLanguage)) {
    if (await contradicts(bookLanguage, language, sampleOf(own))) mistaken.add(language);
  }
  return mistaken;
}

/** Returns the texts that declare another language than the book's, by language without region. */
function foreignTexts(
  parts: readonly Pick<Block, 'text' | 'language'>[],
  bookLanguage: string,
): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  for (const { text, language } of parts) {
    if (language === undefined || sameLanguage(language, bookLanguage)) continue;
    const base = baseLanguage(normalizeLanguage(language) ?? language);
    addTo(texts, base, text);
  }
  return texts;
}

function sampleOf(texts: readonly string[]): string {
  return texts.join('\n').slice(0, sampleLength);
}
