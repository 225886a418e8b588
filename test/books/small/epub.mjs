import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/**
 * @typedef {object} ContentsSource
 * @property {string} title
 * @property {string} [href] Absent for a heading without a link.
 * @property {readonly ContentsSource[]} [children]
 */

/**
 * @typedef {object} EpubSource
 * @property {string} title
 * @property {string} language
 * @property {'2.0' | '3.0'} version 2.0 has an NCX only, 3.0 a navigation document only.
 * @property {readonly { readonly id: string, readonly title: string, readonly body?: string }[]} pages
 * @property {readonly ContentsSource[]} [contents] Default: the pages.
 * @property {string} [style]
 * @property {'rtl'} [direction]
 * @property {boolean} [hasPicture]
 */

/**
 * Builds a small EPUB. Entries are stored, so that the bytes are the same with every zlib.
 *
 * @param {EpubSource & { readonly name: string }} book
 * @returns {Promise<Buffer>}
 */
export async function smallEpub(book) {
  const zip = new ZipFile();
  const options = { mtime: new Date(2026, 10, 22, 12), forceDosTimestamp: true, compress: false };
  /** @type {(path: string, data: string | Buffer) => void} */
  const add = (path, data) => zip.addBuffer(Buffer.from(data), path, options);
  add('mimetype', 'application/epub+zip');
  add('META-INF/container.xml', container);
  add('OEBPS/package.opf', packageDocument(book));
  if (book.version === '2.0') add('OEBPS/toc.ncx', ncx(book));
  else
    add(
      'OEBPS/nav.xhtml',
      xhtml(book, 'Contents', `<nav epub:type="toc"><h1>Contents</h1>${list(contentsOf(book))}</nav>`),
    );
  for (const { id, title, body = '' } of book.pages) add(`OEBPS/${id}.xhtml`, xhtml(book, title, body));
  if (book.hasPicture) add('OEBPS/lamp.png', picture);
  zip.end();
  return await buffer(zip.outputStream);
}

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

/** One gray pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

/** @type {(book: EpubSource) => readonly ContentsSource[]} */
function contentsOf({ contents, pages }) {
  return contents ?? pages.map(({ id, title }) => ({ title, href: `${id}.xhtml` }));
}

/** @type {(book: EpubSource & { readonly name: string }) => string} */
function packageDocument({ name, title, language, version, pages, direction, hasPicture }) {
  const items = pages.map(({ id }) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`);
  if (hasPicture) items.push('<item id="lamp" href="lamp.png" media-type="image/png"/>');
  if (version === '2.0') items.push('<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>');
  else items.push('<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>');
  const refs = pages.map(({ id }) => `<itemref idref="${id}"/>`);
  const spine = `${version === '2.0' ? ' toc="ncx"' : ''}${direction ? ` page-progression-direction="${direction}"` : ''}`;
  const modified = version === '2.0' ? '' : '<meta property="dcterms:modified">2026-11-22T12:00:00Z</meta>\n';
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="${version}" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:audiobook:small:${name}</dc:identifier>
<dc:title>${title}</dc:title>
<dc:creator>Wren Tolliver</dc:creator>
<dc:language>${language}</dc:language>
<dc:rights>CC0 1.0 Universal: https://creativecommons.org/publicdomain/zero/1.0/</dc:rights>
${modified}</metadata>
<manifest>
${items.join('\n')}
</manifest>
<spine${spine}>
${refs.join('\n')}
</spine>
</package>
`;
}

/** @type {(book: EpubSource, title: string, body: string) => string} */
function xhtml({ language, version, style, direction }, title, body) {
  const doctype =
    version === '2.0'
      ? '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">'
      : '<!DOCTYPE html>';
  const epub = version === '2.0' ? '' : ' xmlns:epub="http://www.idpf.org/2007/ops"';
  return `<?xml version="1.0" encoding="UTF-8"?>
${doctype}
<html xmlns="http://www.w3.org/1999/xhtml"${epub} xml:lang="${language}"${direction ? ` dir="${direction}"` : ''}>
<head><title>${title}</title>${style ? `<style type="text/css">${style}</style>` : ''}</head>
<body>
${body}
</body>
</html>
`;
}

/** @type {(entries: readonly ContentsSource[]) => string} */
function list(entries) {
  const items = entries.map(({ title, href, children }) => {
    const label = href === undefined ? `<span>${title}</span>` : `<a href="${href}">${title}</a>`;
    return `<li>${label}${children ? list(children) : ''}</li>`;
  });
  return `<ol>${items.join('')}</ol>`;
}

/** @type {(book: EpubSource & { readonly name: string }) => string} */
function ncx(book) {
  const points = contentsOf(book).map(
    ({ title, href }, index) =>
      `<navPoint id="p${index + 1}" playOrder="${index + 1}"><navLabel><text>${title}</text></navLabel><content src="${href}"/></navPoint>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">
<head><meta name="dtb:uid" content="urn:audiobook:small:${book.name}"/></head>
<docTitle><text>${book.title}</text></docTitle>
<navMap>
${points.join('\n')}
</navMap>
</ncx>
`;
}
