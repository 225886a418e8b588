import type { Request, RequestHandler, Response } from 'express';
import { libraryFields } from '../../fields/library-fields.ts';
import { parseFields } from '../../fields/parse-fields.ts';
import { maySee } from '../../access/caller.ts';
import { RequestError } from '../../errors/request-error.ts';
import { libraryBook } from '../../library/library-book.ts';
import type { LibraryBook } from '../../library/library-book.ts';
import { libraryPage } from '../../library/library-page.ts';
import type { ShelvedBook } from '../../library/library-page.ts';
import { Positions } from '../../library/positions.ts';
import type { Position } from '../../library/positions.ts';
import { callerOf } from '../access/check-token.ts';
import { basePathOf } from '../base-path.ts';
import { jobOf } from '../jobs/job-of.ts';
import { readBody } from '../read-body.ts';
import type { Service } from '../service.ts';
import { keepSchema, newPositionSchema } from './library-operations.ts';
import type { BookView, libraryOperations } from './library-operations.ts';

/** Returns the handlers of operations on finished books. */
export function libraryHandlers(service: Service): Readonly<Record<keyof typeof libraryOperations, RequestHandler>> {
  const { jobs } = service;
  const positions = new Positions();
  const shelved = async (book: LibraryBook, response: Response): Promise<ShelvedBook> => ({
    book,
    position: await positions.of(book.job, callerOf(response)),
  });
  const send = async (book: LibraryBook, response: Response): Promise<void> =>
    void response.json(viewOf(await shelved(book, response), basePathOf(response)));
  return {
    async listBooks(request, response) {
      const { sort = libraryFields.sort.default, ...query } = parseFields(libraryFields, request.query);
      const { limit = libraryFields.limit.default, offset = libraryFields.offset.default } = query;
      const visible = await booksOf(service, response);
      const all = await Promise.all(visible.map(async (book) => await shelved(book, response)));
      const { books, total } = libraryPage(all, { ...query, sort, limit, offset });
      response.json({ books: books.map((book) => viewOf(book, basePathOf(response))), total });
    },
    getBook: async (request, response) => await send(await bookOf(service, request), response),
    async changeBook(request, response) {
      const book = await bookOf(service, request);
      const { keep } = await readBody(request, response, service, keepSchema);
      await jobs.keepForGood(book.job, keep || undefined);
      await send(book, response);
    },
    async deleteBook(request, response) {
      await jobs.remove((await bookOf(service, request)).job);
      response.status(204).end();
    },
    async getPosition(request, response) {
      const position = await positions.of((await bookOf(service, request)).job, callerOf(response));
      if (position) response.json(positionView(position));
      else response.status(204).end();
    },
    async putPosition(request, response) {
      const { job } = await bookOf(service, request);
      const { seconds, speed, updatedAt } = await readBody(request, response, service, newPositionSchema);
      // A clock that is ahead must not hold the place for ever.
      const updatedMs = Math.min(Date.now(), updatedAt === undefined ? Infinity : Date.parse(updatedAt));
      response.json(positionView(await positions.keep(job, callerOf(response), { seconds, speed, updatedMs })));
    },
  };
}

/** Returns the finished books that the caller may see, newest first. */
export async function booksOf({ jobs }: Pick<Service, 'jobs'>, response: Response): Promise<readonly LibraryBook[]> {
  const caller = callerOf(response);
  const all = await jobs.list();
  const visible = all.filter(({ record }) => maySee(caller, record.owner));
  const books = await Promise.all(visible.map(libraryBook));
  return books.filter((book) => book !== undefined);
}

async function bookOf({ jobs }: Service, request: Request): Promise<LibraryBook> {
  const book = await libraryBook(await jobOf(jobs, request));
  if (book) return book;
  throw new RequestError('not-found', 'The job is not a finished book.');
}

function viewOf({ book, position }: ShelvedBook, basePath: string): BookView {
  const { job, hasCover, addedMs, chapters, files, ...about } = book;
  const { id, keep = false } = job.record;
  const address = `${basePath}/jobs/${id}`;
  return {
    id,
    ...about,
    chapters: chapters.length,
    addedAt: new Date(addedMs).toISOString(),
    keep,
    cover: hasCover ? `${address}/cover` : undefined,
    files: files.map(({ file: _file, ...file }) => ({
      url: `${address}/files/${encodeURIComponent(file.name)}`,
      ...file,
    })),
    position: position && positionView(position),
  };
}

function positionView({ seconds, speed, updatedMs }: Position): NonNullable<BookView['position']> {
  return { seconds, speed, updatedAt: new Date(updatedMs).toISOString() };
}
