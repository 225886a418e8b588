import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomic } from '../../core/files/atomic-file.ts';
import { maySee, scopeOf } from '../access/caller.ts';
import type { Caller } from '../access/caller.ts';
import type { Job } from '../jobs/job.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { positionsFile } from '../jobs/ports/position.ts';
import type { Position } from '../jobs/ports/position.ts';
import { libraryBook } from './library-book.ts';
import type { LibraryBook } from './library-book.ts';
import { libraryPage } from './library-page.ts';
import type { LibraryQuery } from './library-page.ts';

/** A book and where a listener is in it. */
export interface ShelvedBook {
  readonly book: LibraryBook;
  readonly position: Position | undefined;
}

/** The finished books of a service, and where each listener is in them. */
export class Library {
  readonly #jobs: Jobs;
  /** The last position of each job that is written, by the id of the job. */
  readonly #writing = new Map<string, Promise<unknown>>();

  constructor(jobs: Jobs) {
    this.#jobs = jobs;
  }

  /** Returns a page of the books that a caller may see. */
  async page(
    query: LibraryQuery,
    caller: Caller,
  ): Promise<{ readonly books: readonly ShelvedBook[]; readonly total: number }> {
    const { records } = this.#jobs;
    const { ids, total } = await libraryPage(records, query, { scope: scopeOf(caller), listener: nameOf(caller) });
    const books: LibraryBook[] = [];
    for (const job of await this.#jobs.many(ids)) {
      const book = await libraryBook(job, this.#jobs);
      if (book) books.push(book);
    }
    const positions = await records.positions(
      books.map(({ job }) => job.record.id),
      nameOf(caller),
    );
    return { books: books.map((book, at) => ({ book, position: positions[at] })), total };
  }

  /** Returns the book with the id of its job, if the caller may see it. */
  async find(id: string, caller: Caller): Promise<{ readonly books: readonly ShelvedBook[] }> {
    const job = await this.#jobs.get(id);
    const book = job && maySee(caller, job.record.owner) ? await this.book(job, caller) : undefined;
    return { books: book ? [book] : [] };
  }

  /** Returns the book of a finished job and where a caller is in it; undefined for any other job. */
  async book(job: Job, caller: Caller): Promise<ShelvedBook | undefined> {
    const book = await libraryBook(job, this.#jobs);
    return book && { book, position: await this.position(job, caller) };
  }

  /** Returns where a caller is in a book, or undefined before the first time. */
  async position({ record: { id } }: Job, caller: Caller): Promise<Position | undefined> {
    const [position] = await this.#jobs.records.positions([id], nameOf(caller));
    return position;
  }

  /** Keeps where a caller is, unless a later place is known, and returns the latest one. Throws what the disk throws. */
  async keepPosition(job: Job, caller: Caller, position: Position): Promise<Position> {
    const { id } = job.record;
    const kept = await this.#jobs.records.keepPosition(id, nameOf(caller), position);
    // The job was removed meanwhile.
    if (!kept[nameOf(caller)]) return position;
    const write = async (): Promise<void> => {
      await mkdir(job.paths.folder, { recursive: true, mode: 0o700 });
      await writeFileAtomic(path.join(job.paths.folder, positionsFile), JSON.stringify(kept));
      await job.files.put(positionsFile);
    };
    // One write follows the other.
    const written = (this.#writing.get(id) ?? Promise.resolve()).catch(() => undefined).then(write);
    this.#writing.set(id, written);
    try {
      await written;
    } finally {
      if (this.#writing.get(id) === written) this.#writing.delete(id);
    }
    return kept[nameOf(caller)] ?? position;
  }
}

/** A name of a token has no slash. */
function nameOf({ name }: Caller): string {
  return name ?? '/';
}
