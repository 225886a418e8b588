import { describe, expect, it } from 'vitest';
import { readText } from '../../../src/book/converted/text/read-text.ts';

const sentence =
  'She walked along the quay before the lamps were lit, and nothing that was\nsaid there was ever repeated.\n';
const prose = `${sentence}\n`.repeat(9).trim();
const han = '他慢慢地走到门口，看了看外面的天空，天空是灰色的，仿佛要下雨了。'.repeat(9);

/** Returns the headings of each chapter; none for a text that has no chapters. */
function titles(text: string): string[] {
  return readText(Buffer.from(text))
    .documents.map(({ body }) => Array.from(body.matchAll(/<(h[12])>(.*?)<\/\1>/gu), (match) => match[2]).join(': '))
    .map((title) => title.replaceAll('<br/>', ': '))
    .filter((title) => title !== '');
}

/** Writes each heading with empty lines around it, and text below. */
function book(headings: readonly string[], text = prose): string {
  return headings.map((heading) => `\n\n\n\n${heading}\n\n\n${text}`).join('');
}

describe('numbers before the titles of a plain text', () => {
  it.each([
    ['I. Down the Hole.', 'II. The Pool of Tears.', 'III. Advice.'],
    ['I.--THE HOUND.', 'II.--THE POOL.', 'III.--ADVICE.'],
    ['1. Down the Hole', '2. The pool of tears', '3. Who stole the tarts?'],
    ['ADVENTURE I. A SCANDAL', 'ADVENTURE II. THE LEAGUE', 'III. THE COPPER BEECHES'],
    ['I. Deux enfants.', 'II. Papa se fâche.', 'III. Voilà ce que c’est!'],
    ['一、写作之夜', '二、童年之门', '三、恋人'],
  ])('make chapters: %s', (...headings) => {
    expect(titles(book(headings))).toEqual(headings);
  });

  it('make chapters below parts, where they start again', () => {
    const text = ['BOOK THE FIRST', 'BOOK THE SECOND']
      .map((part) => `\n\n\n\n${part}${book(['I. THE HOUND', 'II. THE POOL', 'III. ADVICE'])}`)
      .join('');
    const found = titles(text);
    expect(found).toHaveLength(6);
    expect(found[1]).toContain('II. THE POOL');
    expect(found[3]).toContain('I. THE HOUND');
    expect(found[3]).toContain('BOOK THE SECOND');
  });

  it('are above the numbers alone of the sections if there are more of them', () => {
    const sections = ['I.', 'II.', 'III.'].map((number) => `${number}\n\n${prose}`).join('\n\n');
    const names = ['I. A SCANDAL', 'II. THE LEAGUE', 'III. IDENTITY', 'IV. THE MYSTERY'];
    expect(titles(book(names, prose).replace(prose, sections))).toEqual(names);
  });

  it('make none in a list, out of order, or below chapters that have a word', () => {
    const list = ['1. Take the Boat.', '2. Row to the Quay.', '3. Light the Lamps.'].join('\n\n');
    expect(titles(`${prose}\n\n\n${list}\n\n\n${prose}`)).toEqual([]);
    expect(titles(book(['14. The Boat', '3. The Quay', '1914. The Lamps']).trim())).not.toContain('3. The Quay: 1');
    const chapters = ['CHAPTER I', 'CHAPTER II']
      .map((name) => `\n\n\n${name}${book(['1. Morning', '2. Noon'])}`)
      .join('');
    expect(titles(chapters)).toHaveLength(2);
  });
});

describe('the title of a chapter in a plain text', () => {
  it('can end with a stop or quotes between empty lines', () => {
    const headings = ['THE HOUND.', 'THE POOL OF TEARS.', 'WHAT THEN?'];
    expect(titles(book(headings))).toEqual(headings);
    const stories = ["Mowgli's Brothers", '“Tiger! Tiger!”', 'The White Seal', '“Rikki-Tikki-Tavi”', 'What Then?'];
    expect(titles(book(stories))).toEqual(stories);
  });

  it('is not a short sentence, the name of a speaker or a last word', () => {
    expect(titles(book(['He left.', '“It is time,” he said.', 'Nobody came to the quay!']))).toEqual([]);
    expect(titles(book(['天黑了。', '“走吧！”他说。', '谁？'], han))).toEqual([]);
    expect(titles(`${book(['Morning', 'Noon'])}\n\n\n\nTHE END.\n\n\n`)).toEqual(['Morning', 'Noon']);
  });

  it('is not a line of a text with as many empty lines between all paragraphs', () => {
    const dialogue = Array.from({ length: 9 }, () => `${sentence}\n\n\n${sentence}\n\n\n— Not today`).join('\n\n\n');
    expect(titles(dialogue)).toEqual([]);
  });

  it('is found below a part that stands alone', () => {
    const names = ['Down the Hole', 'The Pool of Tears', 'Advice'];
    const found = titles(`\n\n\n\nPART ONE${book(names)}`);
    expect(found.map((title) => title.replace('PART ONE: ', ''))).toEqual(names);
  });
});

