import path from 'node:path';
import type { Block, Book, BookMetadata, Chapter } from '../../core/book.ts';
import { isSameTitle } from '../titles/same-title.ts';
import { titleFromFileName } from '../titles/book-title.ts';

/** A file that becomes a chapter. */
export interface JoinedPart {
  /** Absolute path. */
  readonly file: string;
  readonly book: Book;
}

/**
 * Returns one book in which each part is a chapter, with the title of the part: that of its metadata, or its file name where
 * several parts have the same. Authors and cover are those of the first part that has some. The language is that of most text;
 * the text of other parts is marked with theirs, except when `language` says that all of it is in one.
 */
export function joinBooks(title: string, parts: readonly JoinedPart[], language?: string): Book {
  const metadata = joinedMetadata(title, parts);
  const titles = parts.map(({ book }) => book.metadata.title);
  const chapters = parts.flatMap((part) => {
    const { file, book } = part;
    if (book.chapters.length === 0) return [];
    const own = book.metadata.title;
    const isShared = titles.filter((other) => isSameTitle(other, own)).length > 1;
    const named = isShared ? (titleFromFileName(file) ?? path.parse(file).name) : own;
    return [chapterOf(part, named, language ?? metadata.language)];
  });
  return {
    metadata,
    cover: parts.find(({ book }) => book.cover)?.book.cover,
    chapters,
    leftOut: parts.flatMap(({ file, book }) =>
      book.leftOut.map((one) => ({ ...one, document: `${path.basename(file)}: ${one.document}` })),
    ),
    warnings: parts.flatMap(warningsOf),
  };
}

/** Returns the metadata on which all parts agree, under the title of the whole. */
function joinedMetadata(title: string, parts: readonly JoinedPart[]): BookMetadata {
  const all = parts.map(({ book }) => book.metadata);
  const agreed = <Key extends keyof BookMetadata>(key: Key): BookMetadata[Key] | undefined => {
    const [first] = all;
    return all.every((one) => one[key] === first?.[key]) ? first?.[key] : undefined;
  };
  return {
    title,
    authors: all.find(({ authors }) => authors.length > 0)?.authors ?? [],
    contributors: all.find(({ contributors }) => contributors.length > 0)?.contributors ?? [],
    subjects: [...new Set(all.flatMap(({ subjects }) => subjects))],
    publisher: agreed('publisher'),
    date: agreed('date'),
    rights: agreed('rights'),
    ...languageOf(parts),
  };
}

/** A language that a file declares, or that its text shows, says more than one that was assumed. */
function languageOf(parts: readonly JoinedPart[]): Pick<BookMetadata, 'language' | 'languageSource'> {
  const known = parts.filter(({ book }) => book.metadata.languageSource !== 'default');
  const lengths = new Map<string, number>();
  for (const { book } of known) {
    const { language } = book.metadata;
    lengths.set(language, (lengths.get(language) ?? 0) + lengthOf(book));
  }
  const [most] = [...lengths].toSorted(([, a], [, b]) => b - a);
  const spoken = known.find(({ book }) => book.metadata.language === most?.[0]) ?? parts[0];
  const { language = 'en', languageSource = 'default' } = spoken?.book.metadata ?? {};
  return { language, languageSource };
}

function lengthOf({ chapters }: Book): number {
  return chapters.flatMap(({ blocks }) => blocks).reduce((sum, { text }) => sum + text.length, 0);
}

function chapterOf({ file, book }: JoinedPart, title: string, main: string): Chapter {
  const { language, languageSource } = book.metadata;
  const isOther = languageSource !== 'default' && language !== main;
  const marked = (blocks: readonly Block[]): readonly Block[] =>
    isOther ? blocks.map((block) => ({ ...block, language: block.language ?? language })) : blocks;
  const notes = book.chapters.flatMap((chapter) => chapter.notes ?? []);
  return {
    title,
    titleSource: 'document-title',
    blocks: marked(book.chapters.flatMap(({ blocks }) => blocks)),
    notes: notes.length === 0 ? undefined : marked(notes),
    file,
  };
}

function warningsOf({ file, book }: JoinedPart): string[] {
  const name = path.basename(file);
  const empty = book.chapters.length === 0 ? ['Nothing of it is read, so that it is not a chapter.'] : [];
  return [...book.warnings, ...empty].map((warning) => `${name}: ${warning}`);
}
