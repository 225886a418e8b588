import { invalidValue } from '../../core/errors.ts';

/** Completes "Expected …". */
export const expectedAnnouncement = 'a text of at most 1000 characters, with {title} and {author}';

/** Checks the fields of an intro or outro. Throws `bad-value` for an unknown one. */
export function parseAnnouncement(text: string): void {
  const fields = [...text.matchAll(/\{(\w+)\}/gu)].map(([, field = '']) => field.toLowerCase());
  if (fields.some((field) => field !== 'title' && field !== 'author')) {
    throw invalidValue('announcement', text, expectedAnnouncement);
  }
}
