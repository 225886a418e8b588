import { describe, expect, it } from 'vitest';
import { readBook } from '../../../src/book/read-book.ts';
import { chapterWords, commonStems, isAbout } from '../../../src/narration/guard/rare-words.ts';
import { getBuiltinPrompt } from '../../../src/narration/tasks/prompts.ts';
import { smallBookFile } from '../../helpers/real-books.ts';

/** Texts about the second letter of the small book, and others: whether they are about something else. */
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

describe('a text', () => {
  it.each([0, 1])('is about its chapter or about something else, also beside the rest of the book', async (others) => {
    const file = smallBookFile('letters.epub');
    const book = await readBook(file, { signal: new AbortController().signal });
    const all = book.chapters.map(({ blocks }) => blocks.map((block) => block.text).join('\n\n'));
    const chapter = all.find((text) => text.includes('eleven days')) ?? '';
    const words = chapterWords(chapter, '', commonStems(others === 0 ? [] : [...all, ...all]));
    expect(texts.map(([name, , text]) => [name, !isAbout(text, words)])).toEqual(
      texts.map(([name, unrelated]) => [name, unrelated]),
    );
  });

  it('needs two rare words or names, however short it is', () => {
    const words = chapterWords(
      'Tobias rowed across the sound. The lamp of Mrs. Hallam was gone.',
      'Write about it.',
      new Set(),
    );
    expect(isAbout('Tobias looks for the lamp of Hallam.', words)).toBe(true);
    expect(isAbout('Tobias is a man.', words)).toBe(false);
    expect(isAbout('Write it again.', words)).toBe(false);
  });

  it('needs more of them the longer it is: nonsense of a real, very small model has two by chance', async () => {
    const file = new URL('../../books/the-last-tram.epub', import.meta.url).pathname;
    const [prologue] = (await readBook(file, { signal: new AbortController().signal })).chapters;
    const chapter = prologue?.blocks.map(({ text }) => text).join('\n\n') ?? '';
    const words = chapterWords(chapter, getBuiltinPrompt('summary'), new Set());
    const nonsense =
      'This chapter is about the last three days of the 19th century; it is the last chapter; it is that one, and there’s nothing else. There’s just one day in the line, and there are only two. The next day we’ll talk about the whole thing.';
    expect(isAbout(nonsense, words)).toBe(false);
    const summary =
      'Port Merrin stands on a hill, and its tram takes forty-one minutes to the top. Its passengers know each other’s faces and never speak, until the lights go out on Cutler’s Bridge in the snow, with nine of them on board.';
    expect(isAbout(summary, words)).toBe(true);
  });
});
