import path from 'node:path';
import { throwIfCanceled } from '../../../core/errors.ts';
import type { PlacedDocument } from '../../../core/placed-text.ts';
import { limitsOf } from '../../read-limits.ts';
import type { ReadLimits } from '../../read-limits.ts';
import { openArchive } from '../package/open-archive.ts';
import type { ZipArchive } from '../package/open-archive.ts';
import { readContents } from '../package/read-contents.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { activeClassOf, modifiedEdits, packageEdits, replacedOverlays } from './edit-package.ts';
import type { AddedItem, DocumentOverlay } from './edit-package.ts';
import { editableText } from './editable-text.ts';
import type { EditableText, TextEdit } from './editable-text.ts';
import { spanEdits, styleLinkEdits } from './heard-document.ts';
import { hrefFrom, navigationDocument } from './navigation-document.ts';
import { newNames, readSourcePackage } from './package-plan.ts';
import type { NewNames, SourcePackage } from './package-plan.ts';
import { doctypeEdits, documentProperties, titleEdits } from './raise-document.ts';
import { raisingEdits } from './raise-package.ts';

/** A document of a book with the spans that are heard. */
export interface NarratedDocument {
  readonly document: PlacedDocument;
  readonly durationMs: number;
  /** Returns its Media Overlay. References are relative to it. */
  readonly overlay: (references: OverlayReferences) => string;
}

/** References of a Media Overlay to the files that it brings together. */
export interface OverlayReferences {
  readonly page: string;
  /** Returns that of the audio of a chapter. */
  readonly audio: (chapter: number) => string;
}

/** The additions to a book. */
export interface NarratedEpub {
  /** Title and language of the book, for what EPUB 3 demands and an EPUB 2 does not have. */
  readonly title: string;
  /** BCP-47 code. */
  readonly language: string;
  readonly documents: readonly NarratedDocument[];
  /** Audio files on this machine by the index of their chapter. */
  readonly audioFiles: ReadonlyMap<number, string>;
  readonly audioType: 'audio/mp4' | 'audio/mpeg';
  readonly styleSheet: string;
  readonly activeClass: string;
}

/** Surroundings of `writeNarratedEpub`. */
export interface NarratedEpubTools {
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
  readonly limits?: Partial<ReadLimits> | undefined;
}

/**
 * Writes a book again as a read-along: an EPUB 3 whose files are those of `source`, byte for byte, but for spans in the
 * documents that are heard, the package document, and files that are added. An EPUB 2 becomes an EPUB 3: its documents get
 * the document type of HTML and it gets a navigation document. Reads and writes file by file. Throws `book-…` as reading
 * does, `canceled` or the error of the file system, and may then leave an incomplete file.
 */
export async function writeNarratedEpub(
  source: string,
  target: string,
  book: NarratedEpub,
  tools: NarratedEpubTools,
): Promise<void> {
  const limits = limitsOf({ limits: tools.limits });
  await using archive = await openArchive(source, limits);
  const rewriting = await openRewriting(archive, book, { ...tools, limits });
  await using writer = await ArchiveWriter.open(target);
  await writer.add('mimetype', Buffer.from('application/epub+zip'), { isStored: true });
  for (const name of archive.names) {
    throwIfCanceled(tools.signal);
    if (name === 'mimetype' || name === rewriting.from.path || rewriting.dropped.has(name)) continue;
    const changed = await changedDocument(name, rewriting);
    if (changed) await writer.add(name, changed);
    else await writer.copy(await archive.packed(name));
  }
  await addFiles(writer, rewriting, tools.signal);
  await writer.add(rewriting.from.path, await packageBytes(rewriting));
  await writer.end();
}

/** A book that is being written again. */
interface Rewriting {
  readonly archive: ZipArchive;
  readonly limits: ReadLimits;
  readonly book: NarratedEpub;
  readonly from: SourcePackage;
  readonly names: NewNames;
  readonly narrated: ReadonlyMap<string, NarratedDocument>;
  readonly overlays: readonly DocumentOverlay[];
  /** Ids of content documents (XHTML and SVG) by the name of their file. */
  readonly itemIds: ReadonlyMap<string, string>;
  /** Name of the NCX in the archive. */
  readonly ncx: string | undefined;
  /** Undefined when the book has a class, and styles, of its own. */
  readonly styleFile: string | undefined;
  readonly dropped: ReadonlySet<string>;
  readonly replaced: ReturnType<typeof replacedOverlays>;
  /** Filled while documents of EPUB 2 are written. */
  readonly properties: Map<string, readonly string[]>;
}

const signatures = 'META-INF/signatures.xml';

async function openRewriting(
  archive: ZipArchive,
  book: NarratedEpub,
  { limits, warn }: NarratedEpubTools & { readonly limits: ReadLimits },
): Promise<Rewriting> {
  const from = await readSourcePackage(archive, limits);
  const names = newNames(archive, from);
  const itemIds = new Map<string, string>();
  for (const { id, path: file, mediaType } of from.document.manifest.values()) {
    const name = archive.find(file);
    if (name !== undefined && /xhtml|svg/u.test(mediaType) && !itemIds.has(name)) itemIds.set(name, id);
  }
  const narrated = new Map(
    book.documents.filter(({ document }) => itemIds.has(document.path)).map((one) => [one.document.path, one]),
  );
  const overlays = [...narrated].map(([file, { durationMs }], index) => ({
    documentId: itemIds.get(file) ?? '',
    id: names.id(`overlay-${index + 1}`),
    durationMs,
  }));
  const replaced = replacedOverlays(from.place, new Set(overlays.map(({ documentId }) => documentId)));
  const dropped = new Set(replaced.flatMap(({ id }) => archive.find(from.document.manifest.get(id)?.path ?? '') ?? []));
  if (replaced.length > 0) warn('The book has a narration of its own. The read-along has the new one in its place.');
  const signed = archive.find(signatures);
  if (signed !== undefined) {
    dropped.add(signed);
    warn(`The read-along is not signed: '${signatures}' of the book is left out, because it holds for the book only.`);
  }
  const styleFile = activeClassOf(from.place) === undefined ? names.file('style.css') : undefined;
  return {
    archive,
    limits,
    book,
    from,
    names,
    narrated,
    overlays,
    itemIds,
    ncx: archive.find(from.document.ncx?.path ?? ''),
    styleFile,
    dropped,
    replaced,
    properties: new Map(),
  };
}

