import type { Block, Book, Chapter } from '../../core/book.ts';

/** Returns a book without the places of its blocks: they are those in converted documents, which are not in its file. */
export function withoutPlaces(book: Book): Book {
  return { ...book, chapters: book.chapters.map(chapterWithout) };
}

function chapterWithout(chapter: Chapter): Chapter {
  const { blocks, notes } = chapter;
  return { ...chapter, blocks: blocks.map(blockWithout), ...(notes && { notes: notes.map(blockWithout) }) };
}

function blockWithout({ source: _source, ...block }: Block): Block {
  return block;
}
