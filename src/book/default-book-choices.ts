import type { BookChoices } from './book-choices.ts';

/** The values of the choices that a reader assumes when they are absent. */
export const defaultBookChoices = {
  splitBy: 'contents',
  notes: 'skip',
  tables: 'read',
  images: 'skip',
  ruby: 'base',
  verseNumbers: 'skip',
  code: 'announce',
  math: 'read',
} as const;

/**
 * Returns the choices that decide how a book is read, without the limits and the permission to convert it. Choices that are left out give the same JSON as their
 * defaults.
 */
export function decisiveChoices({
  limits: _limits,
  ebookConvert: _ebookConvert,
  ...choices
}: BookChoices): readonly (readonly [string, unknown])[] {
  const given = Object.entries(choices).filter(([, value]) => value !== undefined && value !== false);
  return Object.entries({ ...defaultBookChoices, ...Object.fromEntries(given) }).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
}
