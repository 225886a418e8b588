import type { LibraryBook } from '../../library/library-book.ts';
import type { FeedAddress } from './feed-address.ts';
import { element, textElement } from '../../../core/strings/xml.ts';

/** Media type of a catalog that books can be fetched from (OPDS 1.2, 3). */
export const catalogType = 'application/atom+xml;profile=opds-catalog;kind=acquisition';

/** Books of a page of the catalog. */
export const catalogBooks = 100;

const namespaces = {
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/terms/',
  'xmlns:opds': 'http://opds-spec.org/2010/catalog',
};

/** The place of a page in a catalog. */
export interface CatalogPage {
  readonly address: FeedAddress;
  /** Number of books before the page. */
  readonly offset: number;
  /** Number of books on all pages. */
  readonly total: number;
  /** The first book of the first page. */
  readonly latest: LibraryBook | undefined;
}

/** Returns a page of books as an OPDS 1.2 catalog, with their audio. */
export function opdsCatalog(books: readonly LibraryBook[], { address, offset, total, latest }: CatalogPage): string {
  const updatedMs = latest?.addedMs ?? 0;
  const at = (place: number): string => address('/opds', { offset: place === 0 ? undefined : String(place) });
  const next = offset + catalogBooks;
  const feed = element(
    'feed',
    namespaces,
    textElement('id', 'urn:audiobook:library'),
    textElement('title', 'Audiobooks'),
    textElement('updated', new Date(updatedMs).toISOString()),
    element('author', {}, textElement('name', 'audiobook')),
    element('link', { rel: 'self', href: at(offset), type: catalogType }),
    element('link', { rel: 'start', href: at(0), type: catalogType }),
    next < total ? element('link', { rel: 'next', href: at(next), type: catalogType }) : undefined,
    ...books.map((book) => entry(book, address)),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${feed}\n`;
}

function entry(book: LibraryBook, address: FeedAddress): string {
  const { record } = book.job;
  const route = `/jobs/${record.id}`;
  const cover = book.hasCover ? address(`${route}/cover`) : undefined;
  const audio = book.files.filter(({ mediaType }) => mediaType.startsWith('audio/'));
  return element(
    'entry',
    {},
    textElement('id', `urn:uuid:${record.id}`),
    textElement('title', book.title),
    textElement('updated', new Date(book.addedMs).toISOString()),
    ...(book.authors.length > 0 ? book.authors : ['Unknown']).map((name) =>
      element('author', {}, textElement('name', name)),
    ),
    textElement('dc:language', book.language),
    textElement('dc:extent', `${Math.round(book.seconds)} seconds`),
    textElement('summary', book.description, { type: 'text' }),
    ...(['http://opds-spec.org/image', 'http://opds-spec.org/image/thumbnail'] as const).map((rel) =>
      cover === undefined ? undefined : element('link', { rel, href: cover, type: 'image/jpeg' }),
    ),
    ...audio.map(({ name, mediaType, bytes }) =>
      element('link', {
        rel: 'http://opds-spec.org/acquisition',
        href: address(`${route}/files/${encodeURIComponent(name)}`),
        type: mediaType,
        length: bytes,
        title: name,
      }),
    ),
  );
}
