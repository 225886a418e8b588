import { z } from 'zod';
import { libraryFields } from '../../fields/library-fields.ts';
import type { Operation } from '../operation.ts';

/** Body of `PATCH /library/{id}`. */
export const keepSchema = z.strictObject({
  keep: z.boolean().describe('whether the book stays whatever its age, and does not count for the size limit'),
});

const seconds = z.number().min(0).max(1e7);

const bookmarkSchema = z.strictObject({
  seconds: seconds.describe('from the beginning of the book'),
  note: z.string().max(200).default('').describe('in the words of the listener'),
});

/** Body of `PUT /library/{id}/position`. */
export const newPositionSchema = z.strictObject({
  seconds: seconds.describe('from the beginning of the book'),
  speed: z.number().min(0.1).max(10).default(1),
  updatedAt: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('when it was there, for players that were offline; default: now'),
  bookmarks: z
    .array(bookmarkSchema)
    .max(100)
    .optional()
    .describe('all bookmarks of the caller in this book; absent: they stay as they are'),
});

const positionSchema = z
  .object({
    seconds,
    speed: z.number(),
    updatedAt: z.iso.datetime(),
    bookmarks: z.array(bookmarkSchema).optional().describe('of the caller, in order; not in lists of books'),
  })
  .meta({ id: 'Position' });

const fileSchema = z.object({
  url: z.string(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  kind: z.string(),
  seconds: z.number().describe('length of the audio that it has or belongs to'),
});

const bookSchema = z
  .object({
    id: z.string().describe('that of its job'),
    title: z.string(),
    authors: z.array(z.string()),
    series: z.string().optional(),
    seriesPosition: z.string().optional(),
    narrator: z.string().optional(),
    voice: z.string(),
    language: z.string().optional(),
    description: z.string().optional(),
    seconds: z.number(),
    bytes: z.int().describe('size of all files'),
    chapters: z.int().describe('number of chapters: GET /jobs/{id}/chapters has them'),
    addedAt: z.iso.datetime(),
    keep: z.boolean().describe('whether it stays whatever its age'),
    isLinked: z
      .literal(true)
      .optional()
      .describe(
        'it is in the folder of the library (`audiobook serve --library`), and stays as long as its files are there',
      ),
    keptUntil: z.iso
      .datetime()
      .optional()
      .describe('when it is removed, or earlier where all books exceed their limit; absent for one that stays'),
    cover: z.string().optional().describe('its address; absent when there is none'),
    files: z.array(fileSchema),
    position: positionSchema.optional().describe('where the caller is in it'),
  })
  .meta({ id: 'Book' });

export type BookView = z.infer<typeof bookSchema>;

/** Operations on finished books. */
export const libraryOperations = {
  listBooks: {
    tag: 'Library',
    method: 'get',
    path: '/library',
    description: 'Lists the finished books, in pages.',
    query: libraryFields,
    answers: [
      {
        status: 200,
        description: 'A page of the books that match.',
        body: z.object({
          books: z.array(bookSchema),
          total: z.int().describe('number of books that match, on all pages'),
        }),
      },
    ],
    errors: ['malformed'],
  },
  getBook: {
    tag: 'Library',
    method: 'get',
    path: '/library/{id}',
    description: 'Returns a finished book.',
    answers: [{ status: 200, description: 'The book.', body: bookSchema }],
    errors: ['not-found'],
  },
  changeBook: {
    tag: 'Library',
    method: 'patch',
    path: '/library/{id}',
    description: 'Keeps a book for good, or leaves it to the limits for finished jobs again.',
    json: keepSchema,
    answers: [{ status: 200, description: 'The book.', body: bookSchema }],
    errors: ['not-found', 'wrong-state', 'malformed', 'disk-full', 'upload-too-large', 'too-slow'],
  },
  deleteBook: {
    tag: 'Library',
    method: 'delete',
    path: '/library/{id}',
    description: 'Removes a book and everything that belongs to its job.',
    answers: [{ status: 204, description: 'The book is removed.' }],
    errors: ['not-found', 'wrong-state', 'output-failed'],
  },
  getPosition: {
    tag: 'Library',
    method: 'get',
    path: '/library/{id}/position',
    description: 'Returns where the caller is in a book: each token has a place of its own.',
    answers: [
      { status: 200, description: 'The place.', body: positionSchema },
      { status: 204, description: 'The caller has not listened to it.' },
    ],
    errors: ['not-found'],
  },
  putPosition: {
    tag: 'Library',
    method: 'put',
    path: '/library/{id}/position',
    description: 'Keeps where the caller is in a book, unless a later place is known.',
    json: newPositionSchema,
    answers: [{ status: 200, description: 'The latest place.', body: positionSchema }],
    errors: ['not-found', 'malformed', 'upload-too-large', 'too-slow'],
  },
} as const satisfies Record<string, Operation>;
