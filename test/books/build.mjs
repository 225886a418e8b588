// Builds the sample book from its sources: `node test/books/build.mjs` writes test/books/the-last-tram.epub.
import { readFile, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { ZipFile } from 'yazl';

/** Path of the committed book. */
export const samplePath = fileURLToPath(new URL('the-last-tram.epub', import.meta.url));

const sources = new URL('the-last-tram/', import.meta.url);
const title = 'The Last Tram';
const identifier = 'urn:uuid:24d60464-c77c-4dc9-af51-d189bd193e90';

/**
 * @typedef {object} Page
 * @property {string} id Name of the source file and id of its first element.
 * @property {string} title
 * @property {'frontmatter' | 'bodymatter'} matter
 * @property {boolean} [linear] Default: true.
 * @property {readonly Page[]} [children] Pages below this one in the contents.
 */

/** @type {readonly Page[]} */
const frontMatter = [
  { id: 'cover', title: 'Cover', matter: 'frontmatter', linear: false },
  { id: 'title-page', title: 'Title Page', matter: 'frontmatter' },
  { id: 'copyright', title: 'Copyright', matter: 'frontmatter' },
];

/** @type {readonly Page[]} */
const story = [
  { id: 'prologue', title: 'Prologue', matter: 'bodymatter' },
  {
    id: 'part-1',
    title: 'Part One: Up the Line',
    matter: 'bodymatter',
    children: [
      { id: 'chapter-1', title: 'Chapter 1: The Bridge', matter: 'bodymatter' },
      { id: 'chapter-2', title: 'Chapter 2: The Regulars', matter: 'bodymatter' },
      { id: 'chapter-3', title: 'Chapter 3: Page 211', matter: 'bodymatter' },
    ],
  },
  {
    id: 'part-2',
    title: 'Part Two: Down the Line',
    matter: 'bodymatter',
    children: [
      { id: 'chapter-4', title: 'Chapter 4: Lost Property', matter: 'bodymatter' },
      { id: 'chapter-5', title: 'Chapter 5: The Man in the Last Seat', matter: 'bodymatter' },
      { id: 'chapter-6', title: 'Chapter 6: The Top of the Hill', matter: 'bodymatter' },
    ],
  },
];

const contents = [...frontMatter.slice(1), ...story];

/**
 * Builds the sample book in memory. Entries are stored uncompressed, so that the bytes do not depend on the zlib version.
 *
 * @returns {Promise<Buffer>}
 */
export async function buildSampleBook() {
  const zip = new ZipFile();
  // DOS times are local times, so the time is the same in every time zone.
  const options = { mtime: new Date(2026, 10, 21, 12), forceDosTimestamp: true, compress: false };
  /** @type {(path: string, data: string | Buffer) => void} */
  const add = (path, data) => zip.addBuffer(Buffer.from(data), path, options);

  add('mimetype', 'application/epub+zip');
  add('META-INF/container.xml', containerXml());
  add('OEBPS/package.opf', packageOpf());
  add('OEBPS/nav.xhtml', navXhtml());
  add('OEBPS/toc.ncx', tocNcx());
  for (const page of allPages()) {
    const path = `text/${page.id}.xhtml`;
    add(`OEBPS/${path}`, xhtml(page, await readFile(new URL(path, sources), 'utf8')));
  }
  for (const path of ['styles/book.css', 'images/cover.jpg', 'images/bridge.png']) {
    add(`OEBPS/${path}`, await readFile(new URL(path, sources)));
  }
  zip.end();
  return await buffer(zip.outputStream);
}

function allPages() {
  return [...frontMatter, ...story.flatMap((page) => [page].concat(page.children ?? []))];
}

/** @type {(page: Pick<Page, 'title' | 'matter'>, body: string, folder?: string) => string} */
function xhtml(page, body, folder = '../') {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en" xml:lang="en"
  epub:prefix="z3998: http://www.daisy.org/z3998/2012/vocab/structure/#">
<head>
<title>${page.title}</title>
<link rel="stylesheet" type="text/css" href="${folder}styles/book.css"/>
</head>
<body epub:type="${page.matter}">
${body.trim()}
</body>
</html>
`;
}

function containerXml() {
  return `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles>
<rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/>
</rootfiles>
</container>
`;
}

function packageOpf() {
  const pages = allPages();
  const items = pages.map(({ id }) => `<item id="${id}" href="text/${id}.xhtml" media-type="application/xhtml+xml"/>`);
  const refs = pages.map(({ id, linear }) => `<itemref idref="${id}"${linear === false ? ' linear="no"' : ''}/>`);
  refs.splice(frontMatter.length, 0, '<itemref idref="nav"/>');
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="book-id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="book-id">${identifier}</dc:identifier>
<dc:title id="title">${title}</dc:title>
<meta refines="#title" property="title-type">main</meta>
<meta refines="#title" property="file-as">Last Tram, The</meta>
<dc:title id="subtitle">A Story for Listening</dc:title>
<meta refines="#subtitle" property="title-type">subtitle</meta>
<dc:creator id="author">Wren Tolliver</dc:creator>
<meta refines="#author" property="role" scheme="marc:relators">aut</meta>
<meta refines="#author" property="file-as">Tolliver, Wren</meta>
<dc:language>en</dc:language>
<dc:publisher>The Audiobook Project</dc:publisher>
<dc:date>2026-11-21</dc:date>
<dc:description>When the lights fail on Cutler’s Bridge, a new conductor reads to the passengers of the last tram from a book that somebody left behind. Soon the whole town is riding to hear how it ends. But the last pages are blank.</dc:description>
<dc:subject>Fiction</dc:subject>
<dc:subject>Short stories</dc:subject>
<dc:subject>Reading aloud</dc:subject>
<dc:rights>CC0 1.0 Universal: https://creativecommons.org/publicdomain/zero/1.0/</dc:rights>
<meta property="belongs-to-collection" id="series">Stories for Listening</meta>
<meta refines="#series" property="collection-type">series</meta>
<meta refines="#series" property="group-position">1</meta>
<meta property="dcterms:modified">2026-11-21T12:00:00Z</meta>
<meta property="schema:accessMode">textual</meta>
<meta property="schema:accessMode">visual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">alternativeText</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityHazard">none</meta>
<meta property="schema:accessibilitySummary">Plain text; both pictures have alternative text.</meta>
<meta name="cover" content="cover-image"/>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
<item id="style" href="styles/book.css" media-type="text/css"/>
<item id="cover-image" href="images/cover.jpg" media-type="image/jpeg" properties="cover-image"/>
<item id="bridge" href="images/bridge.png" media-type="image/png"/>
${items.join('\n')}
</manifest>
<spine toc="ncx">
${refs.join('\n')}
</spine>
<guide>
<reference type="cover" title="Cover" href="text/cover.xhtml"/>
<reference type="toc" title="Contents" href="nav.xhtml"/>
<reference type="text" title="Prologue" href="text/prologue.xhtml"/>
</guide>
</package>
`;
}

function navXhtml() {
  return xhtml(
    { title: 'Contents', matter: 'frontmatter' },
    `<nav epub:type="toc" role="doc-toc" id="toc">
<h1>Contents</h1>
${navList(contents)}
</nav>
<nav epub:type="landmarks" id="landmarks" hidden="hidden">
<h2>Landmarks</h2>
<ol>
<li><a epub:type="cover" href="text/cover.xhtml">Cover</a></li>
<li><a epub:type="titlepage" href="text/title-page.xhtml">Title Page</a></li>
<li><a epub:type="toc" href="nav.xhtml">Contents</a></li>
<li><a epub:type="bodymatter" href="text/prologue.xhtml">Start of the Story</a></li>
</ol>
</nav>`,
    '',
  );
}

/** @type {(pages: readonly Page[]) => string} */
function navList(pages) {
  const lines = pages.map((page) => {
    const below = page.children === undefined ? '' : `\n${navList(page.children)}\n`;
    return `<li><a href="text/${page.id}.xhtml">${page.title}</a>${below}</li>`;
  });
  return `<ol>\n${lines.join('\n')}\n</ol>`;
}

function tocNcx() {
  return `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="en">
<head>
<meta name="dtb:uid" content="${identifier}"/>
<meta name="dtb:depth" content="2"/>
<meta name="dtb:totalPageCount" content="0"/>
<meta name="dtb:maxPageNumber" content="0"/>
</head>
<docTitle><text>${title}</text></docTitle>
<navMap>
${navPoints(contents)}
</navMap>
</ncx>
`;
}

/** @type {(pages: readonly Page[]) => string} */
function navPoints(pages) {
  const points = pages.map(({ id, title: label, children }) => {
    const below = children === undefined ? '' : `${navPoints(children)}\n`;
    return `<navPoint id="ncx-${id}">
<navLabel><text>${label}</text></navLabel>
<content src="text/${id}.xhtml"/>
${below}</navPoint>`;
  });
  return points.join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(samplePath, await buildSampleBook());
