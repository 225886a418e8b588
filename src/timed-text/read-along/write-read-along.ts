import { createHash } from 'node:crypto';
import { chapterPage, pictureFolder } from './chapter-page.ts';
import type { PageChapter } from './chapter-page.ts';
import { packEpub } from './pack-epub.ts';
import type { EpubEntry } from './pack-epub.ts';
import { clipsOf, mediaOverlay } from './media-overlay.ts';
import { navigationPage, ncxDocument } from './navigation-page.ts';
import { isVisible, packageDocument } from './package-document.ts';
import type { EpubItem, ReadAlongMetadata } from './package-document.ts';
import { styleSheet } from './style-sheet.ts';

/** Media type of the audio files: AAC in MP4, or MP3. */
type AudioType = 'audio/mp4' | 'audio/mpeg';

/** A book whose text is highlighted while its audio plays. */
export interface ReadAlongBook {
  readonly metadata: ReadAlongMetadata;
  readonly chapters: readonly PageChapter[];
  /** One file per chapter, in order, exactly as long as the chapter. */
  readonly audioFiles: readonly string[];
  readonly audioType: AudioType;
  readonly cover: { readonly bytes: Uint8Array; readonly mediaType: string } | undefined;
  /** All pictures of the chapters, each once. */
  readonly pictures?: readonly PictureFile[] | undefined;
}

/** A picture to copy. */
export interface PictureFile {
  /** Name in the EPUB, which follows from its content. */
  readonly name: string;
  readonly mediaType: string;
  readonly file: string;
}

/**
 * Writes an EPUB 3 with Media Overlays: a page, an overlay and an audio file per chapter. The same book and audio give the same
 * bytes. Throws what writing throws, and may then leave an incomplete file.
 */
export async function writeReadAlong(book: ReadAlongBook, file: string, signal: AbortSignal): Promise<void> {
  const metadata = isVisible(book.metadata.title) ? book.metadata : { ...book.metadata, title: 'Untitled' };
  const { language } = metadata;
  const chapters = book.chapters.map((chapter, index) => {
    const sound = book.audioFiles[index];
    const audio = sound === undefined ? undefined : { file: sound, type: book.audioType };
    return chapterFiles(chapter, audio, index, language);
  });
  const identifier = identifierOf(metadata, chapters);
  const contents = {
    title: metadata.title,
    language,
    identifier,
    chapters: chapters.map(({ title, name }) => ({ title, page: `text/${name}.xhtml` })),
  };
  const { cover, pictures = [] } = book;
  const items = [...bookItems(cover?.mediaType), ...pictures.map(pictureItem), ...chapters.flatMap(chapterItems)];
  await packEpub(
    [
      { name: 'OEBPS/package.opf', content: packageDocument({ metadata, identifier, items }) },
      { name: 'OEBPS/nav.xhtml', content: navigationPage(contents) },
      { name: 'OEBPS/toc.ncx', content: ncxDocument(contents) },
      { name: 'OEBPS/style.css', content: styleSheet },
      ...(cover ? [{ name: `OEBPS/${coverName(cover.mediaType)}`, content: cover.bytes }] : []),
      ...pictures.map((picture) => ({ name: `OEBPS/${picturePath(picture)}`, file: picture.file })),
      ...chapters.flatMap(chapterEntries),
    ],
    file,
    signal,
  );
}

interface ChapterFiles {
  readonly title: string;
  /** Name of all its files, without extension. */
  readonly name: string;
  readonly page: string;
  /** Undefined when nothing of the chapter is heard. */
  readonly overlay: { readonly markup: string; readonly durationMs: number; readonly audio: ChapterAudio } | undefined;
}

interface ChapterAudio {
  readonly file: string;
  readonly type: AudioType;
}

const extensions: Readonly<Record<AudioType, string>> = { 'audio/mp4': '.m4a', 'audio/mpeg': '.mp3' };

function chapterFiles(
  chapter: PageChapter,
  audio: ChapterAudio | undefined,
  index: number,
  language: string,
): ChapterFiles {
  const title = isVisible(chapter.title) ? chapter.title : `Chapter ${index + 1}`;
  const name = `chapter-${String(index + 1).padStart(3, '0')}`;
  const clips = clipsOf(chapter);
  const durationMs = clips.at(-1)?.endMs;
  return {
    title,
    name,
    page: chapterPage({ ...chapter, title }, language),
    overlay:
      durationMs === undefined || audio === undefined
        ? undefined
        : {
            markup: mediaOverlay(clips, { page: `../text/${name}.xhtml`, audio: `../${audioPath(name, audio)}` }),
            durationMs,
            audio,
          },
  };
}

/** Returns the path of a chapter's audio, relative to the package document. */
function audioPath(name: string, { type }: ChapterAudio): string {
  return `audio/${name}${extensions[type]}`;
}

function picturePath({ name }: PictureFile): string {
  return `${pictureFolder}/${name}`;
}

function pictureItem(picture: PictureFile, index: number): EpubItem {
  return { id: `picture-${index + 1}`, href: picturePath(picture), mediaType: picture.mediaType, isPicture: true };
}

function coverName(mediaType: string): string {
  return mediaType === 'image/png' ? 'cover.png' : 'cover.jpg';
}

function bookItems(coverType: string | undefined): EpubItem[] {
  const xhtml = 'application/xhtml+xml';
  return [
    { id: 'nav', href: 'nav.xhtml', mediaType: xhtml, properties: 'nav' },
    { id: 'ncx', href: 'toc.ncx', mediaType: 'application/x-dtbncx+xml' },
    { id: 'style', href: 'style.css', mediaType: 'text/css' },
    ...(coverType === undefined
      ? []
      : [{ id: 'cover', href: coverName(coverType), mediaType: coverType, properties: 'cover-image' }]),
  ];
}

function chapterItems({ name, overlay }: ChapterFiles): EpubItem[] {
  const page = { id: `page-${name}`, href: `text/${name}.xhtml`, mediaType: 'application/xhtml+xml', isPage: true };
  if (!overlay) return [page];
  const id = `overlay-${name}`;
  const { durationMs, audio } = overlay;
  return [
    { ...page, overlay: id },
    { id, href: `overlays/${name}.smil`, mediaType: 'application/smil+xml', durationMs },
    { id: `audio-${name}`, href: audioPath(name, audio), mediaType: audio.type },
  ];
}

function chapterEntries({ name, page, overlay }: ChapterFiles): EpubEntry[] {
  return [
    { name: `OEBPS/text/${name}.xhtml`, content: page },
    ...(overlay
      ? [
          { name: `OEBPS/overlays/${name}.smil`, content: overlay.markup },
          { name: `OEBPS/${audioPath(name, overlay.audio)}`, file: overlay.audio.file },
        ]
      : []),
  ];
}

/** Returns a UUID derived from metadata, pages and times (RFC 9562, version 8). */
function identifierOf(metadata: ReadAlongMetadata, chapters: readonly ChapterFiles[]): string {
  const hash = createHash('sha256').update(JSON.stringify(metadata));
  for (const { page, overlay } of chapters) hash.update(page).update(overlay?.markup ?? '');
  const digits = hash.digest('hex');
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 3) | 8).toString(16);
  const fields = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, variant + digits.slice(17, 20)];
  return `urn:uuid:${fields.join('-')}-${digits.slice(20, 32)}`;
}
