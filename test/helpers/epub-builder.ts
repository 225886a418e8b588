import { Buffer } from 'node:buffer';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** One file in a zip. The name is written unchanged: `../x`, `/x`, `a\\b` and duplicate names are possible. */
export interface ZipEntry {
  readonly name: string;
  readonly data: string | Uint8Array;
  /** Stored instead of deflated. */
  readonly stored?: boolean;
}

/** One item of the manifest; by default an XHTML document that is also in the spine. */
export interface EpubDocument {
  /** File name relative to the package document, as written in `href`. */
  readonly path: string;
  /** Manifest id. Default: `item-1`, `item-2`, … */
  readonly id?: string;
  /** Text of `<title>`, and the label in the generated contents. */
  readonly title?: string;
  /** Markup between `<body>` and `</body>`. */
  readonly body?: string;
  /** Attributes of `<body>`, such as `epub:type="frontmatter"`. */
  readonly bodyAttributes?: string;
  /** Markup in `<head>` after the title. */
  readonly head?: string;
  /** The whole file, in place of title, head and body. */
  readonly raw?: string | Uint8Array;
  /** Name in the zip, from its root. Default: the target of `path`. */
  readonly entryName?: string;
  /** Default: `application/xhtml+xml`. */
  readonly mediaType?: string;
  /** Manifest properties such as `svg` or `scripted`. */
  readonly properties?: string;
  /** `false` writes `linear="no"` into the spine. */
  readonly linear?: boolean;
  /** `false`: in the manifest only. Default: true for XHTML, false for other media types. */
  readonly inSpine?: boolean;
  /** The file is in the manifest but not in the zip. */
  readonly missing?: boolean;
}

/** An entry of the table of contents; without `href` it is a heading without a link. */
export interface ContentsEntry {
  readonly label: string;
  readonly href?: string;
  readonly children?: readonly ContentsEntry[];
}

/** Options of `buildEpub`. The defaults give a valid EPUB 3; every part can be broken on purpose. */
export interface EpubOptions {
  readonly documents: readonly EpubDocument[];
  readonly title?: string;
  /** BCP-47 code; `false` writes no `dc:language`. */
  readonly language?: string | false;
  /** Default: `Test Author`; `false` writes no `dc:creator`. */
  readonly author?: string | false;
  /** Default: `3.0`; `2.0` has no nav unless one is given. */
  readonly version?: '2.0' | '3.0';
  /** Contents as entries, as the whole nav document, or `false` for none. Default: one entry per document with a title. */
  readonly nav?: readonly ContentsEntry[] | string | false;
  /** Contents of EPUB 2, as entries or as the whole file. Default: none. */
  readonly ncx?: readonly ContentsEntry[] | string;
  /** Marked as in EPUB 3 (`properties`, the default), as in EPUB 2 (`meta`), or not at all (`none`). */
  readonly cover?: {
    readonly bytes: Uint8Array;
    readonly path?: string;
    readonly mark?: 'properties' | 'meta' | 'none';
  };
  /** Markup at the end of `<metadata>`. */
  readonly metadataExtra?: string;
  /** Markup after the spine: `<guide>`, `<collection>`. */
  readonly opfExtra?: string;
  /** Path of the package document. Default: `OEBPS/content.opf`. */
  readonly opfPath?: string;
  /** The whole package document, or `false` for a book without one. */
  readonly opf?: string | Uint8Array | false;
  /** The whole `META-INF/container.xml`, or `false` for none. */
  readonly container?: string | false;
  /** Content of the `mimetype` entry, or `false` for none. */
  readonly mimetype?: string | false;
  /** The whole `META-INF/encryption.xml`. */
  readonly encryption?: string;
  /** More zip entries after all others, with names from the root of the zip. */
  readonly entries?: readonly ZipEntry[];
  /** Stores every entry without compression, so that the bytes do not depend on the release of zlib. */
  readonly stored?: boolean;
}

/** A grey PNG of 2 by 2 pixels. */
export const tinyPng: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAABAAAAAQBPJcTWAAAAEElEQVR4nGMwcgkFIgYIBQAVtgMtiig7nAAAAABJRU5ErkJggg==',
  'base64',
);

