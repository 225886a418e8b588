import { describe, expect, it } from 'vitest';
import { buildZip, tinyPng } from '../../helpers/epub-builder.ts';
import { outlineOf, readFile, refusalOf, spokenText } from '../../helpers/read-file.ts';
import { surplus, wordsOf } from '../../helpers/word-bag.ts';

const prose = (about: string): string => `${about} шла вдоль набережной, пока не зажгли фонари. `.repeat(30).trim();
const chapter = (name: string, more = ''): string =>
  `<section><title><p>${name}</p></title><p>${prose(name)}</p>${more}</section>`;

const description = `<description><title-info>
<genre>prose_classic</genre><author><first-name>Анна</first-name><middle-name>Б.</middle-name><last-name>Пример</last-name></author>
<book-title>Набережная</book-title><annotation><p>О ней.</p></annotation><keywords>река, город</keywords><lang>ru</lang>
<coverpage><image l:href="#cover.png"/></coverpage><sequence name="Город" number="2"/>
<translator><nickname>Bo</nickname></translator></title-info>
<publish-info><publisher>Дом</publisher><year>1999</year></publish-info></description>`;

const poem = `<poem><title><p>Песня</p></title><stanza><v>Фонарь погас,</v><v>И лодка здесь.</v></stanza>
<text-author>А. Пример</text-author></poem>`;
const second = `${poem}<cite><p>Письмо.</p><text-author>Бруно</text-author></cite><subtitle>* * *</subtitle>
<table><tr><th>Имя</th><td>Годы</td></tr></table><p>До.</p><empty-line/><p>После<sup>2</sup>.<image l:href="#cover.png"/></p>`;
const bodies = `<body><title><p>Анна Пример</p><p>Набережная</p></title><epigraph><p>Всё течёт, всё меняется.</p></epigraph>
<section><title><p>Часть первая</p></title>
${chapter('Утро', '<p>Так и <emphasis>было</emphasis>.<a l:href="#n1" type="note">[1]</a></p>')}${chapter('День', second)}</section>
<section><title><p>Часть вторая</p></title>${chapter('Вечер', '<p xml:lang="en">It was late.</p>')}${chapter('Ночь')}</section></body>
<body name="notes"><title><p>Примечания</p></title><section id="n1"><title><p>1</p></title><p>Правда.</p></section></body>`;
const book = (head = '<?xml version="1.0" encoding="utf-8"?>'): string =>
  `${head}\n<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink">
<stylesheet type="text/css">p { color: red }</stylesheet>${description}${bodies}
<binary id="other.png" content-type="image/png">AAAA</binary>
<binary content-type="image/png" id="cover.png">${Buffer.from(tinyPng).toString('base64')}</binary></FictionBook>`;

