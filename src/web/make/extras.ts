import type { CreateJobField } from '../api/types.ts';

/** How the book is spoken: fields of a job, each with its values. The first value is that of a job that does not have the field. */
const spoken = {
  speed: ['1', '0.8', '0.9', '1.1', '1.25', '1.5'],
  pauses: ['normal', 'tight', 'wide'],
  announce_chapters: ['false', 'true'],
  cast: ['off', 'auto'],
} as const satisfies Fields;

/** What is read of the book: fields of a plan and a job. */
const read = {
  notes: ['skip', 'inline', 'end'],
  tables: ['read', 'skip'],
  images: ['skip', 'alt'],
  code: ['announce', 'read', 'skip'],
  math: ['read', 'announce', 'skip'],
  verse_numbers: ['skip', 'read'],
} as const satisfies Fields;

type Fields = Partial<Record<CreateJobField, readonly string[]>>;

/** Choices that fewer people change. */
export const extras = { ...spoken, ...read };

/** Name of such a choice: the field of the service. */
export type Extra = keyof typeof extras;

/** What was chosen, where it is not as usual. */
export type Extras = Readonly<Partial<Record<Extra, string>>>;

/** Returns whether a choice decides which words are read, so that the plan is another one. */
export function changesWords(name: Extra): boolean {
  return name in read;
}

/** Returns the fields of a plan. */
export function wordFields(chosen: Extras): Extras {
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => name in read));
}
