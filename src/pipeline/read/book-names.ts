import type { ReadOptions } from '../../book/book-choices.ts';
import { readBook } from '../../book/read-book.ts';
import { findNames } from '../../text/lexicon/find-names.ts';
import type { NameFound } from '../../text/lexicon/find-names.ts';

/** The names and odd words of a book. */
export interface BookNames {
  readonly title: string;
  /** BCP-47 code of the book. */
  readonly language: string;
  /** Most frequent first. */
  readonly names: readonly NameFound[];
  readonly warnings: readonly string[];
}

/** Reads a book file and returns at most `limit` of its names and odd words. Throws as `readBook` does. */
export async function bookNames(bookFile: string, limit: number, options: ReadOptions): Promise<BookNames> {
  const { metadata, chapters, warnings } = await readBook(bookFile, options);
  const { title, language } = metadata;
  const texts = chapters.flatMap(({ blocks }) =>
    // Headings may have a capital in every word.
    blocks
      .filter(({ kind }) => kind !== 'heading')
      .map((block) => ({ text: block.text, language: block.language ?? language })),
  );
  return { title, language, names: findNames(texts).slice(0, limit), warnings };
}

/** Returns the names as a lexicon to fill in: an entry without a value is ignored. */
export function namesAsLexicon({ title, names }: BookNames): string {
  const lines = names.map(({ written, count, example }) => {
    const key =
      /^[\p{L}\p{M}\p{N}'’.-]+$/u.test(written) && /^\p{L}/u.test(written) ? written : JSON.stringify(written);
    return `${`${key}:`.padEnd(24)} # ${count}: ${example.replaceAll(/\s+/gu, ' ')}\n`;
  });
  const about = title.replaceAll(/[\p{Cc}\s]+/gu, ' ');
  return `# Names and odd words of ${about}, most frequent first. Fill in those that are mispronounced:\n${help}\n${lines.join('')}`;
}

const help = `#   Hermione: her-MY-oh-nee
#   Nguyen: { ipa: /ŋwiən/, say: win }
# and convert the book with --lexicon and this file. Lines without a value are ignored.
`;
