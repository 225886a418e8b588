import type { Request, RequestHandler, Response } from 'express';
import { libraryFields } from '../../fields/library-fields.ts';
import { parseFields } from '../../fields/parse-fields.ts';
import { RequestError } from '../../errors/request-error.ts';
import type { Position } from '../../jobs/ports/position.ts';
import { Library } from '../../library/library.ts';
import type { ShelvedBook } from '../../library/library.ts';
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
  const library = new Library(jobs);
  const bookOf = async (request: Request, response: Response): Promise<ShelvedBook> => {
    const book = await library.book(await jobOf(jobs, request), callerOf(response));
    if (book) return book;
    throw new RequestError('not-found', 'The job is not a finished book.');
  };
  const viewOf = async (books: readonly ShelvedBook[], response: Response): Promise<readonly BookView[]> => {
    const nowMs = await jobs.records.nowMs();
    const { keepMs } = service.limits;
    return books.map((book) => ({ ...bookView(book, basePathOf(response)), ...keptUntil(book, { nowMs, keepMs }) }));
  };
  const sendBook = async (book: ShelvedBook, response: Response): Promise<void> => {
    response.json((await viewOf([book], response))[0]);
  };
  return {
    async listBooks(request, response) {
      const { sort = libraryFields.sort.default, ...query } = parseFields(libraryFields, request.query);
      const { limit = libraryFields.limit.default, offset = libraryFields.offset.default } = query;
      const { books, total } = await library.page({ ...query, sort, limit, offset }, callerOf(response));
      response.json({ books: await viewOf(books, response), total });
    },
    getBook: async (request, response) => await sendBook(await bookOf(request, response), response),
    async changeBook(request, response) {
      const shelved = await bookOf(request, response);
      const { keep } = await readBody(request, response, service, keepSchema);
      await jobs.keepForGood(shelved.book.job, keep || undefined);
      await sendBook(shelved, response);
    },
    async deleteBook(request, response) {
      await jobs.remove((await bookOf(request, response)).book.job);
      response.status(204).end();
    },
    async getPosition(request, response) {
      const { position } = await bookOf(request, response);
      if (position) response.json(placeView(position));
      else response.status(204).end();
    },
    async putPosition(request, response) {
      const { book } = await bookOf(request, response);
      const { updatedAt, bookmarks, ...place } = await readBody(request, response, service, newPositionSchema);
      // A clock that is ahead must not hold the place for ever.
      const updatedMs = Math.min(Date.now(), updatedAt === undefined ? Infinity : Date.parse(updatedAt));
      const inOrder = bookmarks?.toSorted((one, other) => one.seconds - other.seconds);
      const position = { ...place, updatedMs, ...(inOrder && { bookmarks: inOrder }) };
      response.json(placeView(await library.keepPosition(book.job, callerOf(response), position)));
    },
  };
}

function bookView({ book, position }: ShelvedBook, basePath: string): BookView {
  const { job, hasCover, addedMs, files, ...about } = book;
  const { id, keep = false, isLinked } = job.record;
  const address = `${basePath}/jobs/${id}`;
  return {
    id,
    ...about,
    addedAt: new Date(addedMs).toISOString(),
    keep,
    isLinked,
    cover: hasCover ? `${address}/cover` : undefined,
    files: files.map(({ file: _file, ...file }) => ({
      url: `${address}/files/${encodeURIComponent(file.name)}`,
      ...file,
    })),
    position: position && positionView(position),
  };
}

/** Returns until when a book is kept. The age of one that is being made anew begins again. */
function keptUntil(
  { book: { job } }: ShelvedBook,
  { nowMs, keepMs }: { readonly nowMs: number; readonly keepMs: number },
): Pick<BookView, 'keptUntil'> {
  const { keep, endedMs = nowMs, keptFromMs = endedMs } = job.record;
  return keep ? {} : { keptUntil: new Date(Date.now() + keptFromMs + keepMs - nowMs).toISOString() };
}

function placeView(position: Position): NonNullable<BookView['position']> {
  return { ...positionView(position), ...(position.bookmarks && { bookmarks: [...position.bookmarks] }) };
}

function positionView({ seconds, speed, updatedMs }: Position): NonNullable<BookView['position']> {
  return { seconds, speed, updatedAt: new Date(updatedMs).toISOString() };
}
