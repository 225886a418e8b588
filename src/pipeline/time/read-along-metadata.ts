import type { AudioMetadata } from '../../audio/audio-metadata.ts';
import type { BookMetadata } from '../../core/book.ts';
import type { ReadAlongMetadata } from '../../timed-text/read-along/package-document.ts';

/** Returns the metadata of a read-along: the audio's tags with the book's contributors and subjects. */
export function readAlongMetadata(book: BookMetadata, tags: AudioMetadata, language: string): ReadAlongMetadata {
  const { title, subtitle, narrator, publisher, date, description, copyright, isbn, series, seriesPosition } = tags;
  return {
    title,
    subtitle,
    authors: tags.authors.map((name) => book.authors.find((author) => author.name === name) ?? { name, role: 'aut' }),
    contributors: book.contributors,
    narrator,
    language,
    publisher,
    date,
    description,
    rights: copyright,
    subjects: book.subjects,
    isbn,
    series: series === undefined ? undefined : { name: series, position: seriesPosition },
  };
}
