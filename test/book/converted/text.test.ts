import { describe, expect, it } from 'vitest';
import { outlineOf, readFile, refusalOf, spokenText } from '../../helpers/read-file.ts';
import { surplus, wordsOf } from '../../helpers/word-bag.ts';

/** Breaks a text into lines as a program does. */
function wrap(text: string, width = 70): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.join('\r\n');
}

const sentence = (about: string): string =>
  `${about} walked along the quay before the lamps were lit, and nothing that was said there was ever repeated in the town below. `;
const prose = (about: string): string => wrap(sentence(about).repeat(12).trim());

const gutenberg = [
  'The Project Gutenberg eBook of The Quay\r\n\r\nThis ebook is for the use of anyone anywhere.',
  'Title: The Quay\r\n       and the Town',
  'Author: Ada Example\r\n\r\nTranslator: Bo Sample\r\n\r\nLanguage: English',
  '*** START OF THE PROJECT GUTENBERG EBOOK THE QUAY ***\r\n\r\nProduced by the Distributed Proofreaders',
  '\r\n\r\nTHE QUAY AND THE TOWN\r\n\r\nby Ada Example',
  '\r\nCONTENTS\r\n\r\n CHAPTER I. The Lamps     3\r\n CHAPTER II. The Boat     9\r\n CHAPTER III. The End    20',
  `\r\n\r\n\r\nCHAPTER I\r\n\r\nThe Lamps\r\n\r\n${prose('Anna')}\r\n\r\nShe said it was _never_ true.[1]`,
  '[Footnote 1: It was\r\nnever so, either.]\r\n\r\n       *       *       *       *       *',
  '  The lamp is out,\r\n  The boat is in,\r\n  And who shall say\r\n  What might have been?',
  `\r\n\r\n\r\nCHAPTER II\r\n\r\nThe Boat\r\n\r\n${prose('Bruno')}`,
  `\r\n\r\n\r\nCHAPTER III\r\n\r\nThe End\r\n\r\n${prose('Clara')}`,
  '*** END OF THE PROJECT GUTENBERG EBOOK THE QUAY ***\r\n\r\nSection 1. General Terms of Use',
].join('\r\n\r\n');

describe('a text of Project Gutenberg', () => {
  it('has its metadata from the header, and chapters by their headings', async () => {
    const book = await readFile('12345-0.txt', gutenberg);
    expect(book.metadata).toMatchObject({
      title: 'The Quay and the Town',
      authors: [{ name: 'Ada Example' }],
      contributors: [{ name: 'Bo Sample', role: 'trl' }],
      language: 'en',
    });
    expect(book.chapters.map(({ title }) => title)).toEqual([
      'CHAPTER I: The Lamps',
      'CHAPTER II: The Boat',
      'CHAPTER III: The End',
    ]);
  });

  it('loses no word of its chapters: lines are joined, verse is kept, and notes are apart', async () => {
    const book = await readFile('quay.txt', gutenberg);
    const [first] = Object.values(outlineOf(book));
    expect(first).toEqual([
      'heading: CHAPTER I',
      'heading: The Lamps',
      `paragraph: ${sentence('Anna').repeat(12).trim()}`,
      'paragraph: She said it was never true.',
      'scene-break: ',
      'verse: The lamp is out,\nThe boat is in,\nAnd who shall say\nWhat might have been?',
    ]);
    expect(book.chapters[0]?.notes?.map(({ text }) => text)).toEqual(['It was never so, either.']);
    const text = gutenberg.slice(gutenberg.indexOf('CHAPTER I\r\n'), gutenberg.indexOf('*** END'));
    const lost = surplus(wordsOf(text.replace('[1]', '').replaceAll('_', '')), wordsOf(spokenText(book)));
    expect(lost.toSorted()).toEqual(wordsOf('1 either Footnote It never so was'));
  });

  it('lists its header, contents and licence as left out', async () => {
    const { leftOut } = await readFile('quay.txt', gutenberg);
    expect(leftOut.map(({ reason }) => reason)).toEqual([
      'licence',
      'title-page',
      'contents',
      'notes',
      'licence',
      'licence',
    ]);
    const book = await readFile('quay.txt', gutenberg, { include: ['licence'] });
    expect(spokenText(book)).toContain('Section 1. General Terms of Use');
  });
});

describe('texts of Project Gutenberg that were joined', () => {
  it('are read behind the licence of the first', async () => {
    const licence = `End of Project Gutenberg's Part One\n\n${prose('the licence').repeat(3)}\n\nProject Gutenberg has no fee.`;
    const second = `ZWEITER TEIL\n\n${Array.from({ length: 60 }, (_, index) => prose(`the sea ${index}`)).join('\n\n')}`;
    const book = await readFile('a.txt', `ERSTER TEIL\n\n${prose('the land')}\n\n${licence}\n\n\n${second}`);
    expect(spokenText(book)).toContain('the land');
    expect(spokenText(book)).toContain('the sea 59');
    expect(spokenText(book)).not.toMatch(/Gutenberg|licence/u);
  });
});

