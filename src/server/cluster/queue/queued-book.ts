import { z } from 'zod';

/** The format of the jobs in the queues. A worker leaves jobs of another format to others. */
export const queueFormat = 1;

/** The fields that the jobs of a book have in common. */
const common = {
  format: z.literal(queueFormat),
  /** Id of the record. */
  id: z.uuid(),
  /** Password of the book, encrypted. */
  password: z.string().optional(),
};

/** A book in the queue. */
export const queuedBookSchema = z.object({
  ...common,
  /** The next step: the parts of the book are put into the queue of a provider, and joined when all are spoken. */
  step: z.enum(['plan', 'finish']),
  /** Provider that speaks the book, once that is known. */
  provider: z.string().optional(),
  /** Whether its scripts were put into the queue of their model. What is missing after that is written in the run that ends the book. */
  areScriptsQueued: z.boolean().optional(),
});

export type QueuedBook = Readonly<z.infer<typeof queuedBookSchema>>;

/** Scripts of a book in the queue of a model. */
export const queuedScriptsSchema = z.object({
  ...common,
  service: z.string(),
  provider: z.string(),
  /** Indexes of the chapters in the book. */
  chapters: z.array(z.number()).readonly(),
});

export type QueuedScripts = Readonly<z.infer<typeof queuedScriptsSchema>>;

/** Part of a book in the queue of a provider: the segments from `from`, and before `to`. */
export const queuedPartSchema = z.object({
  ...common,
  provider: z.string(),
  number: z.number(),
  from: z.number(),
  to: z.number(),
});

export type QueuedPart = Readonly<z.infer<typeof queuedPartSchema>>;