/** Returns the bytes of a document that is heard or that becomes one of EPUB 3; undefined for a file that stays as it is. */
async function changedDocument(name: string, rewriting: Rewriting): Promise<Buffer | undefined> {
  const { archive, limits, narrated, itemIds, styleFile } = rewriting;
  const spoken = narrated.get(name);
  if (spoken === undefined && !isRaised(name, rewriting)) return undefined;
  const document = editableText(await archive.read(name, limits.documentBytes), spoken?.document.encoding);
  const edits = isRaised(name, rewriting) ? raisedEdits(document, itemIds.get(name), rewriting) : [];
  if (spoken && styleFile !== undefined)
    edits.push(...styleLinkEdits(document, hrefFrom(path.posix.dirname(name), styleFile)));
  if (spoken) edits.push(...spanEdits(document, spoken.document));
  // Unchanged entries are copied as they are packed.
  return edits.length === 0 ? undefined : document.apply(edits);
}

function isRaised(name: string, { from, itemIds, ncx }: Rewriting): boolean {
  const item = from.document.manifest.get(itemIds.get(name) ?? '');
  return from.isOld && (item?.mediaType === 'application/xhtml+xml' || name === ncx);
}

/** Returns the edits of a document of EPUB 2. One without an id is the NCX. */
function raisedEdits(document: EditableText, id: string | undefined, { book, properties }: Rewriting): TextEdit[] {
  if (id === undefined) return doctypeEdits(document, 'ncx');
  properties.set(id, documentProperties(document));
  return [...doctypeEdits(document, 'html'), ...titleEdits(document, book.title)];
}

function audioName({ names, book }: Rewriting, chapter: number): string {
  const extension = book.audioType === 'audio/mp4' ? 'm4a' : 'mp3';
  return names.file(`chapter-${String(chapter + 1).padStart(3, '0')}.${extension}`);
}

function overlayName({ names }: Rewriting, index: number): string {
  return names.file(`overlay-${index + 1}.smil`);
}

async function addFiles(writer: ArchiveWriter, rewriting: Rewriting, signal: AbortSignal): Promise<void> {
  const { book, narrated, styleFile } = rewriting;
  const folder = path.posix.dirname(overlayName(rewriting, 0));
  for (const [index, [page, { overlay }]] of [...narrated].entries()) {
    const audio = (at: number): string => hrefFrom(folder, audioName(rewriting, at));
    const smil = overlay({ page: hrefFrom(folder, page), audio });
    await writer.add(overlayName(rewriting, index), Buffer.from(smil));
  }
  for (const [chapter, file] of book.audioFiles) await writer.addFile(audioName(rewriting, chapter), file, signal);
  if (styleFile !== undefined) await writer.add(styleFile, Buffer.from(book.styleSheet));
  const navigation = await madeNavigation(rewriting);
  if (navigation) await writer.add(navigation.file, Buffer.from(navigation.markup));
}

/** Makes a navigation document for a book that has none, from its NCX or else from its reading order. */
async function madeNavigation({ archive, limits, book, from, names }: Rewriting) {
  if (!from.isOld || from.document.nav !== undefined) return undefined;
  const { entries } = await readContents(archive, from.document, limits);
  const [first] = from.document.spine;
  const start = { label: book.title, target: first && { path: first.item.path }, children: [] };
  const file = names.file('nav.xhtml');
  const source = { ...book, entries: entries.length > 0 ? entries : [start], path: file };
  return { file, markup: navigationDocument(source) };
}

async function packageBytes(rewriting: Rewriting): Promise<Buffer> {
  const { book, from, overlays, properties, replaced } = rewriting;
  const { place } = from;
  const additions = { items: addedItems(rewriting), overlays, activeClass: book.activeClass };
  return place.source.apply([
    ...packageEdits(place, additions, replaced),
    ...(from.isOld ? raisingEdits(place, properties) : modifiedEdits(place)),
  ]);
}

function addedItems(rewriting: Rewriting): AddedItem[] {
  const { book, from, names, overlays, styleFile } = rewriting;
  const item = (id: string, file: string, mediaType: string): AddedItem => ({ id, href: names.href(file), mediaType });
  const needsNavigation = from.isOld && from.document.nav === undefined;
  return [
    ...(needsNavigation
      ? [{ ...item(names.id('nav'), names.file('nav.xhtml'), 'application/xhtml+xml'), properties: 'nav' }]
      : []),
    ...(styleFile === undefined ? [] : [item(names.id('style'), styleFile, 'text/css')]),
    ...overlays.map(({ id }, index) => item(id, overlayName(rewriting, index), 'application/smil+xml')),
    ...[...book.audioFiles.keys()].map((chapter) =>
      item(names.id(`audio-${chapter + 1}`), audioName(rewriting, chapter), book.audioType),
    ),
  ];
}
