import type { Block, Chapter } from '../../core/book.ts';
import { baseLanguage, sameLanguage } from '../../core/language.ts';
import { isCertainly } from '../choose-language.ts';
import { normalizeLanguage } from '../normalize-language.ts';

/** Enough text to tell whether a language is declared by mistake. */
const sampleLength = 10_000;

/**
 * Keeps the language that markup declares for a block when it is not the book's. A language of more than half of all
 * blocks is a mistake of the converter, unless their text is certainly in it.
 */
export async function keepForeignLanguages(chapters: readonly Chapter[], bookLanguage: string): Promise<Chapter[]> {
  const blocks = chapters.flatMap((chapter) => chapter.blocks);
  if (!blocks.some(({ language }) => language !== undefined)) return [...chapters];
  const mistaken = await mistakenLanguages(blocks, bookLanguage);
  const withLanguage = ({ language, ...block }: Block): Block => {
    const code = language === undefined ? undefined : normalizeLanguage(language);
    const isKept = code !== undefined && !sameLanguage(code, bookLanguage) && !mistaken.has(baseLanguage(code));
    return isKept ? { ...block, language: code } : block;
  };
  return chapters.map((chapter) => ({
    ...chapter,
    blocks: chapter.blocks.map((block) => withLanguage(block)),
    notes: chapter.notes?.map((block) => withLanguage(block)),
  }));
}

async function mistakenLanguages(blocks: readonly Block[], bookLanguage: string): Promise<ReadonlySet<string>> {
  const byLanguage = new Map<string, Block[]>();
  for (const block of blocks) {
    if (block.language === undefined || sameLanguage(block.language, bookLanguage)) continue;
    const base = baseLanguage(normalizeLanguage(block.language) ?? block.language);
    const own = byLanguage.get(base);
    if (own === undefined) byLanguage.set(base, [block]);
    else own.push(block);
  }
  const most = [...byLanguage].find(([, own]) => own.length > blocks.length / 2);
  if (most === undefined) return new Set();
  const [language, own] = most;
  const sample = own
    .map(({ text }) => text)
    .join('\n')
    .slice(0, sampleLength);
  return (await isCertainly(language, sample)) ? new Set() : new Set([language]);
}
