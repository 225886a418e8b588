import type { RequestHandler } from 'express';
import type { Caller } from '../../access/caller.ts';
import type { FeedEntry } from '../../access/feeds.ts';
import { RequestError } from '../../errors/request-error.ts';
import { feedFields } from '../../fields/feed-fields.ts';
import { parseFields } from '../../fields/parse-fields.ts';
import type { LibraryBook } from '../../library/library-book.ts';
import { Library } from '../../library/library.ts';
import { callerOf } from '../access/check-token.ts';
import { readBody } from '../read-body.ts';
import type { Service } from '../service.ts';
import { feedAddress } from './feed-address.ts';
import { newFeedSchema } from './feed-operations.ts';
import type { feedOperations } from './feed-operations.ts';
import { catalogBooks, catalogType, opdsCatalog } from './opds-catalog.ts';
import { podcast } from './podcast.ts';

/** Most feeds that a caller may have. */
const maxFeeds = 100;

/** Returns the handlers of operations on feeds. */
export function feedHandlers(service: Service): Readonly<Record<keyof typeof feedOperations, RequestHandler>> {
  const { feeds, jobs } = service;
  const library = new Library(jobs);
  return {
    async createFeed(request, response) {
      if (service.queue !== undefined) throw new RequestError('not-found', 'A service with a queue has no feeds.');
      const { name } = await readBody(request, response, service, newFeedSchema);
      const caller = callerOf(response);
      if (feeds.of(caller).length >= maxFeeds) {
        throw new RequestError('malformed', `You have ${maxFeeds} feeds. Remove one first: DELETE /feeds/{id}.`);
      }
      const { feed, token } = await written(feeds.add(caller, name));
      const address = feedAddress(request, response, token);
      response.status(201).json({ ...viewOf(feed), podcast: address('/feed.xml'), catalog: address('/opds') });
    },
    listFeeds: (_request, response) => void response.json({ feeds: feeds.of(callerOf(response)).map(viewOf) }),
    async deleteFeed(request, response) {
      const feed = feeds.of(callerOf(response)).find(({ id }) => id === request.params['id']);
      if (!feed) throw new RequestError('not-found', 'You have no feed with this id.');
      await written(feeds.remove(feed));
      response.status(204).end();
    },
    async getPodcast(request, response) {
      const query = parseFields(feedFields.podcast, request.query);
      const { token, book, limit = feedFields.podcast.limit.default } = query;
      const caller = callerOf(response);
      const books = await podcastBooks(library, { book, limit }, caller);
      if (book !== undefined && books.length === 0) throw new RequestError('not-found', 'Unknown book.');
      const address = feedAddress(request, response, token);
      const options = { address, query: { book }, ofOneBook: book !== undefined };
      response.set('Cache-Control', 'private, no-cache').type('application/rss+xml').send(podcast(books, options));
    },
    async getCatalog(request, response) {
      const { token, offset = feedFields.catalog.offset.default } = parseFields(feedFields.catalog, request.query);
      const page = { offset, limit: catalogBooks };
      const { books, total } = await library.page({ sort: 'added', ...page }, callerOf(response));
      const newest = { sort: 'added', offset: 0, limit: 1 } as const;
      const [latest] = offset === 0 ? books : (await library.page(newest, callerOf(response))).books;
      const address = feedAddress(request, response, token);
      const catalog = opdsCatalog(
        books.map(({ book }) => book),
        { address, offset, total, latest: latest?.book },
      );
      response
        .set({ 'Cache-Control': 'private, no-cache', 'Content-Type': `${catalogType};charset=utf-8` })
        .send(catalog);
    },
  };
}

async function podcastBooks(
  library: Library,
  { book, limit }: { readonly book: string | undefined; readonly limit: number },
  caller: Caller,
): Promise<readonly LibraryBook[]> {
  const { books } =
    book === undefined
      ? await library.page({ sort: 'added', offset: 0, limit }, caller)
      : await library.find(book, caller);
  return books.map((shelved) => shelved.book);
}

function viewOf({ id, name, createdMs }: FeedEntry): object {
  return { id, name, createdAt: new Date(createdMs).toISOString() };
}

async function written<Value>(write: Promise<Value>): Promise<Value> {
  try {
    return await write;
  } catch {
    throw new RequestError('disk-full', 'The service cannot write to its disk. Try again later.');
  }
}
