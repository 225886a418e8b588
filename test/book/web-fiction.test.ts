import { describe, expect, it } from 'vitest';
import type { Book } from '../../src/core/book.ts';
import { readBody, readFixture } from '../helpers/read-fixture.ts';

describe('a line of letters between two scenes', () => {
  it.each(['xXx', 'XxX', 'x x x', 'oOo', 'o0o0o', 'OoO', '-----x-----', '--oOo--', '~*~xXx~*~', '== X =='])(
    'is a break: %s',
    async (line) => {
      expect(await readBody(`<h1>T</h1><p>He left.</p><p>${line}</p><p>She came.</p>`)).toEqual([
        'heading: T',
        'paragraph: He left.',
        'scene-break: ',
        'paragraph: She came.',
      ]);
    },
  );

  it.each(['XXX', 'ooo', 'Oo!', '000', 'x', 'xx', 'XIX', 'Hello'])('is text when it can be read: %s', async (line) => {
    const blocks = await readBody(`<h1>T</h1><p>He left.</p><p>${line}</p><p>She came.</p>`);
    expect(blocks).toContain(`paragraph: ${line}`);
  });
});

const scenes = (line: string, after = '<p>She came.</p>'): string => `<p>He left.</p><p>${line}</p>${after}`.repeat(3);

describe('a line of one letter that stands between scenes again and again', () => {
  it.each(['XXX', 'ooo', '000', 'x', 'xx', 'XX', 'OO', '~XX~'])('is a break: %s', async (line) => {
    const blocks = await readBody(`<h1>T</h1>${scenes(line)}`);
    expect(blocks.filter((block) => block === 'scene-break: ')).toHaveLength(3);
    expect(blocks.join()).not.toContain(line);
  });

  it.each([
    ['a numeral among others', `${scenes('XXX')}<p>XXXI</p><p>It rained.</p>`],
    ['a cry', scenes('Oo!')],
    ['a heading', '<h2>XXX</h2><p>It rained.</p>'.repeat(3)],
    ['a number below a heading', '<h2>The year</h2><p>XXX</p><p>It rained.</p>'.repeat(3)],
  ])('is no break as %s', async (_name, body) => {
    expect(await readBody(`<h1>T</h1>${body}`)).not.toContain('scene-break: ');
  });
});

describe('capitals that are spaced out', () => {
  it.each([
    ['T H E L I F E O F', 'This was the life of a king.', 'THE LIFE OF'],
    ['L E F A N T Ô M E', 'Le fantôme est là.', 'LE FANTÔME'],
    ['D E R Z A U B E R B E R G', 'Der Zauberberg war hoch.', 'DER ZAUBERBERG'],
    ['T O G E T H E R', 'To get her home they went together.', 'TOGETHER'],
    ['D E M E T E R', 'The ship came.', 'DEMETER'],
  ])('are the words of the book: %s', async (written, text, read) => {
    for (const tag of ['p', 'h2'])
      expect((await readBody(`<h1>T</h1><${tag}>${written}</${tag}><p>${text}</p>`)).join()).toContain(`: ${read},`);
  });

  it('are words in the title of the book', async () => {
    const document = { path: 'a.xhtml', title: 'A', body: '<h1>One</h1><p>The life of a king.</p>' };
    for (const [title, read] of [
      ['D R A C U L A', 'DRACULA'],
      ['T H E L I F E O F A K I N G', 'THE LIFE OF A KING'],
      ['É T O I L E: a tale', 'ÉTOILE: a tale'],
    ] as const)
      expect((await readFixture({ documents: [document], title })).metadata.title).toBe(read);
  });

  it.each([
    ['D R A C U L A', 'DRACULA'],
    ['C H A P. I', 'CHAP. I'],
    ['The ship D E M E T E R came.', 'The ship DEMETER came.'],
    ['É T O I L E', 'ÉTOILE'],
  ])('are a word: %s', async (written, read) => {
    expect(await readBody(`<h1>T</h1><p>${written}</p><p>Then it rained.</p>`)).toContain(`paragraph: ${read}`);
    expect(await readBody(`<h1>T</h1><h2>${written}</h2><p>Then it rained.</p>`)).toContain(`heading: ${read}`);
  });

  it.each(['A B C D E F', 'Vitamins A C E K and D', 'He cried A A A A A A again', 'Points N S W E on it'])(
    'are letters in a row of the alphabet, of one letter, or a short one: %s',
    async (written) => {
      expect(await readBody(`<h1>T</h1><p>${written}</p>`)).toContain(`paragraph: ${written}`);
    },
  );

  it('are a word in the contents, too', async () => {
    const document = { path: 'a.xhtml', title: 'A', body: '<p>The ferry left the quay at dawn.</p>' };
    const nav = [{ label: 'C H A P. I', href: 'a.xhtml' }];
    const other = { path: 'b.xhtml', title: 'B', body: '<p>Nobody came.</p>' };
    const second = { label: 'C H A P. II', href: 'b.xhtml' };
    const book = await readFixture({ documents: [document, other], nav: [...nav, second] });
    expect(book.chapters.map(({ title }) => title)).toEqual(['CHAP. I', 'CHAP. II']);
  });
});

