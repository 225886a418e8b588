import type { AudioMetadata } from '../../audio/audio-metadata.ts';
import type { BookMetadata } from '../../core/book.ts';

/** Tags by name, as `--meta` sets them. Other names than those of `tagFields` are written unchanged. */
type TagOverrides = Readonly<Record<string, string>>;

/** Field of each tag that `--meta` knows. `author` can have several values, separated by semicolons. */
const tagFields = {
  title: 'title',
  subtitle: 'subtitle',
  narrator: 'narrator',
  language: 'language',
  publisher: 'publisher',
  date: 'date',
  year: 'date',
  description: 'description',
  comment: 'comment',
  copyright: 'copyright',
  genre: 'genre',
  isbn: 'isbn',
  asin: 'asin',
  series: 'series',
  'series-position': 'seriesPosition',
  'sort-title': 'sortTitle',
  'sort-author': 'sortAuthor',
} as const satisfies Readonly<Record<string, keyof AudioMetadata>>;

/**
 * Returns the tags of an audio file: the metadata of the book, overridden by `tags`. The narrator is the one the book
 * names, otherwise the voice.
 */
export function audioMetadata(
  book: BookMetadata,
  voice: string,
  language: string,
  tags: TagOverrides = {},
): AudioMetadata {
  const { title, subtitle, publisher, date, description, rights, isbn, sortTitle, series } = book;
  return {
    title,
    authors: book.authors.map(({ name }) => name),
    narrator: book.contributors.find(({ role }) => role === 'nrt')?.name ?? voice,
    language,
    genre: 'Audiobook',
    ...known({
      subtitle,
      publisher,
      date,
      description,
      copyright: rights,
      isbn,
      sortTitle,
      sortAuthor: book.authors[0]?.sortName,
      series: series?.name,
      seriesPosition: series?.position,
    }),
    ...overrides(tags),
  };
}

function overrides(tags: TagOverrides): Partial<AudioMetadata> {
  const fields: Record<string, unknown> = {};
  const extra: Record<string, string> = {};
  for (const [key, value] of Object.entries(tags)) {
    const name = key.toLowerCase();
    if (name === 'author' || name === 'authors') fields['authors'] = value.split(';').map((author) => author.trim());
    else if (isTagField(name)) fields[tagFields[name]] = value;
    else extra[key] = value;
  }
  return Object.keys(extra).length > 0 ? { ...fields, extra } : fields;
}

function isTagField(name: string): name is keyof typeof tagFields {
  return Object.hasOwn(tagFields, name);
}

/** Returns the entries that have a value. */
function known<Key extends string>(entries: Readonly<Record<Key, string | undefined>>): Partial<Record<Key, string>> {
  const found: Partial<Record<Key, string>> = {};
  for (const key in entries) if (entries[key] !== undefined) found[key] = entries[key];
  return found;
}
