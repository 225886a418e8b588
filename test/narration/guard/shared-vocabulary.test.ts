import { describe, expect, it } from 'vitest';
import { readBook } from '../../../src/book/read-book.ts';
import { isUnrelated } from '../../../src/narration/guard/shared-vocabulary.ts';
import { sourceText } from '../../../src/narration/guard/source-text.ts';
import { smallBookFile } from '../../helpers/real-books.ts';

/** Texts about the second letter of the small book, and others. */
const texts: readonly (readonly [string, boolean, string])[] = [
  [
    'a summary',
    false,
    'After eleven days of rain the keeper has drawn every board of the weir, and the river pours over the sill. The miller complains of too much water and the gardener of a flooded cellar; when the two meet on the stairs, they are given tea and stop shouting. The otter has come back to the dry side of the wheel house and watches the keeper with his lamp as a landlady watches a lodger who owes rent.',
  ],
  [
    'a summary in German',
    true,
    'Nach elf Tagen Regen hat der Wärter alle Bretter des Wehrs gezogen, und der Fluss strömt über die Schwelle. Der Müller beklagt sich über zu viel Wasser, der Gärtner über seinen vollgelaufenen Keller; als sie sich auf der Treppe begegnen, bekommen beide Tee.',
  ],
  [
    'the terms of a network',
    true,
    'Willkommen beim Gästezugang. Bitte bestätigen Sie die Nutzungsbedingungen, bevor Sie fortfahren. Ihre Verbindung wird nach sechzig Minuten automatisch getrennt, danach können Sie sich erneut anmelden.',
  ],
];

/** Returns words of which no two languages have one in common. */
const words = (count: number, language: string): string =>
  Array.from({ length: count }, (_, at) => `${language}${at}`).join(' ');

describe('isUnrelated', () => {
  it('accepts a summary and detects another language and another subject', async () => {
    const file = smallBookFile('letters.epub');
    const book = await readBook(file, { signal: new AbortController().signal });
    const chapter = book.chapters.find(({ blocks }) => blocks.some((block) => block.text.includes('eleven days')));
    const source = sourceText(chapter?.blocks.map((block) => block.text).join('\n\n') ?? '', 'en');
    expect(texts.map(([name, , text]) => [name, isUnrelated(text, source)])).toEqual(
      texts.map(([name, unrelated]) => [name, unrelated]),
    );
  });

  it('judges no text of a few words, and none by a short source', () => {
    const long = sourceText(words(100, 'en'), 'en');
    expect(isUnrelated(words(25, 'de'), long)).toBe(true);
    expect(isUnrelated(words(24, 'de'), long)).toBe(false);
    expect(isUnrelated(words(25, 'de'), sourceText(words(99, 'en'), 'en'))).toBe(false);
  });
});
