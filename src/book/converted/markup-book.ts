import type { Book, LeftOut } from '../../core/book.ts';
import { tooLarge, limitsOf } from '../read-limits.ts';
import type { BookChoices } from '../book-choices.ts';
import { readArchive } from '../epub/read-epub.ts';
import type { Archive } from '../epub/package/open-archive.ts';
import { escapeMarkup } from '../../core/strings/escape-xml.ts';
import { withoutPlaces } from '../present/without-places.ts';
import { findUnmarkedHeadings } from './find-unmarked-headings.ts';

/** A document of a converted book. */
export interface MarkupDocument {
  /** Name for messages, `--include` and `--exclude`. */
  readonly path: string;
  readonly title?: string | undefined;
  /** XHTML inside of `<body>`. */
  readonly body: string;
}

/** A person of a converted book. */
export interface MarkupPerson {
  readonly name: string;
  /** MARC relator code. */
  readonly role: string;
  readonly sortName?: string | undefined;
}

/** Metadata that a file of another kind declares. */
export interface MarkupMetadata {
  readonly title?: string | undefined;
  readonly subtitle?: string | undefined;
  readonly people?: readonly MarkupPerson[] | undefined;
  readonly language?: string | undefined;
  readonly publisher?: string | undefined;
  readonly date?: string | undefined;
  readonly description?: string | undefined;
  readonly subjects?: readonly string[] | undefined;
  readonly isbn?: string | undefined;
  readonly rights?: string | undefined;
  readonly series?: { readonly name: string; readonly position?: string | undefined } | undefined;
}

/** A file of another kind as XHTML, with what EPUB has places for. */
export interface MarkupBook {
  readonly documents: readonly MarkupDocument[];
  readonly metadata: MarkupMetadata;
  /** Bytes of an image; other bytes are not a cover. */
  readonly cover?: Uint8Array | undefined;
  readonly warnings?: readonly string[] | undefined;
  /** What its documents do not hold. */
  readonly leftOut?: readonly LeftOut[] | undefined;
  /** Its headings are marked up however the file showed them; those of other books can be plain paragraphs. */
  readonly hasFoundHeadings?: boolean | undefined;
}

/**
 * Reads a converted book by the rules of an EPUB: the same blocks, chapters, notes and parts that are left out. Its chapters
 * start at headings, because it has no other contents. `file` names the book if its metadata does not. Throws like `readArchive`.
 */
export async function readMarkupBook(book: MarkupBook, file: string, choices: BookChoices): Promise<Book> {
  const splitBy = choices.splitBy === 'documents' ? choices.splitBy : 'headings';
  const prepare = book.hasFoundHeadings ? undefined : findUnmarkedHeadings;
  const read = await readArchive(archiveOf(book, choices), file, { ...choices, splitBy }, prepare);
  return withoutPlaces({ ...read, leftOut: [...(book.leftOut ?? []), ...read.leftOut] });
}

function archiveOf(book: MarkupBook, choices: BookChoices): Archive {
  const limits = limitsOf(choices);
  const files = new Map<string, Buffer>(
    book.documents.map((document) => [document.path, utf8(documentMarkup(document))]),
  );
  files.set(packagePath, utf8(packageMarkup(book)));
  if (book.cover !== undefined) files.set(coverPath, Buffer.from(book.cover));
  return {
    names: [...files.keys()],
    warnings: book.warnings ?? [],
    find: (name) => (files.has(name) ? name : undefined),
    size: (name) => files.get(name)?.length ?? 0,
    async read(name, maxBytes) {
      const bytes = files.get(name) ?? Buffer.alloc(0);
      if (bytes.length > maxBytes) throw tooLarge(`size of '${name}'`, maxBytes, 'bytes');
      if (name !== packagePath || bytes.length <= limits.documentBytes) return await Promise.resolve(bytes);
      throw tooLarge('size of the metadata', limits.documentBytes, 'bytes');
    },
    [Symbol.asyncDispose]: async () => await Promise.resolve(),
  };
}

/** The mark at the start wins over an encoding that the text itself declares, which is that of the file. */
function utf8(text: string): Buffer {
  return Buffer.from(`\uFEFF${text}`);
}

const packagePath = 'package.opf';
const coverPath = 'cover-image';

function documentMarkup({ title = '', body }: MarkupDocument): string {
  return `<html><head><title>${escapeMarkup(title)}</title></head><body>${body}</body></html>`;
}

function packageMarkup({ documents, metadata, cover }: MarkupBook): string {
  const items = documents.map(
    ({ path }, index) => `<item id="d${index}" href="${encodeURIComponent(path)}" media-type="application/xhtml+xml"/>`,
  );
  if (cover !== undefined) items.push(`<item id="cover" href="${coverPath}" properties="cover-image"/>`);
  const references = documents.map((_, index) => `<itemref idref="d${index}"/>`);
  return `<package><metadata>${metadataMarkup(metadata)}</metadata><manifest>${items.join('')}</manifest><spine>${references.join('')}</spine></package>`;
}

function metadataMarkup({ people = [], subjects = [], series, ...single }: MarkupMetadata): string {
  const { title, subtitle, language, publisher, date, description, rights, isbn } = single;
  const names = Object.entries({ language, publisher, date, description, rights });
  return [
    ...element('title', title, ' id="title"'),
    '<meta refines="#title" property="title-type">main</meta>',
    ...element('title', subtitle, ' id="subtitle"'),
    '<meta refines="#subtitle" property="title-type">subtitle</meta>',
    ...people.flatMap(({ name, role, sortName }) =>
      element(
        role === 'aut' ? 'creator' : 'contributor',
        name,
        ` role="${escapeMarkup(role)}"${sortName === undefined ? '' : ` file-as="${escapeMarkup(sortName)}"`}`,
      ),
    ),
    ...names.flatMap(([name, text]) => element(name, text)),
    ...subjects.flatMap((subject) => element('subject', subject)),
    ...element('identifier', isbn === undefined ? undefined : `urn:isbn:${isbn}`),
    ...element('meta', series?.name, ' id="series" property="belongs-to-collection"'),
    ...element('meta', series?.position, ' refines="#series" property="group-position"'),
  ].join('');
}

function element(name: string, text: string | undefined, attributes = ''): string[] {
  return text === undefined || text.trim() === '' ? [] : [`<${name}${attributes}>${escapeMarkup(text)}</${name}>`];
}
