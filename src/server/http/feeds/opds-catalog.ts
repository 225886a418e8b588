import type { LibraryBook } from '../../library/library-book.ts';
import type { FeedAddress } from './feed-address.ts';
import { element, textElement } from '../../../core/strings/xml.ts';

/** Media type of a catalog that books can be fetched from (OPDS 1.2, 3). */
export const catalogType = 'application/atom+xml;profile=opds-catalog;kind=acquisition';

/** Books of a page of the catalog. */
const pageBooks = 100;

const namespaces = {
  xmlns: 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/terms/',
  'xmlns:opds': 'http://opds-spec.org/2010/catalog',
};

/** Returns a page of the books as an OPDS 1.2 catalog, with their audio. `offset` leaves out that many books. */
export function opdsCatalog(
  books: readonly LibraryBook[],
  { address, offset }: { readonly address: FeedAddress; readonly offset: number },
): string {
  const page = books.slice(offset, offset + pageBooks);
  const updatedMs = Math.max(0, ...books.map(({ addedMs }) => addedMs));
  const at = (place: number): string => address('/opds', { offset: place === 0 ? undefined : String(place) });
  const next = offset + pageBooks;
  const feed = element(
    'feed',
    namespaces,
    textElement('id', 'urn:audiobook:library'),
    textElement('title', 'Audiobooks'),
    textElement('updated', new Date(updatedMs).toISOString()),
    element('author', {}, textElement('name', 'audiobook')),
    element('link', { rel: 'self', href: at(offset), type: catalogType }),
    element('link', { rel: 'start', href: at(0), type: catalogType }),
    next < books.length ? element('link', { rel: 'next', href: at(next), type: catalogType }) : undefined,
    ...page.map((book) => entry(book, address)),
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
