import { chapterId, sentenceId } from './chapter-page.ts';
import type { TimedChapter } from '../timed-chapter.ts';
import { escapeXml } from '../../core/strings/escape-xml.ts';

/** A sentence of a chapter and its time range in the chapter's audio file. */
export interface Clip {
  readonly textId: string;
  /** From the beginning of the chapter's audio file. */
  readonly beginMs: number;
  readonly endMs: number;
}

/**
 * Returns one clip per sentence that is heard. Each lasts until the next begins, and the last one until the chapter ends, so
 * that readers play on without a seek. Thorium and others skip gaps, and the pauses would be lost.
 */
export function clipsOf({ startSeconds, endSeconds, blocks }: TimedChapter): Clip[] {
  const inChapter = (seconds: number): number => Math.round((seconds - startSeconds) * 1000);
  const starts: Omit<Clip, 'endMs'>[] = [];
  let number = 0;
  for (const { heard } of blocks.flatMap(({ sentences }) => sentences)) {
    const beginMs = starts.length === 0 ? 0 : inChapter(heard?.startSeconds ?? 0);
    if (heard && isLater(beginMs, starts.at(-1))) starts.push({ textId: sentenceId(number), beginMs });
    number += 1;
  }
  // Not past the last sample.
  const chapterEndMs = Math.floor((endSeconds - startSeconds) * 1000);
  return starts.map((clip, index) => ({ ...clip, endMs: starts[index + 1]?.beginMs ?? chapterEndMs }));
}

/** Readers drop clips without a duration or get stuck in them. */
function isLater(beginMs: number, last: Omit<Clip, 'endMs'> | undefined): boolean {
  return last === undefined || beginMs > last.beginMs;
}

/** Returns the Media Overlay of a chapter (SMIL 3.0, EPUB 3 profile). Paths are relative to it. */
export function mediaOverlay(
  clips: readonly Clip[],
  { page, audio }: { readonly page: string; readonly audio: string },
) {
  const pars = clips.map((clip) => parMarkup(`p-${clip.textId}`, clip, { page, audio }));
  return `<?xml version="1.0" encoding="UTF-8"?>
<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0">
<body>
<seq id="seq" epub:textref="${escapeXml(page)}#${chapterId}" epub:type="chapter">
${pars.join('\n')}
</seq>
</body>
</smil>
`;
}

/** Returns the markup that plays a part of a sound while a text of a page is marked. */
export function parMarkup(
  id: string,
  { textId, beginMs, endMs }: Clip,
  { page, audio }: { readonly page: string; readonly audio: string },
): string {
  const times = `clipBegin="${clockValue(beginMs)}" clipEnd="${clockValue(endMs)}"`;
  const text = `<text src="${escapeXml(page)}#${escapeXml(textId)}"/>`;
  return `<par id="${id}">${text}<audio src="${escapeXml(audio)}" ${times}/></par>`;
}

/** Formats a time for SMIL, exact to the millisecond: `75.432s`. */
export function clockValue(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(3)}s`;
}
