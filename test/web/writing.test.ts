import { expect, it } from 'vitest';
import { writingFields } from '../../src/web/make/writing.ts';

it.each([
  [{ bilingual: true }, undefined],
  [{ translate: 'fr' }, undefined],
  [{ translate: 'fr', bilingual: true }, 'true'],
  [{ translate: 'fr', bilingual: true, task: 'audiobook' }, 'true'],
  // It is told in other words: there is nothing to read beside them.
  [{ translate: 'fr', bilingual: true, task: 'podcast' }, undefined],
])('a book with the choices %j is read in both languages: %s', (choices, expected) => {
  expect(writingFields(choices).bilingual).toBe(expected);
});
