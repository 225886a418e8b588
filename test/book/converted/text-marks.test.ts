import { describe, expect, it } from 'vitest';
import { outlineOf, readFile, spokenText } from '../../helpers/read-file.ts';

const prose = 'Anna walked along the quay before the lamps were lit.';

describe('the marks of transcribers in a plain text', () => {
  it('are not read: bold and spaced words, small capitals, raised letters, pages', async () => {
    const text =
      'He said =never= again, =bold words=, and +gesperrt words+ and ~Small Caps~, on the 10^{th} of May. M^{r.} Bennet went home.[Pg 12] And he [Page 13] slept on H_{2}O.\n\n[Blank Page]\n\n[Pg 14]\n\nThe end.';
    expect(spokenText(await readFile('a.txt', text))).toBe(
      'He said never again, bold words, and gesperrt words and Small Caps, on the 10th of May. Mr. Bennet went home. And he slept on H₂O. The end.',
    );
  });

  it('are not arithmetic, code or names', async () => {
    const text =
      'So 2 + 2 = 4 and x =y= z; a=b, C++ and D++; (+) or (+), +1 555 and +44 777, ~10 to ~20, if a == b then c == d, 2^{n} and [12] or [p. 12].';
    expect(spokenText(await readFile('a.txt', text))).toBe(text);
  });

  it('are not read when they close in another stanza', async () => {
    const text = `${prose}\n\n    _The lamp is out,\n    The boat is in,\n\n    And who shall say\n    What might have been?_\n\nSome snake_case word.`;
    expect(spokenText(await readFile('a.txt', text))).not.toMatch(/_The|\?_/u);
    expect(spokenText(await readFile('a.txt', text))).toContain('snake_case');
  });
});

const chapter = (number: string, start: string): string =>
  `\n\n\nCHAPTER ${number}\n\n${start}\n\n${`${prose} `.repeat(9).trim()}\n`;

describe('a picture in a plain text', () => {
  const text = [
    chapter('I', '[Illustration:\n\n     "He came down"\n\n[_Copyright 1894 by Bo Sample._]]'),
    chapter('II', '[Illustration]'),
    chapter('III', '[Illustration of a Pike]\n\n[Illustratie: Een boot]'),
  ].join('');

  it('is read by its caption on demand only, over several paragraphs', async () => {
    const book = await readFile('a.txt', text);
    expect(book.chapters.map(({ title }) => title)).toEqual(['CHAPTER I', 'CHAPTER II', 'CHAPTER III']);
    expect(spokenText(book)).not.toMatch(/[[\]]|came|Copyright|Pike|boot/u);
    const read = spokenText(await readFile('a.txt', text, { images: 'alt' }));
    expect(read).toMatch(/"He came down" Copyright 1894 by Bo Sample\..*Illustration of a Pike.*Een boot/u);
  });

  it('does not hide the heading inside of it, nor what follows one that is never closed', async () => {
    const hidden =
      chapter('I', '').replace('CHAPTER I', '[Illustration: The Quay\n\n\nCHAPTER I.]') +
      chapter('II', '[Illustration: It is never closed, so that it is read.');
    const book = await readFile('a.txt', hidden);
    expect(book.chapters.map(({ title }) => title)).toEqual(['CHAPTER I.', 'CHAPTER II']);
    expect(spokenText(book)).toContain('[Illustration: It is never closed, so that it is read.');
    expect(spokenText(book).match(/lamps/gu)).toHaveLength(18);
  });

  it('is a note at the side without its mark', async () => {
    const book = await readFile('a.txt', `[Sidenote: The author's youth.]\n\n${prose} [Sidenote: In May.]`);
    expect(outlineOf(book)).toEqual({
      "The author's youth.": ["caption: The author's youth.", `paragraph: ${prose} (In May.)`],
    });
  });
});

describe('notes of a plain text that begin with their marks', () => {
  const notes = '[1] The first\n    note.\n\n    It goes on.\n\n[2]  The second note.\n[3] The third note.';
  const text = `${chapter('I', `He said no.[1] And then[2] again.[3]`)}\nFOOTNOTES:\n\n${notes}\n${chapter('II', 'She came.[A]')}\n[A] A letter.\n\n${prose}\n`;

  it('are notes, with the heading above them', async () => {
    const book = await readFile('a.txt', text);
    expect(spokenText(book)).not.toMatch(/FOOTNOTES|note|letter|\[/u);
    expect(spokenText(book)).toContain('He said no. And then again.');
    expect(spokenText(book).match(/lamps/gu)).toHaveLength(19);
    expect(book.chapters.map((own) => own.notes?.map((note) => note.text))).toEqual([
      ['The first note.', 'It goes on.', 'The second note.', 'The third note.'],
      ['A letter.'],
    ]);
  });

  it('are not the numbers of paragraphs', async () => {
    const numbered = Array.from({ length: 6 }, (_, index) => `[${index + 1}] ${prose}`).join('\n\n');
    expect(
      spokenText(await readFile('a.txt', `${numbered}\n\nSo it is in [4] and [5].`)).match(/lamps/gu),
    ).toHaveLength(6);
    const looking = `As [2] says.\n\n${numbered}`;
    expect(spokenText(await readFile('a.txt', looking)).match(/lamps/gu)).toHaveLength(6);
  });
});