/** Builds an EPUB in memory. The same options give the same bytes on one machine, at any time and in any time zone. */
export async function buildEpub(options: EpubOptions): Promise<Buffer> {
  const entries = epubEntries(options);
  return await buildZip(options.stored === true ? entries.map((entry) => ({ ...entry, stored: true })) : entries);
}

/** Packs entries in the given order into a zip without checking their names. */
export async function buildZip(entries: readonly ZipEntry[]): Promise<Buffer> {
  const zip = new ZipFile();
  const names = entries.map(({ name }) => Buffer.from(name));
  for (const [index, { data, stored }] of entries.entries()) {
    // yazl rejects unsafe names, so each entry gets a safe one of the same length, which is overwritten below.
    const placeholder = 'x'.repeat(names[index]?.length ?? 0);
    const mtime = new Date(2020, 0, 1, 12);
    zip.addBuffer(Buffer.from(data), placeholder, { mtime, forceDosTimestamp: true, compress: stored !== true });
  }
  zip.end();
  return overwriteNames(await buffer(zip.outputStream), names);
}

/** Returns the files that `buildEpub` packs, for tests that change them first. */
export function epubEntries(options: EpubOptions): ZipEntry[] {
  const opfPath = options.opfPath ?? 'OEBPS/content.opf';
  const folder = opfPath.slice(0, opfPath.lastIndexOf('/') + 1);
  const { mimetype = 'application/epub+zip', container = containerXml(opfPath), opf = opfXml(options) } = options;
  const items = manifestItems(options);
  const present = items.filter((item) => item.missing !== true);
  return [
    ...entryUnlessFalse('mimetype', mimetype, true),
    ...entryUnlessFalse('META-INF/container.xml', container),
    ...entryUnlessFalse('META-INF/encryption.xml', options.encryption ?? false),
    ...entryUnlessFalse(opfPath, opf),
    ...present.map((item) => ({
      name: item.entryName ?? path.posix.normalize(folder + decodeURI(item.path)),
      data: item.raw ?? xhtml(item),
    })),
    ...(options.entries ?? []),
  ];
}

/** Wraps markup in an XHTML document as EPUB requires. */
export function xhtml(document: Pick<EpubDocument, 'title' | 'head' | 'body' | 'bodyAttributes'>): string {
  const { title = 'Untitled', head = '', body = '', bodyAttributes } = document;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
<head><title>${escapeXml(title)}</title>${head}</head>
<body${bodyAttributes === undefined ? '' : ` ${bodyAttributes}`}>
${body}
</body>
</html>
`;
}

function overwriteNames(zip: Buffer, names: readonly Buffer[]): Buffer {
  let record = zip.readUInt32LE(zip.length - 22 + 16);
  for (const name of names) {
    const localHeader = zip.readUInt32LE(record + 42);
    name.copy(zip, localHeader + 30);
    name.copy(zip, record + 46);
    record += 46 + name.length + zip.readUInt16LE(record + 30) + zip.readUInt16LE(record + 32);
  }
  return zip;
}

function entryUnlessFalse(name: string, data: string | Uint8Array | false, stored = false): ZipEntry[] {
  return data === false ? [] : [{ name, data, stored }];
}

type ManifestItem = EpubDocument & { readonly id: string };

function manifestItems(options: EpubOptions): ManifestItem[] {
  const documents = options.documents.map((item, index) => ({ ...item, id: item.id ?? `item-${index + 1}` }));
  return [...documents, ...navItem(options), ...ncxItem(options), ...coverItem(options)];
}

function navItem({ documents, version = '3.0', nav }: EpubOptions): ManifestItem[] {
  const contents = nav ?? (version === '3.0' ? contentsOf(documents) : false);
  if (contents === false) return [];
  const raw = isWholeFile(contents) ? contents : navXhtml(contents);
  return [{ id: 'nav', path: 'nav.xhtml', properties: 'nav', inSpine: false, raw }];
}

function ncxItem(options: EpubOptions): ManifestItem[] {
  const { ncx } = options;
  if (ncx === undefined) return [];
  const raw = isWholeFile(ncx) ? ncx : ncxXml(ncx, options);
  return [{ id: 'ncx', path: 'toc.ncx', mediaType: 'application/x-dtbncx+xml', raw }];
}

function coverItem({ cover }: EpubOptions): ManifestItem[] {
  if (cover === undefined) return [];
  const { bytes: raw, path: href = 'cover.png', mark = 'properties' } = cover;
  const mediaType = /\.jpe?g$/u.test(href) ? 'image/jpeg' : 'image/png';
  return [
    { id: 'cover-image', path: href, mediaType, raw, ...(mark === 'properties' ? { properties: 'cover-image' } : {}) },
  ];
}

const xhtmlType = 'application/xhtml+xml';

function isWholeFile(contents: readonly ContentsEntry[] | string): contents is string {
  return typeof contents === 'string';
}

function contentsOf(documents: readonly EpubDocument[]): ContentsEntry[] {
  return documents.flatMap(({ title, path: href }) => (title === undefined ? [] : [{ label: title, href }]));
}

function containerXml(opfPath: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="${escapeXml(opfPath)}" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;
}

function opfXml(options: EpubOptions): string {
  const { version = '3.0', ncx } = options;
  const items = manifestItems(options);
  const spine = items.filter((item) => item.inSpine ?? (item.mediaType ?? xhtmlType) === xhtmlType);
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="${version}" unique-identifier="book-id">
${metadataXml(options)}
<manifest>
${items.map((item) => itemXml(item)).join('\n')}
</manifest>
<spine${ncx === undefined ? '' : ' toc="ncx"'}>
${spine.map(({ id, linear }) => `<itemref idref="${id}"${linear === false ? ' linear="no"' : ''}/>`).join('\n')}
</spine>
${options.opfExtra ?? ''}
</package>
`;
}

