import { describe, expect, it } from 'vitest';
import { readBook } from '../../../src/book/read-book.ts';
import { isSpeakable } from '../../../src/text/is-speakable.ts';
import { splitSentences } from '../../../src/text/split-sentences.ts';
import { spokenSentences } from '../../../src/text/spoken/spoken-text.ts';
import { sharedBooks } from '../../helpers/real-books.ts';
import { pairLanguages, readPairs } from './pairs.ts';

/** Returns the mark that ends each sentence; the kinds of full stop are one. */
function endsOf(sentences: readonly string[]): readonly string[] {
  return sentences.map((sentence) => {
    const mark = /([.!?…])["'”’»«›“‘)\]\s]*$/u.exec(sentence)?.[1] ?? '';
    return mark === '…' ? '.' : mark;
  });
}

/** Returns the sentences of a text whose ends are others when it is read aloud, or that have an end inside. */
function otherEnds(text: string, language: string): readonly string[] {
  const written = splitSentences(text, language).filter(isSpeakable);
  const spoken = spokenSentences(text, language).filter(isSpeakable);
  if (spoken.length !== written.length) return [text];
  const [before, after] = [endsOf(written), endsOf(spoken)];
  return written.filter((_sentence, at) => {
    const isOther = before[at] !== '' && before[at] !== after[at];
    // The number of a heading or of an item is a sentence for the ear.
    const isDivided = splitSentences(spoken[at] ?? '', language).length > 1 && !/^\W*[\dIVXLC]+[.)]/u.test(_sentence);
    return isOther || isDivided;
  });
}

describe.each(pairLanguages)('sentences of %s', (language) => {
  it('end where the splitter ends them, and nowhere else', () => {
    const written = readPairs(language).map(([text]) => text);
    const paragraphs = written.map((text, at) =>
      [text, written[(at * 7) % written.length], written[(at * 31) % written.length]].join('\n\n'),
    );
    expect(paragraphs.flatMap((text) => otherEnds(text, language))).toEqual([]);
  });
});

describe.each(sharedBooks('love-among-the-chickens.epub', 'debian-developers-reference-fr.epub'))(
  '$name',
  ({ file }) => {
    it('is read aloud with the ends of its sentences', async () => {
      const book = await readBook(file, { signal: AbortSignal.timeout(60_000) });
      const { language } = book.metadata;
      const texts = book.chapters.flatMap(({ blocks }) => blocks.map(({ text }) => text)).slice(0, 1500);
      const sentences = texts.reduce((count, text) => count + splitSentences(text, language).length, 0);
      const wrong = texts.flatMap((text) => otherEnds(text, language));
      // Slips of the pen that no rule can know, such as a full stop before a colon: fewer than one in a thousand.
      expect(wrong.length, wrong.join('\n')).toBeLessThan(sentences / 1000);
    });
  },
);
