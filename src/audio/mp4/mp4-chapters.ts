import type { ChapterMark } from '../chapter-marks.ts';
import { box, fullBox, text, u16, u32, u64, u8 } from './mp4-box.ts';
import { cutToBytes } from '../../core/strings/cut-to-bytes.ts';

/** The table counts in one byte. */
const maxNeroChapters = 255;
const maxNeroTitleBytes = 255;
const neroTicksPerSecond = 10_000_000;
/** QuickTime counts the text of a sample in two bytes. Players do not show more than this. */
const maxTitleBytes = 4096;

/**
 * Returns Nero's chapter table, which VLC and Voice read. Returns none for more chapters than it holds, since such readers
 * would take the first 255 for all.
 */
export function neroChapters(chapters: readonly ChapterMark[], sampleRate: number): Buffer[] {
  if (chapters.length === 0 || chapters.length > maxNeroChapters) return [];
  const entries = chapters.map(({ title, startSample }) => {
    const name = text(cutToBytes(title, maxNeroTitleBytes));
    return Buffer.concat([u64(Math.round((startSample * neroTicksPerSecond) / sampleRate)), u8(name.length), name]);
  });
  return [fullBox('chpl', 1, 0, u32(0), u8(chapters.length), ...entries)];
}

/** Returns the samples of a QuickTime chapter track, which Apple's players and ffmpeg read: titles, marked as UTF-8. */
export function chapterTitleSamples(chapters: readonly ChapterMark[]): Buffer[] {
  return chapters.map(({ title }) => {
    const name = text(cutToBytes(title, maxTitleBytes));
    return Buffer.concat([u16(name.length), name, box('encd', u32(0x1_00))]);
  });
}

/** Returns the `stsd` entry of a QuickTime text track. */
export function chapterTrackEntry(): Buffer {
  const look = Buffer.concat([
    u32(0, 1),
    u16(0, 0, 0),
    u16(0, 0, 0, 0),
    u32(0, 0),
    u16(0, 0),
    u8(0),
    u16(0, 0, 0, 0),
    u8(0),
  ]);
  return box('text', Buffer.alloc(6), u16(1), look);
}
