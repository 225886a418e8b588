import { z } from 'zod';

const bookmarkSchema = z.object({ seconds: z.number(), note: z.string() });

const positionSchema = z.object({
  seconds: z.number(),
  speed: z.number(),
  updatedMs: z.number(),
  bookmarks: z.array(bookmarkSchema).optional(),
});

/** The position of a listener in a book, with the listener's bookmarks. A position that is kept without any leaves those that are there. */
export type Position = Readonly<z.infer<typeof positionSchema>>;

/** The positions of all listeners in a book, by their names, as they are in a file of its job. */
export const positionsSchema = z.record(z.string(), positionSchema);

/** Name of that file in the folder of the job. */
export const positionsFile = 'positions.json';