describe('an old text of Project Gutenberg', () => {
  const print = [
    '***START**THE SMALL PRINT!**FOR PUBLIC DOMAIN ETEXTS**START***',
    'Why is this "Small Print!" statement here? You know: lawyers.',
    '*END*THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*Ver.04.29.93*END*',
  ].join('\r\n\r\n');

  it('has its small print left out, above or below the text', async () => {
    const above = await readFile(
      'a.txt',
      `Project Gutenberg Etext of The Quay\r\n\r\n${print}\r\n\r\n${prose('Anna')}`,
    );
    const below = await readFile('a.txt', `${prose('Anna')}\r\n\r\n${print}`);
    for (const book of [above, below]) {
      expect(spokenText(book)).toBe(sentence('Anna').repeat(12).trim());
      expect(new Set(book.leftOut.map(({ reason }) => reason))).toEqual(new Set(['licence']));
    }
  });
});

/** Three sections below headings. */
function sections(heading: (name: string) => string): string {
  return ['Morning', 'Noon', 'Night'].map((name) => `${heading(name)}${prose(name)}\n`).join('');
}

function part(name: string): string {
  const chapters = ['ONE', 'TWO'].map((number) => `\n\nCHAPTER ${number}\n\n${prose(number).repeat(3)}`);
  return `\n\n\nPART ${name}\n\n${chapters.join('')}`;
}

async function titles(text: string): Promise<string[]> {
  return (await readFile('a.txt', text)).chapters.map(({ title }) => title);
}

describe('a plain text', () => {
  it('is divided at numbers alone, but not at those of pages', async () => {
    const chapters = ['I', 'II', 'III'].map((number) => `${number}\n\n${prose(`Day ${number}`)}\n\n`).join('\n');
    expect(Object.keys(outlineOf(await readFile('days.txt', chapters)))).toEqual(['I', 'II', 'III']);
    const pages = [1, 2, 3].map((number) => `${prose('Anna').slice(0, -40)}\n\n${number}\n\n`).join('');
    expect((await readFile('pages.txt', pages)).chapters).toHaveLength(1);
  });

  it('is divided at lines in capitals, underlined lines, and lines set off by two empty lines', async () => {
    expect(await titles(sections((name) => `\n\n${name.toUpperCase()}\n\n`))).toEqual(['MORNING', 'NOON', 'NIGHT']);
    expect(await titles(sections((name) => `\n${name}\n=======\n\n`))).toEqual(['Morning', 'Noon', 'Night']);
    expect(await titles(sections((name) => `\n\n\n${name}\n\n`))).toEqual(['Morning', 'Noon', 'Night']);
  });

  it('has parts above its chapters', async () => {
    const book = await readFile('parts.txt', part('ONE') + part('TWO'));
    expect(book.chapters.map(({ title }) => title)).toEqual([
      'PART ONE: CHAPTER ONE',
      'PART ONE: CHAPTER TWO',
      'PART TWO: CHAPTER ONE',
      'PART TWO: CHAPTER TWO',
    ]);
  });

  it('has a paragraph in each line, or where a line is indented', async () => {
    const lines = `${sentence('Anna').repeat(3)}\n${sentence('Bruno').repeat(2)}\nHe left.\n`;
    expect((await readFile('a.txt', lines)).chapters[0]?.blocks).toHaveLength(3);
    const indented = [prose('Anna'), prose('Bruno'), prose('Clara')].map((text) => `   ${text}`).join('\r\n');
    expect((await readFile('b.txt', indented)).chapters[0]?.blocks).toHaveLength(3);
  });

  it('joins a word divided at the end of a line if it has that word elsewhere', async () => {
    const text =
      'The lighthouse was well-known. It stood on the long narrow cliff, and the light-\nhouse keeper was well-\nknown, too, to the people of the village below.';
    expect(spokenText(await readFile('a.txt', text))).toBe(
      'The lighthouse was well-known. It stood on the long narrow cliff, and the lighthouse keeper was well-known, too, to the people of the village below.',
    );
  });

  it('is named by its file', async () => {
    expect((await readFile('The_Old_Mill.txt', 'It stood by the river.')).metadata.title).toBe('The Old Mill');
  });
});

