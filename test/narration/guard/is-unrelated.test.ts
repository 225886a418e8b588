import { expect, test } from 'vitest';
import { readBook } from '../../../src/book/read-book.ts';
import { isUnrelated } from '../../../src/narration/guard/is-unrelated.ts';
import { sourceText } from '../../../src/narration/guard/source-text.ts';
import { sharedBookOrSkip } from '../../helpers/shared.ts';

/** Texts about the first chapter of Pride and Prejudice, and others. */
const texts: readonly (readonly [string, boolean, string])[] = [
  [
    'a summary',
    false,
    'Mrs. Bennet is thrilled to hear that a rich young bachelor named Bingley has rented Netherfield Park, and she at once imagines him married to one of her five daughters. She begs her husband to call on the newcomer, but he teases her, claims not to see the point and threatens to send a letter that praises his favourite, Lizzy. The narrator sums the couple up: he is an odd mixture of wit and reserve, she a woman of little understanding whose business in life is to see her girls wed.',
  ],
  [
    'a summary in German',
    true,
    'Mrs. Bennet erfährt, dass ein reicher Junggeselle namens Bingley das Anwesen Netherfield gemietet hat, und sie sieht ihn sofort als Ehemann einer ihrer fünf Töchter. Sie drängt ihren Mann, den neuen Nachbarn zu besuchen, doch er neckt sie und stellt sich dumm.',
  ],
  [
    'the terms of a network',
    true,
    'Willkommen beim Gästezugang. Bitte bestätigen Sie die Nutzungsbedingungen, bevor Sie fortfahren. Ihre Verbindung wird nach sechzig Minuten automatisch getrennt, danach können Sie sich erneut anmelden.',
  ],
];

test('a summary is related to its chapter; another language and another subject are not', async (context) => {
  const file = sharedBookOrSkip(context, 'pride-and-prejudice.epub');
  const book = await readBook(file, { signal: new AbortController().signal });
  const chapter = book.chapters.find(({ blocks }) => blocks.some((block) => block.text.includes('truth universally')));
  const source = sourceText(chapter?.blocks.map((block) => block.text).join('\n\n') ?? '', 'en');
  expect(texts.map(([name, , text]) => [name, isUnrelated(text, source)])).toEqual(
    texts.map(([name, unrelated]) => [name, unrelated]),
  );
});
