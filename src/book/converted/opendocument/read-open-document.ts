import { AudiobookError } from '../../../core/errors.ts';
import { findAll, findFirst, textOf } from '../../epub/markup/markup-tree.ts';
import type { Element, Parent } from '../../epub/markup/markup-tree.ts';
import { parseXml, parseXmlInParts } from '../../epub/markup/parse-markup.ts';
import { decodeText } from '../../epub/package/decode-text.ts';
import type { Archive } from '../../epub/package/open-archive.ts';
import type { ReadLimits } from '../../read-limits.ts';
import type { MarkupBook, MarkupMetadata } from '../markup-book.ts';
import { readPicture } from '../read-picture.ts';
import { readOpenDocumentStyles } from './open-document-styles.ts';
import { OpenDocumentWriter } from './open-document-writer.ts';
import { pictureIn } from './span-writer.ts';

/** Reports whether an archive is an OpenDocument text (ODT) or a template of one. */
export async function isOpenDocument(archive: Archive): Promise<boolean> {
  const mimetype = archive.find('mimetype');
  if (mimetype === undefined || archive.find('content.xml') === undefined) return false;
  const type = (await archive.read(mimetype, maxTypeLength)).toString('latin1');
  return type.startsWith('application/vnd.oasis.opendocument.text');
}

const maxTypeLength = 1000;

/**
 * Converts an OpenDocument text (ODT): its body, text boxes and notes, its properties, and a picture before all text as the cover.
 * Headers, footers, comments and deleted text are not text. Throws `book-drm`, `book-too-large` or `book-damaged`.
 */
export async function readOpenDocument(archive: Archive, limits: ReadLimits): Promise<MarkupBook> {
  const part = async (name: string): Promise<string> => {
    const found = archive.find(name);
    return found === undefined ? '' : decodeText(await archive.read(found, limits.fileBytes));
  };
  if ((await part('META-INF/manifest.xml')).includes('encryption-data')) throw encrypted();
  const described = [await part('styles.xml'), await part('meta.xml')];
  const { picture, ...book } = convert(await part('content.xml'), described, limits);
  return { ...book, cover: await readPicture(archive, picture, limits) };
}

/** Converts an OpenDocument text in a single XML file (FODT). Throws `book-too-large`. */
export function readFlatOpenDocument(bytes: Uint8Array, limits: ReadLimits): MarkupBook {
  const { documents, metadata } = convert(decodeText(bytes), [], limits);
  return { documents, metadata };
}

function convert(
  content: string,
  described: readonly string[],
  limits: ReadLimits,
): MarkupBook & { readonly picture: string | undefined } {
  const start = content.indexOf('<office:body');
  const head = start === -1 ? '' : content.slice(0, start);
  const roots = [...described, head].map((text) => parseXml(text, limits));
  const styles = readOpenDocumentStyles(roots);
  const writer = new OpenDocumentWriter(styles);
  const body: string[] = [];
  let picture: string | undefined;
  let title: string | undefined;
  const write = (element: Element): void => {
    const written = writer.block(element);
    if (body.length === 0) picture ??= pictureIn(element);
    if (written.startsWith('<p class="title">')) title ??= textOf(element);
    if (written !== '') body.push(written);
  };
  const root = /<office:document-content[\s>]/u.test(head) ? 'document-content' : 'document';
  parseXmlInParts(content, limits, [root, 'body', 'text'], write);
  const metadata = metadataOf(roots);
  return {
    documents: [{ path: 'text', body: [...body, writer.takeNotes()].join('\n') }],
    metadata: { ...metadata, title: metadata.title ?? title, language: metadata.language ?? styles.language },
    picture,
  };
}

/** The creator is who saved the document last; the initial creator began it. */
function metadataOf(roots: readonly Parent[]): MarkupMetadata {
  const meta = roots.map((root) => findFirst(root, 'meta')).find((element) => element !== undefined);
  const field = (name: string): string | undefined => {
    const element = meta && findFirst(meta, name);
    return element === undefined ? undefined : textOf(element) || undefined;
  };
  const author = field('initial-creator') ?? field('creator');
  return {
    title: field('title'),
    people: author === undefined ? [] : [{ name: author, role: 'aut' }],
    language: field('language'),
    description: field('description'),
    subjects: meta === undefined ? [] : findAll(meta, 'keyword').map((keyword) => textOf(keyword)),
  };
}

function encrypted(): AudiobookError {
  return new AudiobookError(
    'book-drm',
    'The document is encrypted with a password and cannot be read. Save it without a password.',
  );
}
