import { addTo } from '../../core/collections/add-to.ts';
import type { PlacedText } from '../../core/placed-text.ts';
import type { TimedChapter, TimedSentence } from '../timed-chapter.ts';
import { parMarkup } from './media-overlay.ts';
import type { Clip } from './media-overlay.ts';

/** A span of a document and its time range in the audio file of a chapter. */
export interface DocumentClip extends Clip {
  /** Index of the chapter whose audio it is in. */
  readonly chapter: number;
}

/** The clips of one document, in the order in which they are heard. */
export interface ClippedDocument {
  /** Index of the document in the placed text. */
  readonly document: number;
  readonly clips: readonly DocumentClip[];
}

/**
 * Divides the time of each chapter among the spans of its sentences, without gap or overlap: a sentence lasts until the next
 * one with a span begins, the first from the start of its chapter, the last to its end. Parts of a sentence share its time by
 * their length.
 */
export function clipDocuments(chapters: readonly TimedChapter[], placed: PlacedText): ClippedDocument[] {
  const spansOf = placedSpans(placed);
  const clips = placed.documents.map((): DocumentClip[] => []);
  let number = 0;
  for (const [chapter, timed] of chapters.entries()) {
    const sentences: PlacedSentence[] = [];
    for (const { sentences: inBlock } of timed.blocks) {
      for (const { heard } of inBlock) {
        const spans = spansOf.get(number);
        number += 1;
        if (spans && heard) sentences.push({ heard, spans });
      }
    }
    for (const { document, ...clip } of chapterClips(timed, sentences)) clips[document]?.push({ ...clip, chapter });
  }
  return clips.flatMap((ofDocument, document) => (ofDocument.length > 0 ? [{ document, clips: ofDocument }] : []));
}

interface Span {
  readonly document: number;
  readonly id: string;
  readonly part: number;
  readonly characters: number;
}

interface PlacedSentence {
  readonly heard: NonNullable<TimedSentence['heard']>;
  readonly spans: readonly Span[];
}

type ChapterClip = Omit<DocumentClip, 'chapter'> & { readonly document: number };

/** Returns the spans of each sentence in reading order. */
function placedSpans({ documents }: PlacedText): ReadonlyMap<number, readonly Span[]> {
  const found = new Map<number, Span[]>();
  for (const [document, { idPrefix, spans }] of documents.entries()) {
    for (const [index, { sentence, part, characters }] of spans.entries()) {
      const span = { document, id: `${idPrefix}${index + 1}`, part, characters };
      addTo(found, sentence, span);
    }
  }
  for (const parts of found.values()) parts.sort((one, other) => one.part - other.part);
  return found;
}

function chapterClips(
  { startSeconds, endSeconds }: TimedChapter,
  sentences: readonly PlacedSentence[],
): readonly ChapterClip[] {
  const inChapter = (seconds: number): number => Math.round((seconds - startSeconds) * 1000);
  // Not past the last sample.
  const wholeMs = Math.floor((endSeconds - startSeconds) * 1000);
  const begins = sentences.map(({ heard }, index) => (index === 0 ? 0 : inChapter(heard.startSeconds)));
  const starts = sentences.flatMap(({ spans }, index) => {
    const from = begins[index] ?? 0;
    return dividedAt(spans, from, (begins[index + 1] ?? wholeMs) - from);
  });
  const clips: ChapterClip[] = [];
  for (const { span, beginMs } of starts.toReversed()) {
    const endMs = clips.at(-1)?.beginMs ?? wholeMs;
    // Readers drop clips without a duration or get stuck in them.
    if (beginMs < endMs) clips.push({ document: span.document, textId: span.id, beginMs, endMs });
  }
  return clips.toReversed();
}

function dividedAt(spans: readonly Span[], from: number, lengthMs: number) {
  const total = spans.reduce((sum, { characters }) => sum + characters, 0);
  let before = 0;
  return spans.map((span) => {
    const beginMs = from + Math.round((Math.max(0, lengthMs) * before) / total);
    before += span.characters;
    return { span, beginMs };
  });
}

/** References from an overlay. */
interface OverlayReferences {
  readonly page: string;
  /** Returns the reference to the audio of a chapter. */
  readonly audio: (chapter: number) => string;
}

/** Returns the Media Overlay of a document (SMIL 3.0, EPUB 3 profile). */
export function documentOverlay(clips: readonly DocumentClip[], { page, audio }: OverlayReferences): string {
  const pars = clips.map((clip, index) => parMarkup(`p${index + 1}`, clip, { page, audio: audio(clip.chapter) }));
  return `<?xml version="1.0" encoding="UTF-8"?>
<smil xmlns="http://www.w3.org/ns/SMIL" version="3.0">
<body>
${pars.join('\n')}
</body>
</smil>
`;
}

/** Returns how long the clips of a document last, in milliseconds. */
export function clipsLengthMs(clips: readonly DocumentClip[]): number {
  return clips.reduce((sum, { beginMs, endMs }) => sum + endMs - beginMs, 0);
}
