import { normalizeForComparison } from '../normalize-for-comparison.ts';
import { wholeTitles } from './title-words.ts';

const titles = wholeTitles('bibliography');

/** Reports whether a title is that of a bibliography, with or without a number. It could also name a chapter. */
export function isBibliographyTitle(title: string): boolean {
  return titles.has(normalizeForComparison(title.replace(/^[\p{N}.\s]+/u, '')));
}

/** Entries are shorter than this many words; longer paragraphs are an essay about books, or several entries in one. */
const maxEntrySize = 70;
/** Several entries in one paragraph have an author (`Baker, A. B.`) at least every so many words. */
const maxWordsPerAuthor = 35;

/** Reports whether at least half of the texts, with sizes in words, are entries of works. */
export function holdsWorks(texts: readonly { readonly text: string; readonly size: number }[]): boolean {
  return texts.length > 0 && texts.filter(isEntry).length >= texts.length / 2;
}

/** A work has a year, an address, a number in brackets, or its title in those of Asia. */
function isEntry({ text, size }: { readonly text: string; readonly size: number }): boolean {
  if (size > maxEntrySize) {
    const authors = text.match(/\p{Lu}[\p{L}\p{M}’'-]+, \p{Lu}\./gu)?.length ?? 0;
    return authors * maxWordsPerAuthor >= size;
  }
  return /(?<!\d)(?:1[4-9]|20)\d\d(?!\d)|https?:|www\.|\bdoi\b|^\[\w{1,12}\]\s|『[^』]+』|《[^》]+》/iu.test(text);
}
