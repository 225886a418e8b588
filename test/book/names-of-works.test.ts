import { describe, expect, it } from 'vitest';
import type { ContentsEntry } from '../helpers/epub-builder.ts';
import { readFixture } from '../helpers/read-fixture.ts';

/** Ten minutes. */
const prose = `<p>${'This is a sentence of the story with ten words. '.repeat(150)}</p>`;

interface Line {
  readonly label: string;
  readonly level: number;
}

/** Reads a book whose headings are all listed, nested by their levels or on one level. */
async function titlesOf(lines: readonly Line[], isFlat: boolean): Promise<string[]> {
  const body = lines
    .map(
      ({ label, level }, index) =>
        `<h${level} id="x${index}">${label}</h${level}>${level > 2 ? prose.repeat(label.startsWith('SCENE') ? 3 : 1) : ''}`,
    )
    .join('');
  const nest = (from: number, to: number): ContentsEntry[] => {
    const entries: ContentsEntry[] = [];
    for (let index = from; index < to;) {
      const next = lines.findIndex(({ level }, other) => other > index && level <= (lines[index]?.level ?? 0));
      const end = next === -1 ? to : Math.min(to, next);
      entries.push({ label: lines[index]?.label ?? '', href: `a.xhtml#x${index}`, children: nest(index + 1, end) });
      index = end;
    }
    return entries;
  };
  const flat = lines.map(({ label }, index) => ({ label, href: `a.xhtml#x${index}` }));
  const book = await readFixture({
    documents: [{ path: 'a.xhtml', title: 'Works', body }],
    nav: isFlat ? flat : nest(0, lines.length),
    title: 'The Works',
  });
  return book.chapters.map(({ title }) => title);
}

/** Each play has a cast, and two acts of two scenes; no scene is called as another is. */
const plays = ['THE TRAGEDY OF ALPHA', 'BETA; OR, THE STORM', 'GAMMA, KING OF THE SEA'].flatMap((work, play) => [
  { label: work, level: 1 },
  { label: 'Dramatis Personæ', level: 3 },
  ...['I', 'II'].flatMap((act) => [
    { label: `ACT ${act}`, level: 2 },
    ...['I', 'II'].map((scene) => ({ label: `SCENE ${scene}. Room ${play}${act}${scene} of a castle.`, level: 3 })),
  ]),
]);
const novels = ['The Miller', 'The Bell', 'The Road'].flatMap((work, novel) => [
  { label: work, level: 1 },
  { label: 'Prologue', level: 3 },
  ...['1', '2', '3'].map((chapter) => ({ label: `Chapter ${chapter}: The day ${novel}${chapter}`, level: 3 })),
]);
const scripture = ['Genesis', 'Ruth'].flatMap((work, book) => [
  { label: work, level: 1 },
  ...['1', '2', '3'].map((chapter) => ({ label: `${chapter}: The road ${book}${chapter}`, level: 3 })),
]);
/** The parts of one novel, with a piece between them. */
const parts = [
  { label: 'Part One', level: 1 },
  ...['1', '2'].map((chapter) => ({ label: `Chapter ${chapter}`, level: 3 })),
  { label: 'Interlude at Sea', level: 3 },
  { label: 'Part Two', level: 1 },
  ...['1', '2'].map((chapter) => ({ label: `Chapter ${chapter}`, level: 3 })),
];

describe.each([false, true])('titles of collections, contents on one level: %s', (isFlat) => {
  it('of plays show the play and the act, never those before', async () => {
    const titles = await titlesOf(plays, isFlat);
    expect(titles).toHaveLength(15);
    expect(titles.slice(3, 8)).toEqual([
      'THE TRAGEDY OF ALPHA: ACT II: SCENE I. Room 0III of a castle.',
      'THE TRAGEDY OF ALPHA: ACT II: SCENE II. Room 0IIII of a castle.',
      'BETA; OR, THE STORM: Dramatis Personæ',
      'BETA; OR, THE STORM: ACT I: SCENE I. Room 1II of a castle.',
      'BETA; OR, THE STORM: ACT I: SCENE II. Room 1III of a castle.',
    ]);
  });

  it('of novels show the novel, also above what each has', async () => {
    expect((await titlesOf(novels, isFlat)).slice(0, 8)).toEqual([
      'The Miller: Prologue',
      'The Miller: Chapter 1: The day 01',
      'The Miller: Chapter 2: The day 02',
      'The Miller: Chapter 3: The day 03',
      'The Bell: Prologue',
      'The Bell: Chapter 1: The day 11',
      'The Bell: Chapter 2: The day 12',
      'The Bell: Chapter 3: The day 13',
    ]);
  });

  it('of scripture show the book', async () => {
    expect((await titlesOf(scripture, isFlat)).slice(1, 5)).toEqual([
      'Genesis: 2: The road 02',
      'Genesis: 3: The road 03',
      'Ruth: 1: The road 11',
      'Ruth: 2: The road 12',
    ]);
  });

  it('are not taken from a piece between the parts of one novel', async () => {
    expect(await titlesOf(parts, isFlat)).toEqual([
      'Part One: Chapter 1',
      'Part One: Chapter 2',
      'Interlude at Sea',
      'Part Two: Chapter 1',
      'Part Two: Chapter 2',
    ]);
  });
});