describe('a drop cap with blanks around it', () => {
  it.each([
    ['<span class="dropcap"> A </span>lkisah', 'Alkisah, there was a king.'],
    ['<span class="dropcap">\n I\n</span>t rained', 'It rained, there was a king.'],
    ['<span class="dropcap"> T </span>hen', 'Then, there was a king.'],
    ['<span class="dropcap"> A </span> dog', 'A dog, there was a king.'],
    ['<span class="dropcap">A</span> dog', 'A dog, there was a king.'],
  ])('is the first letter of its word: %s', async (first, read) => {
    expect(await readBody(`<h1>T</h1><p>${first}, there was a king.</p>`)).toContain(`paragraph: ${read}`);
  });
});

const lines = (names: readonly string[]): string =>
  names.map((name) => `<p>${name}</p><p>The river was wide and grey, and nobody spoke.</p>`).join('');

describe('a line that stands alone above a text', () => {
  it('is no speaker when it is a number of a stanza', async () => {
    const blocks = await readBody(
      `<h1>T</h1>${lines(['I.', 'II.', 'III.', 'I.', 'II.', 'III.', 'I.', 'II.', 'III.'])}`,
    );
    expect(blocks.filter((block) => block.startsWith('speaker'))).toEqual([]);
  });

  it('is no speaker when it is the author or the signature of each paper', async () => {
    const documents = [1, 2, 3, 4, 5, 6].map((number) => ({
      path: `${number}.xhtml`,
      title: `Paper ${number}`,
      body: `<h1>Paper ${number}</h1>${lines(['HAMILTON', 'PUBLIUS'])}`,
    }));
    const { chapters } = await readFixture({ documents });
    expect(chapters.flatMap(({ blocks }) => blocks).filter(({ kind }) => kind === 'speaker')).toEqual([]);
  });

  it('is a speaker in a play', async () => {
    const names = ['ANNA.', 'BRUNO.', 'ANNA.', 'BRUNO.', 'ANNA.', 'BRUNO.', 'ANNA.', 'BRUNO.'];
    const blocks = await readBody(`<h1>T</h1>${lines(names)}`);
    expect(blocks.filter((block) => block.startsWith('speaker'))).toHaveLength(8);
  });
});

const last = ({ chapters }: Book) => chapters.map(({ blocks }) => blocks.at(-1)?.text ?? '');

describe('a line at the end of each chapter', () => {
  const sentence = 'The ferry left the quay before the lamps were lit, and nobody had asked where it went. ';
  const chapters = async (ending: string | ((index: number) => string)): Promise<Book> =>
    await readFixture({
      documents: [1, 2, 3, 4].map((number) => ({
        path: `${number}.xhtml`,
        body: `<h1>Chapter ${number}</h1><p>${sentence.repeat(9)}</p><p>${typeof ending === 'string' ? ending : ending(number)}</p>`,
      })),
      nav: [1, 2, 3, 4].map((number) => ({ label: `Chapter ${number}`, href: `${number}.xhtml` })),
    });

  it.each([
    ['advertisement', 'Read the latest chapters at site.example only. If you find any errors, please let us know.'],
    ['advertisement', '最新章节请到 www.site.example 阅读'],
    ['navigation', 'Previous Chapter | Table of Contents | Next Chapter'],
    ['advertisement', 'Translator: Bob Editor: Eve'],
    ['advertisement', 'TL: Bob, ED: Eve'],
    ['advertisement', '（翻译：小明）'],
    ['advertisement', 'Перевод: Анна'],
    ['advertisement', '（本章完）'],
    ['advertisement', '[To be continued on the weekend]'],
    ['advertisement', 'Read ahead at Free Novels dot com'],
    ['navigation', '« Previous | Next »'],
    ['navigation', 'Previous Chapter Next Chapter'],
    ['navigation', 'Next Chapter'],
  ])('is left out as %s: %s', async (reason, line) => {
    const book = await chapters(line);
    expect(last(book)).not.toContain(line);
    expect(book.leftOut).toEqual(expect.arrayContaining([expect.objectContaining({ reason })]));
  });

  it.each([
    ['the patron of', (index: number) => `Chapter sponsored by Reader ${index}`],
    ['the number of', (index: number) => `[End of Chapter ${index}]`],
  ])('is left out with %s each', async (_name, ending) => {
    const book = await chapters(ending);
    expect(last(book).join()).not.toMatch(/sponsored|End of/u);
    expect(book.leftOut).toHaveLength(4);
  });

  it.each([
    ['without an address', 'And so it went, as it had always gone.'],
    ['of each chapter alone', (index: number) => `He wrote to ann${index}@site.example that night.`],
    ['of words between signs', 'Home | Sea'],
  ])('is read %s', async (_name, line) => {
    expect(last(await chapters(line))[3]).toBe(typeof line === 'string' ? line : line(4));
  });
});