function itemXml({ id, path: href, mediaType = xhtmlType, properties }: ManifestItem): string {
  const attributes = { id, href, 'media-type': mediaType, ...(properties === undefined ? {} : { properties }) };
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeXml(value)}"`);
  return `<item${written.join('')}/>`;
}

function metadataXml(options: EpubOptions): string {
  const { title = 'Test Book', language = 'en', author = 'Test Author', version = '3.0' } = options;
  const lines = [
    '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">',
    '<dc:identifier id="book-id">urn:uuid:00000000-0000-4000-8000-000000000000</dc:identifier>',
    `<dc:title>${escapeXml(title)}</dc:title>`,
    elementUnlessFalse('dc:language', language),
    elementUnlessFalse('dc:creator', author),
    version === '3.0' ? '<meta property="dcterms:modified">2020-01-01T00:00:00Z</meta>' : '',
    options.cover?.mark === 'meta' ? '<meta name="cover" content="cover-image"/>' : '',
    options.metadataExtra ?? '',
    '</metadata>',
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function elementUnlessFalse(name: string, text: string | false): string {
  return text === false ? '' : `<${name}>${escapeXml(text)}</${name}>`;
}

function navXhtml(entries: readonly ContentsEntry[]): string {
  const body = `<nav epub:type="toc" id="toc"><h1>Contents</h1>\n${navList(entries)}</nav>`;
  return xhtml({ title: 'Contents', body });
}

function navList(entries: readonly ContentsEntry[]): string {
  const lines = entries.map(({ label, href, children = [] }) => {
    const text = escapeXml(label);
    const link = href === undefined ? `<span>${text}</span>` : `<a href="${escapeXml(href)}">${text}</a>`;
    return `<li>${link}${children.length === 0 ? '' : `\n${navList(children)}`}</li>\n`;
  });
  return `<ol>\n${lines.join('')}</ol>\n`;
}

function ncxXml(entries: readonly ContentsEntry[], options: EpubOptions): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">
<head><meta name="dtb:uid" content="urn:uuid:00000000-0000-4000-8000-000000000000"/></head>
<docTitle><text>${escapeXml(options.title ?? 'Test Book')}</text></docTitle>
<navMap>
${navPoints(entries, 'point')}</navMap>
</ncx>
`;
}

function navPoints(entries: readonly ContentsEntry[], idPrefix: string): string {
  const points = entries.map(({ label, href, children = [] }, index) => {
    const id = `${idPrefix}-${index + 1}`;
    const content = href === undefined ? '' : `<content src="${escapeXml(href)}"/>`;
    return `<navPoint id="${id}"><navLabel><text>${escapeXml(label)}</text></navLabel>${content}\n${navPoints(children, id)}</navPoint>\n`;
  });
  return points.join('');
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
