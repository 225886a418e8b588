// Builds the small test books from sources/: `node test/books/small/build.mjs` writes them beside this file.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { smallEpub } from './epub.mjs';
import { smallPdf } from './pdf.mjs';

const here = new URL('./', import.meta.url);

/** Password of `locked.pdf`. */
export const lockedPassword = 'openpassword';

/**
 * Names of the EPUBs, without `.epub`.
 *
 * @type {readonly string[]}
 */
export const smallEpubs = ['verse', 'letters', 'japanese', 'hebrew', 'french'];

/**
 * Builds all small books in memory. Returns their bytes by file name.
 *
 * @returns {Promise<Map<string, Uint8Array>>}
 */
export async function buildSmallBooks() {
  /** @type {Map<string, Uint8Array>} */
  const books = new Map();
  for (const [name, spec] of Object.entries(epubs)) {
    const bodies = await Promise.all(spec.pages.map(({ id }) => source(`${name}/${id}.xhtml`)));
    const pages = spec.pages.map((page, index) => ({ ...page, body: bodies[index] ?? '' }));
    books.set(`${name}.epub`, await smallEpub({ ...spec, name, pages }));
  }
  const report = reportPages(await source('pdf/report.txt'));
  const info = { Title: 'Report on the Weir at Lower Harrow', Author: 'Wren Tolliver' };
  books.set('report.pdf', smallPdf({ ...report, info }));
  books.set('locked.pdf', smallPdf({ ...report, info, password: lockedPassword }));
  books.set(
    'gazette.pdf',
    smallPdf({ pages: gazettePages(await source('pdf/gazette.txt')), info: { Title: 'The Harbour Gazette' } }),
  );
  books.set('pictures.pdf', smallPdf({ pages: Array.from({ length: 6 }, () => ({ lines: [], picture: true })) }));
  return books;
}

/** @type {Readonly<Record<string, import('./epub.mjs').EpubSource>>} */
const epubs = {
  verse: {
    title: 'Tide Tables',
    language: 'en',
    version: '3.0',
    pages: [{ id: 'poems', title: 'Tide Tables' }],
    contents: [
      { title: 'A Note on the Tides', href: 'poems.xhtml#note' },
      {
        title: 'The First Winter',
        href: 'poems.xhtml#first',
        children: [
          { title: 'I. Low Water', href: 'poems.xhtml#low-water' },
          { title: 'II. Slack', href: 'poems.xhtml#slack' },
        ],
      },
      {
        title: 'The Second Winter',
        href: 'poems.xhtml#second',
        children: [{ title: 'III. The Ferry in Fog', href: 'poems.xhtml#ferry' }],
      },
      {
        title: 'The Third Winter',
        href: 'poems.xhtml#third',
        children: [{ title: 'IV. Spring Tide', href: 'poems.xhtml#spring' }],
      },
      { title: 'Notes', href: 'poems.xhtml#notes' },
    ],
  },
  letters: {
    title: 'Letters from the Weir',
    language: 'en-GB',
    version: '2.0',
    pages: [
      { id: 'a', title: 'Letters from the Weir' },
      { id: 'b', title: 'Letters from the Weir' },
    ],
    contents: ['First', 'Second', 'Third', 'Fourth', 'Fifth'].map((ordinal, index) => ({
      title: `Letter the ${ordinal}`,
      href: `${index < 3 ? 'a' : 'b'}.xhtml#l${index + 1}`,
    })),
  },
  japanese: {
    title: '渡し場',
    language: 'ja',
    version: '3.0',
    style: 'html { writing-mode: vertical-rl; -epub-writing-mode: vertical-rl; }',
    direction: 'rtl',
    pages: [
      { id: 'a', title: '一　渡し場' },
      { id: 'b', title: '二　鉄橋' },
      { id: 'c', title: '三　霧' },
    ],
  },
  hebrew: {
    title: 'המגדלור הקטן',
    language: 'he',
    version: '3.0',
    direction: 'rtl',
    hasPicture: true,
    pages: [
      { id: 'a', title: 'פרק ראשון: המגדלור' },
      { id: 'b', title: 'פרק שני: הספינה' },
    ],
  },
  french: {
    title: 'Petit guide du jardinier',
    language: 'fr',
    version: '3.0',
    pages: [
      { id: 'a', title: '1. Préparer le sol' },
      { id: 'b', title: '2. Semer' },
    ],
    contents: [
      {
        title: '1. Préparer le sol',
        href: 'a.xhtml',
        children: [
          {
            title: '1.1. La bêche',
            href: 'a.xhtml#bêche',
            children: [{ title: '1.1.1. Quand bêcher ?', href: 'a.xhtml#quand' }],
          },
          { title: '1.2. Les mesures', href: 'a.xhtml#mesures' },
        ],
      },
      {
        title: '2. Semer',
        href: 'b.xhtml',
        children: [
          { title: '2.1. Arroser', href: 'b.xhtml#arroser' },
          { title: '2.2. Éclaircir', href: 'b.xhtml#eclaircir' },
        ],
      },
    ],
  },
};

