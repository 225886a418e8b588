import { placeText } from '../../book/epub/source/place-text.ts';
import type { NarratedEpub } from '../../book/epub/rewrite/write-narrated-epub.ts';
import type { ReadLimits } from '../../book/read-limits.ts';
import { fileSha256 } from '../../core/files/file-sha256.ts';
import type { PlacedText, SpokenBlock } from '../../core/placed-text.ts';
import { clipDocuments, clipsLengthMs, documentOverlay } from '../../timed-text/read-along/document-overlays.ts';
import { activeClass, activeStyle } from '../../timed-text/read-along/style-sheet.ts';
import type { TimedChapter } from '../../timed-text/timed-chapter.ts';

/** A book file whose text was spoken. */
export interface SpokenSource {
  readonly bookFile: string;
  /** SHA-256 that it had when it was read, hex. */
  readonly bookSha256: string;
  readonly limits?: Partial<ReadLimits> | undefined;
  readonly title: string;
  /** BCP-47 code of the text. */
  readonly language: string;
  readonly chapters: readonly TimedChapter[];
  /** One audio file per chapter. */
  readonly audioFiles: readonly string[];
  readonly audioType: NarratedEpub['audioType'];
}

/** Share of the spoken sentences that must stand in the book. Others are announcements, or words for formulas. */
const minShare = 0.5;

/**
 * Returns the additions that make a read-along of the EPUB itself. Undefined when what was spoken is not its text: it is a
 * script or a translation, or the book is not an EPUB. Throws as `placeText` does.
 */
export async function narratedEpub(source: SpokenSource, signal: AbortSignal): Promise<NarratedEpub | undefined> {
  const { chapters, title, language, audioFiles, audioType } = source;
  const blocks = chapters.flatMap((chapter) => chapter.blocks.map(spokenBlock));
  if (!blocks.some((block) => block.source.length > 0)) return undefined;
  // Places are offsets. In another file they would be elsewhere.
  if ((await fileSha256(source.bookFile, signal)) !== source.bookSha256) return undefined;
  const found = await placeText(source.bookFile, blocks, { signal, limits: source.limits });
  const sentences = blocks.reduce((sum, block) => sum + block.sentences.length / 2, 0);
  if (found.unplaced.length > sentences * (1 - minShare)) return undefined;
  const placed = heardText(found, chapters);
  const clipped = clipDocuments(chapters, placed);
  const heard = new Set(clipped.flatMap(({ clips }) => clips.map(({ chapter }) => chapter)));
  return {
    title,
    language,
    audioFiles: new Map([...audioFiles.entries()].filter(([chapter]) => heard.has(chapter))),
    audioType,
    styleSheet: activeStyle,
    activeClass,
    documents: clipped.flatMap(({ document: index, clips }) => {
      const document = placed.documents[index];
      const overlay: NarratedEpub['documents'][number]['overlay'] = (references) => documentOverlay(clips, references);
      return document ? [{ document, durationMs: clipsLengthMs(clips), overlay }] : [];
    }),
  };
}

/** Leaves out what is not in the sound, because it failed: nothing marks it. */
function heardText({ documents, unplaced }: PlacedText, chapters: readonly TimedChapter[]): PlacedText {
  const sentences = chapters.flatMap(({ blocks }) => blocks.flatMap((block) => block.sentences));
  const silent = new Set([...sentences.keys()].filter((index) => sentences[index]?.heard === undefined));
  if (silent.size === 0) return { documents, unplaced };
  return {
    documents: documents.map((document) => ({
      ...document,
      spans: document.spans.filter(({ sentence }) => !silent.has(sentence)),
    })),
    unplaced,
  };
}

function spokenBlock({ text, source = [], sentences }: TimedChapter['blocks'][number]): SpokenBlock {
  return { text, source, sentences: sentences.flatMap(({ from, to }) => [from, to]) };
}