describe('a FictionBook', () => {
  it('has its metadata and cover from the description', async () => {
    const { metadata, cover } = await readFile('a.fb2', book());
    expect(metadata).toMatchObject({
      title: 'Набережная',
      authors: [{ name: 'Анна Б. Пример', sortName: 'Пример, Анна Б.' }],
      contributors: [{ name: 'Bo', role: 'trl' }],
      language: 'ru',
      description: 'О ней.',
      subjects: ['река', 'город'],
      publisher: 'Дом',
      date: '1999',
      series: { name: 'Город', position: '2' },
    });
    expect(cover).toEqual({ bytes: new Uint8Array(tinyPng), mediaType: 'image/png' });
  });

  it('has a level for each section around a title', async () => {
    const { chapters } = await readFile('a.fb2', book());
    expect(chapters.map(({ title }) => title)).toEqual(['Часть первая: Утро', 'День', 'Часть вторая: Вечер', 'Ночь']);
  });

  it('has chapters at paragraphs that call themselves so when no section has a title', async () => {
    const plain = ['Глава первая', 'Глава вторая'].map((name) => `<p>${name}</p><p>${prose('Анна')}</p>`).join('');
    const { chapters } = await readFile('a.fb2', book().replace(bodies, `<body><section>${plain}</section></body>`));
    expect(chapters.map(({ title }) => title)).toEqual(['Глава первая', 'Глава вторая']);
  });

  it('has verse, letters, tables and breaks', async () => {
    const { День: blocks = [] } = outlineOf(await readFile('a.fb2', book()));
    expect(blocks.slice(2)).toEqual([
      'heading: Песня',
      'verse: Фонарь погас,\nИ лодка здесь.',
      'paragraph: А. Пример',
      'quotation: Письмо.',
      'quotation: Бруно',
      'scene-break: ',
      'table-row: Имя, Годы',
      'paragraph: До.',
      'scene-break: ',
      'paragraph: После².',
    ]);
  });

  it('loses no word and has none twice, apart from those that it lists', async () => {
    const source = wordsOf(
      bodies
        .replace('[1]', '')
        .replace('<p>1</p>', '')
        .replace('<sup>2</sup>', '2')
        .replaceAll(/<[^>]*>/gu, ' '),
    );
    const whole = await readFile('a.fb2', book(), { notes: 'end', include: ['title-page', 'notes'] });
    const spoken = wordsOf(spokenText(whole));
    expect([surplus(source, spoken), surplus(spoken, source)]).toEqual([['примечания'], []]);
    const { chapters, leftOut } = await readFile('a.fb2', book());
    expect(chapters[0]?.notes?.map(({ text }) => text)).toEqual(['Правда.']);
    expect(leftOut.map(({ reason, words }) => [reason, words])).toEqual([
      ['title-page', 3],
      ['notes', 3],
    ]);
  });

  it('is read from a zip file, too', async () => {
    const packed = await buildZip([{ name: 'Набережная.fb2', data: book() }]);
    expect((await readFile('a.fb2.zip', packed)).chapters).toHaveLength(4);
  });

  it('is decoded as it declares, or as its bytes say if it is not in that encoding', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const letters = Array.from(new TextDecoder('windows-1251').decode(bytes));
    const encode = (head: string): Buffer => Buffer.from(Array.from(book(head), (letter) => letters.indexOf(letter)));
    for (const name of ['windows-1251', 'utf-8']) {
      const file = encode(`<?xml version="1.0" encoding="${name}"?>`);
      expect((await readFile('a.fb2', file)).metadata.title).toBe('Набережная');
    }
    const wide = Buffer.from(`\uFEFF${book('<?xml version="1.0" encoding="utf-16"?>')}`, 'utf16le');
    expect((await readFile('a.fb2', wide)).cover?.mediaType).toBe('image/png');
  });

  it('lists no title page without text, and reads links to the web', async () => {
    const links = Array.from({ length: 6 }, (_, index) => `<p><a l:href="/page-${index}">Page ${index}</a></p>`).join(
      '',
    );
    const body = `<body><title><p/></title><section><p>Some words.</p>${links}</section></body>`;
    const read = await readFile('a.fb2', `<FictionBook>${body}</FictionBook>`);
    expect([read.leftOut, spokenText(read)]).toEqual([[], `Some words. ${wordsOfPages}`]);
  });

  it('without a description or titles is read', async () => {
    const read = await readFile('The_Quay.fb2', '<FictionBook><body><section><p>Some words.</p></section></body>');
    expect([read.metadata.title, spokenText(read)]).toEqual(['The Quay', 'Some words.']);
  });
});

const wordsOfPages = 'Page 0 Page 1 Page 2 Page 3 Page 4 Page 5';
const wrap = (text: string): string => `<FictionBook><body><section>${text}`;

describe('a hostile FictionBook', () => {
  it.each([
    ['elements inside each other', '<section>'.repeat(100_000)],
    ['elements in one document', '<p>a</p>'.repeat(400_000)],
    ['size of the text', 'word '.repeat(5_000_000)],
  ])('is refused for its %s', async (limit, text) => {
    expect(await refusalOf(readFile('a.fb2', wrap(text)))).toContain(
      `book-too-large: The book exceeds a limit: ${limit}`,
    );
  });

  it('has its entities left alone', async () => {
    const entities = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "&b;&b;"><!ENTITY b SYSTEM "file:///etc/passwd">]>';
    expect(spokenText(await readFile('a.fb2', `${entities}${wrap('<p>Some &a; words.</p>')}`))).toBe('Some &a; words.');
  });

  it('of very many images, empty lines or links is read', async () => {
    const text = `<p>Words.</p>${'<empty-line/>'.repeat(100_000)}${'<a l:href="#x">a</a>'.repeat(50_000)}</section></body>`;
    const images = '<binary id="a">AAAA</binary>'.repeat(500_000);
    expect(spokenText(await readFile('a.fb2', `${wrap(text)}${images}`))).toContain('Words.');
  });

  it('is refused as a zip bomb', async () => {
    const bomb = await buildZip([{ name: 'a.fb2', data: wrap(' '.repeat(120_000_000)) }]);
    expect(await refusalOf(readFile('a.zip', bomb))).toContain("size of 'a.fb2', at most 100,000,000 bytes");
  });
});
