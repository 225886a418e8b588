import type { LibraryBook, LibraryFile } from '../../library/library-book.ts';
import type { FeedAddress } from './feed-address.ts';
import { element, textElement } from '../../../core/strings/xml.ts';

/** Options of `podcast`. */
export interface PodcastOptions {
  readonly address: FeedAddress;
  /** The query of the feed itself. */
  readonly query: Readonly<Record<string, string | undefined>>;
  /** Whether the feed is of one book, whose files are its episodes. */
  readonly ofOneBook: boolean;
}

const namespaces = {
  version: '2.0',
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  'xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
};

/** Returns the books as a podcast (RSS 2.0 with the elements of Apple and of the Podcast Namespace): one episode per audio file. */
export function podcast(books: readonly LibraryBook[], { address, query, ofOneBook }: PodcastOptions): string {
  const [first] = books;
  const { title, author, description, language, type } = about(ofOneBook ? first : undefined);
  const channel = element(
    'channel',
    {},
    textElement('title', title),
    textElement('link', address('/library')),
    textElement('description', description),
    textElement('language', language),
    textElement('generator', 'audiobook'),
    element('atom:link', { href: address('/feed.xml', query), rel: 'self', type: 'application/rss+xml' }),
    textElement('itunes:author', author),
    textElement('itunes:type', type),
    textElement('itunes:explicit', 'false'),
    element('itunes:category', { text: 'Arts' }, element('itunes:category', { text: 'Books' })),
    imageOf(first, address) ?? ownImage(address),
    // Only those who have the address may read it.
    textElement('itunes:block', 'Yes'),
    ...books.flatMap((book) => episodes(book, address)),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('rss', namespaces, channel)}\n`;
}

/** Returns what the feed says of itself: what its book is, or that it has all of them. */
function about(book: LibraryBook | undefined) {
  if (!book) {
    const title = 'Audiobooks';
    return { title, author: 'audiobook', description: title, language: 'en', type: 'episodic' };
  }
  const { title, authors, description = title, language = 'en' } = book;
  return { title, author: authors.join(', '), description, language, type: 'serial' };
}

function episodes(book: LibraryBook, address: FeedAddress): readonly string[] {
  const audio = book.files.filter(({ mediaType }) => mediaType.startsWith('audio/'));
  return audio.map((file, index) => episode(book, { file, index, count: audio.length, address }));
}

interface Episode {
  readonly file: LibraryFile;
  readonly index: number;
  readonly count: number;
  readonly address: FeedAddress;
}

function episode(book: LibraryBook, { file, index, count, address }: Episode): string {
  const { id } = book.job.record;
  const isWhole = count === 1;
  const url = address(`/jobs/${id}/files/${encodeURIComponent(file.name)}`);
  // Apps order episodes by date: the files of a book are a second apart.
  const date = new Date(book.addedMs + index * 1000).toUTCString();
  return element(
    'item',
    {},
    textElement('title', isWhole ? book.title : file.name.replace(/\.\w+$/u, '')),
    element('guid', { isPermaLink: 'false' }, isWhole ? id : `${id}-${index + 1}`),
    textElement('pubDate', date),
    textElement('description', book.description ?? book.title),
    element('enclosure', { url, length: file.bytes, type: file.mediaType }),
    textElement('itunes:author', book.authors.join(', ')),
    textElement('itunes:duration', Math.round(file.seconds)),
    textElement('itunes:episode', isWhole ? undefined : index + 1),
    textElement('itunes:explicit', 'false'),
    imageOf(book, address),
    isWhole
      ? element('podcast:chapters', { url: address(`/jobs/${id}/chapters`), type: 'application/json+chapters' })
      : undefined,
  );
}

/** Returns the picture of the service, for feeds without a cover: Apple asks each feed for one. */
function ownImage(address: FeedAddress): string {
  return element('itunes:image', { href: address('/icons/icon-512.png') });
}

function imageOf(book: LibraryBook | undefined, address: FeedAddress): string | undefined {
  if (!book?.hasCover) return undefined;
  return element('itunes:image', { href: address(`/jobs/${book.job.record.id}/cover`) });
}