describe('a number alone in a plain text', () => {
  it('can be Chinese', () => {
    const numbers = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十', '十一'];
    expect(titles(book(numbers, han))).toEqual(numbers);
  });

  it('is not a letter of a dictionary, whose letters are chapters in the order of the alphabet', () => {
    const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    expect(titles(book(letters))).toEqual(letters);
    expect(titles(book(['C', 'I', 'L', 'V', 'X']))).toEqual([]);
  });

  it('is that of a section if it starts again in each chapter', () => {
    const names = ['第一章 眉娘浪语', '第二章 赵甲狂言'];
    expect(titles(book(names, ['一', '二', '三'].map((number) => `${number}\n\n${han}`).join('\n\n')))).toEqual(names);
  });
});

describe('a line that calls itself a chapter', () => {
  it.each([
    'Part two of the plan was simple.',
    'Second act, I suppose?',
    'Second act; what’s the matter with it?',
    'Book I, Ch. 5.',
    '第一回莫名其妙的放了，才走了几条街。',
    '第一回合就此结束。',
  ])('can be a sentence: %s', (line) => {
    expect(titles(book(['Chapter 1', 'Chapter 2'], `${prose}\n\n${line}\n\n${prose}`))).toEqual([
      'Chapter 1',
      'Chapter 2',
    ]);
  });

  it.each([
    'Chapter 3. The Boat',
    'CHAPTER III. WHO STOLE THE TARTS?',
    'Chapter Three Who Stole the Tarts',
    'Erstes Kapitel, in dem Anna ankommt.',
    '第三章陨落的天才',
    '第三回 甄士隐梦幻识通灵，贾雨村风尘怀闺秀',
  ])('is a heading: %s', (line) => {
    expect(titles(book(['Chapter 1', 'Chapter 2', line]))).toContain(line);
  });
});

describe('a plain text without empty lines around its headings', () => {
  const lines = Array.from({ length: 9 }, () => sentence.replaceAll('\n', ' ').trim()).join('\n');

  it.each([
    ['Chapter 1', 'Chapter 2', 'Chapter 3'],
    ['Chapter 1: The Road', 'Chapter 2: The Quay', 'Chapter 3: The Boat'],
    ['Глава 1', 'Глава 2', 'Глава 3'],
    ['第一章 名字一', '第二章 名字二', '第三章 名字三'],
  ])('is divided at them: %s', (...headings) => {
    expect(titles(`My Novel\nby Me\n${headings.map((heading) => `${heading}\n${lines}\n`).join('')}`)).toEqual(
      headings,
    );
  });

  it('is divided below a line of another kind, and at headings in brackets', () => {
    const text = ['第一章 甲', '第二章 乙', '第三章 丙'].map((name) => `**\n${name}\n\n${han}\n\n`).join('');
    expect(titles(text)).toEqual(['第一章 甲', '第二章 乙', '第三章 丙']);
    const bracketed = [1, 2, 3].map((number) => `[(第${number}章 命运（${number}）)]\n　　${han}\n(本章完)\n`).join('');
    expect(titles(bracketed)).toEqual([1, 2, 3].map((number) => `第${number}章 命运（${number}）`));
  });

  it('keeps each word, the second line of a title, and a list of chapters', () => {
    const text = [1, 2, 3].map((number) => `${sentence}Chapter ${number}\n${lines}\n`).join('');
    const markup = readText(Buffer.from(text)).documents.map(({ body }) => body.replaceAll(/<[^>]+>/gu, ' '));
    expect(markup.join(' ').trim().split(/\s+/u)).toEqual(text.trim().split(/\s+/u));
    const named = [1, 2].map((number) => `\n\n\nChapter ${number}\nThe Quay\n\n${prose}`).join('');
    expect(titles(named)).toEqual(['Chapter 1: The Quay', 'Chapter 2: The Quay']);
    const list = [1, 2, 3, 4].map((number) => `Chapter ${number}. Of the Quay\n`).join('');
    expect(titles(`${prose}\n\n${list}\n${prose}`)).toEqual([]);
  });
});

/** Sets the paragraphs of a text in, as those of a memo are. */
const setIn = (text: string): string => text.replaceAll(/^(?=\S)/gmu, '   ');
const memo = (masthead: string, headings: readonly string[]): string =>
  `${masthead}\n\n${headings.map((heading) => `${heading}\n\n${setIn(prose)}\n\n`).join('')}`;
const sections = ['1 Introduction', '2. Notation', '3 The Bells', '4 Silence'];

describe('the sections of a memo', () => {
  it.each([
    [
      'an RFC',
      'Network Working Group             R. Field\nRequest for Comments: 9999       UC Irvine\n\n\n     The Bells -- BELLS/1.1',
    ],
    ['a memorandum', 'MEMORANDUM\n\nTo:      All of the harbour\nFrom:    Ann Lee\nDate:    3 June 1999'],
    ['a report', 'Report 12: On Bells\nVersion: 2'],
  ])('stand at the margin of a text that is set in: %s', (_name, masthead) => {
    expect(titles(memo(masthead, sections)).slice(-4)).toEqual(sections);
  });

  it('begin with the first number, though it stands less apart than the others', () => {
    const text = `Request for Comments: 9999\nNotes of the Harbour\n\n1 Introduction\n\n${prose}${book(sections.slice(1))}`;
    expect(titles(text)).toEqual(sections);
  });
});