/** @type {(path: string) => Promise<string>} */
async function source(path) {
  return (await readFile(new URL(`sources/${path}`, here), 'utf8')).trim();
}

/**
 * A report with running heads, page numbers, words hyphenated at line ends, and bookmarks.
 *
 * @param {string} text
 */
function reportPages(text) {
  /** @type {import('./pdf.mjs').PdfPageSource[]} */
  const pages = [];
  /** @type {import('./pdf.mjs').PdfBookmarkSource[]} */
  const outline = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('# ')) {
      const number = pages.length + 1;
      const head = [
        { x: 90, y: 40, size: 8, text: 'Report on the Weir at Lower Harrow' },
        { x: 300, y: 760, size: 8, text: String(number) },
        { x: 90, y: 90, size: 16, text: line.slice(2) },
      ];
      outline.push({ title: line.slice(2), page: pages.length });
      pages.push({ lines: head });
      continue;
    }
    const page = pages.at(-1);
    const top = Math.max(110, ...(page?.lines ?? []).filter(({ y }) => y < 700).map(({ y }) => y)) + 24;
    page?.lines.push(
      ...wrapped(line, 64).map((words, index) => ({ x: 90, y: top + index * 14, size: 10, text: words })),
    );
  }
  return { pages, outline };
}

/**
 * Three columns under one title, as a newspaper sets them.
 *
 * @param {string} text
 */
function gazettePages(text) {
  const lines = text.split('\n').flatMap((paragraph) => [...wrapped(paragraph, 26), '']);
  const perColumn = Math.ceil(lines.length / 3);
  const columns = [0, 1, 2].flatMap((column) =>
    lines
      .slice(column * perColumn, (column + 1) * perColumn)
      .flatMap((words, index) =>
        words === '' ? [] : [{ x: 54 + column * 176, y: 120 + index * 12, size: 9, text: words }],
      ),
  );
  return [{ lines: [{ x: 54, y: 70, size: 20, text: 'The Harbour Gazette' }, ...columns] }];
}

/**
 * Breaks a text into lines and hyphenates a long word now and then.
 *
 * @param {string} text
 * @param {number} width
 */
function wrapped(text, width) {
  /** @type {string[]} */
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    const room = width - last.length - 2;
    if (last === '' || last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
    } else if (/^[a-z]{9,}$/u.test(word) && room >= 4) {
      const cut = Math.min(room, 5);
      lines[lines.length - 1] = `${last} ${word.slice(0, cut)}-`;
      lines.push(word.slice(cut));
    } else {
      lines.push(word);
    }
  }
  return lines;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, bytes] of await buildSmallBooks()) await writeFile(new URL(name, here), bytes);
}
