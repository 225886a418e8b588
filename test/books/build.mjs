// Builds the sample books from their sources: `node test/books/build.mjs` writes test/books/*.epub.
import { readFile, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { ZipFile } from 'yazl';
import { sampleBooks } from './sample-books.mjs';

/** @import { Page, SampleBook } from './sample-books.mjs' */

/** Path of the longer of the committed books. */
export const samplePath = bookPath('the-last-tram');

/**
 * Returns the path of a committed book.
 *
 * @param {string} name
 * @returns {string}
 */
export function bookPath(name) {
  return fileURLToPath(new URL(`${name}.epub`, import.meta.url));
}

/**
 * Builds a sample book in memory. Entries are stored uncompressed, so that the bytes do not depend on the zlib version.
 *
 * @param {SampleBook} book
 * @returns {Promise<Buffer>}
 */
export async function buildSampleBook(book) {
  const sources = new URL(`${book.name}/`, import.meta.url);
  const zip = new ZipFile();
  // DOS times are local times, so the time is the same in every time zone.
  const options = { mtime: new Date(2026, 10, 21, 12), forceDosTimestamp: true, compress: false };
  /** @type {(path: string, data: string | Buffer) => void} */
  const add = (path, data) => zip.addBuffer(Buffer.from(data), path, options);

  add('mimetype', 'application/epub+zip');
  add('META-INF/container.xml', containerXml());
  add('OEBPS/package.opf', packageOpf(book));
  add('OEBPS/nav.xhtml', navXhtml(book));
  add('OEBPS/toc.ncx', tocNcx(book));
  for (const page of allPages(book)) {
    const path = `text/${page.id}.xhtml`;
    add(`OEBPS/${path}`, xhtml(page, await readFile(new URL(path, sources), 'utf8')));
  }
  add('OEBPS/styles/book.css', await readFile(new URL('styles/book.css', import.meta.url)));
  for (const path of ['images/cover.jpg', ...book.pictures.map(pictureFile)]) {
    add(`OEBPS/${path}`, await readFile(new URL(path, sources)));
  }
  zip.end();
  return await buffer(zip.outputStream);
}

/** @param {SampleBook} book */
function allPages({ frontMatter, story }) {
  return [...frontMatter, ...story.flatMap((page) => [page].concat(page.children ?? []))];
}

/** @param {SampleBook} book */
function contentsOf({ frontMatter, story }) {
  return [...frontMatter.slice(1), ...story];
}

/** @param {string} name */
function pictureFile(name) {
  return `images/${name}.png`;
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

/** @param {SampleBook} book */
function packageOpf(book) {
  const { identifier, title, fileAs, subtitle, date, description, subjects, position, accessibility, story } = book;
  const pages = allPages(book);
  const pictures = book.pictures.map((id) => `<item id="${id}" href="${pictureFile(id)}" media-type="image/png"/>`);
  const items = pages.map(({ id }) => `<item id="${id}" href="text/${id}.xhtml" media-type="application/xhtml+xml"/>`);
  const refs = pages.map(({ id, linear }) => `<itemref idref="${id}"${linear === false ? ' linear="no"' : ''}/>`);
  refs.splice(book.frontMatter.length, 0, '<itemref idref="nav"/>');
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="book-id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="book-id">${identifier}</dc:identifier>
<dc:title id="title">${title}</dc:title>
<meta refines="#title" property="title-type">main</meta>
<meta refines="#title" property="file-as">${fileAs}</meta>
<dc:title id="subtitle">${subtitle}</dc:title>
<meta refines="#subtitle" property="title-type">subtitle</meta>
<dc:creator id="author">Wren Tolliver</dc:creator>
<meta refines="#author" property="role" scheme="marc:relators">aut</meta>
<meta refines="#author" property="file-as">Tolliver, Wren</meta>
<dc:language>en</dc:language>
<dc:publisher>The Audiobook Project</dc:publisher>
<dc:date>${date}</dc:date>
<dc:description>${description}</dc:description>
${subjects.map((subject) => `<dc:subject>${subject}</dc:subject>`).join('\n')}
<dc:rights>CC0 1.0 Universal: https://creativecommons.org/publicdomain/zero/1.0/</dc:rights>
<meta property="belongs-to-collection" id="series">Stories for Listening</meta>
<meta refines="#series" property="collection-type">series</meta>
<meta refines="#series" property="group-position">${position}</meta>
<meta property="dcterms:modified">${date}T12:00:00Z</meta>
<meta property="schema:accessMode">textual</meta>
<meta property="schema:accessMode">visual</meta>
<meta property="schema:accessModeSufficient">textual</meta>
<meta property="schema:accessibilityFeature">alternativeText</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityHazard">none</meta>
<meta property="schema:accessibilitySummary">${accessibility}</meta>
<meta name="cover" content="cover-image"/>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
<item id="style" href="styles/book.css" media-type="text/css"/>
<item id="cover-image" href="images/cover.jpg" media-type="image/jpeg" properties="cover-image"/>
${[...pictures, ...items].join('\n')}
</manifest>
<spine toc="ncx">
${refs.join('\n')}
</spine>
<guide>
<reference type="cover" title="Cover" href="text/cover.xhtml"/>
<reference type="toc" title="Contents" href="nav.xhtml"/>
<reference type="text" title="${story[0]?.title}" href="text/${story[0]?.id}.xhtml"/>
</guide>
</package>
`;
}

/** @param {SampleBook} book */
function navXhtml(book) {
  return xhtml(
    { title: 'Contents', matter: 'frontmatter' },
    `<nav epub:type="toc" role="doc-toc" id="toc">
<h1>Contents</h1>
${navList(contentsOf(book))}
</nav>
<nav epub:type="landmarks" id="landmarks" hidden="hidden">
<h2>Landmarks</h2>
<ol>
<li><a epub:type="cover" href="text/cover.xhtml">Cover</a></li>
<li><a epub:type="titlepage" href="text/title-page.xhtml">Title Page</a></li>
<li><a epub:type="toc" href="nav.xhtml">Contents</a></li>
<li><a epub:type="bodymatter" href="text/${book.story[0]?.id}.xhtml">Start of the Story</a></li>
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

/** @param {SampleBook} book */
function tocNcx(book) {
  const { identifier, title } = book;
  const depth = book.story.some(({ children }) => children) ? 2 : 1;
  return `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1" xml:lang="en">
<head>
<meta name="dtb:uid" content="${identifier}"/>
<meta name="dtb:depth" content="${depth}"/>
<meta name="dtb:totalPageCount" content="0"/>
<meta name="dtb:maxPageNumber" content="0"/>
</head>
<docTitle><text>${title}</text></docTitle>
<navMap>
${navPoints(contentsOf(book))}
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const book of sampleBooks) await writeFile(bookPath(book.name), await buildSampleBook(book));
}
