import { describe, expect, it } from 'vitest';
import { chooseChapters } from '../../src/pipeline/read/choose-chapters.ts';
import type { ChapterChoice } from '../../src/pipeline/read/choose-chapters.ts';
import { parseOptions } from '../../src/pipeline/options/option.ts';
import { chapterOptions } from '../../src/pipeline/options/speech-options.ts';

const titles = [
  'Prologue',
  'Chapter 1: The Bridge, Again',
  'Chapter Two: The River',
  'The River Rises',
  'Letter 1',
  'Letter 2',
  'Zweites Buch: Über den Fluß',
  'Letter 2',
];
const book = { chapters: titles.map((title) => ({ title, titleSource: 'contents', blocks: [] }) as const) };

/** Returns the numbers of the chapters that options choose. */
async function chosen(given: Readonly<Record<string, string>>): Promise<readonly number[]> {
  const choice: ChapterChoice = parseOptions(chapterOptions, given);
  return (await chooseChapters(book, choice)).map(({ index }) => index + 1);
}

describe('chooseChapters', () => {
  it.each([
    [{}, [1, 2, 3, 4, 5, 6, 7, 8]],
    [{ chapters: '1,3-5' }, [1, 3, 4, 5]],
    [{ chapters: '7,Prologue' }, [1, 7]],
    [{ chapters: '"The Bridge, Again",4' }, [2, 4]],
    [{ chapters: '“The Bridge, Again”' }, [2]],
    [{ chapters: 'chapter one: the bridge again' }, [2]],
    [{ chapters: 'the river rises' }, [4]],
    [{ chapters: 'rises' }, [4]],
    [{ chapters: 'ÜBER DEN FLUß' }, [7]],
    [{ chapters: '3-6', maxChapters: '2' }, [3, 4]],
    [{ fromChapter: '6' }, [6, 7, 8]],
    [{ fromChapter: 'rises', toChapter: '6' }, [4, 5, 6]],
    [{ toChapter: 'Prologue' }, [1]],
    [{ chaptersMatching: '^Letter' }, [5, 6, 8]],
    [{ chaptersMatching: '/^letter \\d/i', toChapter: '5' }, [5]],
    [{ chapters: '1-6', chaptersMatching: 'River', fromChapter: '4' }, [4]],
  ])('chooses by %j', async (given, expected) => {
    expect(await chosen(given)).toEqual(expected);
  });

  it.each([
    [{ chapters: '9' }, "Invalid chapter '9'. Expected a number from 1 to 8."],
    [{ fromChapter: '0' }, "Invalid chapter '0'. Expected a number from 1 to 8."],
    [
      { chapters: 'Letter 2' },
      "Invalid chapter 'Letter 2'. Expected a title that one chapter has: chapters 6 and 8 have this one.",
    ],
    [
      { chapters: 'Prolog' },
      "Invalid chapter 'Prolog'. Expected a number from 1 to 8 or a title of the book. Did you mean 'Prologue'?",
    ],
    [
      { chapters: 'Brige' },
      "Invalid chapter 'Brige'. Expected a number from 1 to 8 or a title of the book. Did you mean 'Bridge'?",
    ],
    [{ toChapter: '???' }, "Invalid chapter '???'. Expected a number from 1 to 8 or a title of the book."],
    [
      { chapters: '1,,2' },
      "Invalid chapter list '1,,2'. Expected numbers, ranges or titles, for example 1,3-5,Prologue.",
    ],
    [{ chapters: '' }, "Invalid chapter list ''. Expected at most 1000 characters."],
    [{ chaptersMatching: 'Letter (' }, "Invalid pattern '/Letter (/'. Expected a pattern of at most 200 characters"],
    [
      { fromChapter: '5', toChapter: '4' },
      "The options choose none of the 8 chapters. 'audiobook chapters' lists them.",
    ],
    [{ chaptersMatching: 'Epilogue' }, 'The options choose none of the 8 chapters.'],
  ])('refuses %j', async (given, message) => {
    await expect(chosen(given)).rejects.toThrow(message);
  });

  it('takes time in proportion to the titles, whatever the pattern', async () => {
    const long = { chapters: [{ title: 'a'.repeat(50_000), titleSource: 'contents', blocks: [] }] } as const;
    await expect(chooseChapters(long, { chaptersMatching: '(a+)+$x' })).rejects.toThrow('choose none');
  });
});