const readChapters = async (bodies: readonly string[]): Promise<Book> =>
  await readFixture({
    documents: bodies.map((body, index) => ({ path: `${index}.xhtml`, title: `Chapter ${index + 1}`, body })),
  });

const rows = (values: readonly string[]): string => `<div>${values.join('<br/>')}</div>`;

describe('the words of an author to the readers of chapters', () => {
  const story = '<p>The ferry left the quay before the lamps were lit, and nobody had asked where it went.</p>'.repeat(
    4,
  );
  const thrice = async (above: string, below = ''): Promise<Book> =>
    await readChapters([1, 2, 3].map((number) => `<h1>Chapter ${number}</h1>${above}${story}${below}`));

  it.each([
    ['in a paragraph', '<p>A/N: Hi all! Sorry for the wait.</p>', ''],
    ['above a break', '<p><b>Author’s Note:</b></p><p>Hi all!</p><p>Enjoy.</p><hr/>', ''],
    ['in a quotation', '<p>Chapter Notes</p><blockquote><p>Thanks to Bob.</p></blockquote>', ''],
    ['at the end', '', '<hr/><p>A/N: Thanks!</p><p>Please review.</p>'],
    ['below a heading', '', '<h3>End Notes</h3><p>Thanks!</p>'],
    ['in other languages', '<p>Nota de la autora: ¡Hola!</p>', '<p>作者有话说：谢谢</p>'],
  ])('are left out and listed: %s', async (_name, above, below) => {
    const { chapters, leftOut } = await thrice(above, below);
    expect(chapters.map(({ blocks }) => blocks.length)).toEqual([5, 5, 5]);
    expect(leftOut.map(({ reason }) => reason)).toEqual(['comments', 'comments', 'comments']);
  });

  it('are read on request, in one chapter alone, and where they only interrupt the text', async () => {
    const note = '<p>A/N: Hi all!</p>';
    const once = await readChapters([`<h1>One</h1>${note}${story}`, `<h1>Two</h1>${story}`, `<h1>Three</h1>${story}`]);
    expect(once.leftOut).toEqual([]);
    const inside = await readChapters(
      ['One', 'Two', 'Three'].map((name) => `<h1>${name}</h1>${story}${story}${note}${story}`),
    );
    expect(inside.leftOut).toEqual([]);
    const own = await readChapters(['Author’s Note', 'Two', 'Three'].map((name) => `<h1>${name}</h1>${story}`));
    expect(own.leftOut).toEqual([]);
  });
});

describe('what a program writes about a story', () => {
  const story = `<p>${'The ferry left the quay before the lamps were lit, and nobody had asked where it went. '.repeat(9)}</p>`;
  const chapter = (name: string) => ({ path: `${name}.xhtml`, title: name, body: `<h1>${name}</h1>${story}` });
  const facts = ['Category: Ferries', 'Genre: Drama', 'Status: Completed', 'Chapters: 2', 'Words: 12,345'];
  const summary = `Summary: ${'A ferry leaves at dawn and comes back with one more than it took. '.repeat(4)}`;
  const log = ['2015-01-01', 'Status: Completed', 'Chapters: 2', 'Words: 12,345'];

  it('is left out before and after it, and a list of persons is not', async () => {
    const first = {
      path: 'title_page.xhtml',
      title: 'The Ferry',
      body: `<h3>The Ferry by Ann</h3>${rows([...facts, 'Story URL: https://a.example/s/1', 'Rating: T', 'Packaged: 2015-01-02', summary])}`,
    };
    const end = { path: 'log_page.xhtml', title: 'Update Log', body: `<h2>Update Log</h2>${rows(log)}` };
    const persons = {
      path: 'p.xhtml',
      title: 'Persons',
      body: `<h2>Persons</h2>${rows(['Anna: a pilot', 'Bruno: her son', 'Carla: a guest'])}`,
    };
    const { chapters, leftOut } = await readFixture({
      documents: [first, persons, chapter('One'), chapter('Two'), end],
    });
    expect(chapters.map(({ title }) => title)).toEqual(['One', 'Two']);
    expect(JSON.stringify(chapters[0])).toContain('Bruno: her son');
    expect(chapters[1]?.blocks).toHaveLength(2);
    expect(leftOut.map(({ document, reason }) => [document.slice(6), reason])).toEqual([
      ['title_page.xhtml', 'title-page'],
      ['log_page.xhtml', 'title-page'],
    ]);
  });
});
