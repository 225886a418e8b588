import { invalidValue } from '../../core/errors.ts';

/** Completes "Expected …". */
export const expectedAnnouncement = 'a text of at most 1000 characters, with {title} and {author}';

/** Checks the fields of an intro or outro. Throws `bad-value` for an unknown one, and for one that is not closed: braces cannot be spoken. */
export function parseAnnouncement(text: string): void {
  const rest = text.replaceAll(/\{(?:title|author)\}/giu, '');
  if (/[{}]/u.test(rest)) throw invalidValue('announcement', text, expectedAnnouncement);
}