/** Writes a text in an encoding of one byte per character. */
function encode(text: string, encoding: string): Buffer {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  const letters = Array.from(new TextDecoder(encoding).decode(bytes));
  return Buffer.from(Array.from(text, (character) => letters.indexOf(character)));
}

const french =
  'Le garçon était déjà là; la fête à côté du château a été très agréable, où l’élève a mangé une crêpe. '.replace(
    '’',
    "'",
  );
const russian = 'Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему. ';
const polish = 'Zażółć gęślą jaźń, powiedział chłopiec, który wyszedł z domu, żeby kupić świeży chleb i mąkę. ';

describe('the encoding of a text', () => {
  it.each([
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${french}`), french],
    ['UTF-16 with a byte order mark', Buffer.from(`\uFEFF${russian}`, 'utf16le'), russian],
    ['UTF-16 without one', Buffer.from(french, 'utf16le'), french],
    ['big-endian UTF-16', Buffer.from(french, 'utf16le').swap16(), french],
    ['windows-1252', encode(french, 'windows-1252'), french],
    ['windows-1251', encode(russian, 'windows-1251'), russian],
    ['KOI8-R', encode(russian, 'koi8-r'), russian],
    ['ISO 8859-2', encode(polish, 'iso-8859-2'), polish],
  ])('is found: %s', async (_name, bytes, text) => {
    expect(spokenText(await readFile('a.txt', bytes))).toBe(text.trim());
  });

  it('is found after a long start in ASCII, and named in a warning', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Plain words. '.repeat(20_000)),
      encode(russian.repeat(3), 'windows-1251'),
    ]);
    const book = await readFile('a.txt', bytes);
    expect(spokenText(book).slice(-200)).toContain('Все счастливые семьи');
    expect(book.warnings).toContain('The text does not say its encoding; it was read as windows-1251.');
  });

  it('is found in Japanese', async () => {
    // 吾輩は猫である。名前はまだ無い。
    const bytes = Buffer.from('8ce0947982cd944c82c582a082e9814296bc914f82cd82dc82be96b382a28142'.repeat(9), 'hex');
    expect(spokenText(await readFile('a.txt', bytes))).toContain('名前はまだ無い。');
  });
});

describe('the first lines of a text', () => {
  const stanzas = ['Bunt sind schon die Wälder,\ngelb die Stoppelfelder', 'Rote Blätter fallen,\ngraue Nebel wallen'];

  it('are read where they are a poem without stops, and so is a list', async () => {
    expect(spokenText(await readFile('Herbstlied.txt', `Herbstlied\n\n${stanzas.join('\n\n')}`))).toContain(
      'Bunt sind',
    );
    const notes = await readFile('a.md', '# Shopping\n\n## Introduction\n\nMilk and eggs\n\n## Second\n\nBread.\n');
    expect(spokenText(notes)).toContain('Milk and eggs');
    expect(notes.chapters.map(({ title }) => title)).toEqual(['Introduction', 'Second']);
  });

  it('are left out where they say that they are a title page', async () => {
    const page = 'Herbstlied\n\nvon\n\nJohann Salis\n\nVerlag Beispiel, 1786';
    const book = await readFile('Herbstlied.txt', `${page}\n\n${stanzas.join('\n\n')}`);
    expect(spokenText(book)).not.toMatch(/Salis|1786/u);
    expect(spokenText(book)).toContain('Bunt sind');
  });
});

describe('a hostile text', () => {
  it('of one line of 2 MB is read, and one over 20 MB is refused', async () => {
    const line = 'word '.repeat(400_000);
    expect(spokenText(await readFile('a.txt', line))).toHaveLength(line.length - 1);
    expect(await refusalOf(readFile('a.txt', Buffer.alloc(20_000_001, line)))).toBe(
      'book-too-large: The book exceeds a limit: size of the text, at most 20,000,000 bytes.',
    );
  });

  it.each([
    ['underscores', '_ '.repeat(50_000)],
    ['brackets', '[Footnote 1: '.repeat(10_000)],
    ['pictures', '[Illustration: '.repeat(10_000)],
    ['headings', 'CHAPTER I\n\n'.repeat(1000)],
    ['markup', '<div><!-- <![CDATA[ &amp; &x; '.repeat(10_000)],
    ['hyphens', 'a-\n'.repeat(20_000)],
    ['empty lines', '\n'.repeat(500_000)],
  ])('of many %s is read', async (_name, text) => {
    expect(spokenText(await readFile('a.txt', `${text}\n\nNothing else happens here.`))).toContain('Nothing else');
  });

  it('of bytes that are not text is refused', async () => {
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7) % 256));
    expect(await refusalOf(readFile('a.txt', bytes))).toMatch(
      /^book-unsupported: The kind of the file is unknown\. Expected/u,
    );
  });
});
