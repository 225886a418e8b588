import type { ChapterMark } from '../chapter-marks.ts';
import { box, fullBox, text, u16, u32, u64, u8 } from './mp4-box.ts';
import { cutToBytes } from '../../core/cut-to-bytes.ts';

/** Nero's table counts in one byte. */
const maxNeroChapters = 255;
const maxNeroTitleBytes = 255;
const neroTicksPerSecond = 10_000_000;
/** Text of a QuickTime sample is counted in two bytes; no player shows that much. */
const maxTitleBytes = 4096;

/**
 * Nero's chapter table, which VLC and Voice read; none when there are more chapters than it holds, since such readers would
 * take the first 255 for all of them.
 */
export function neroChapters(chapters: readonly ChapterMark[], sampleRate: number): Buffer[] {
  if (chapters.length === 0 || chapters.length > maxNeroChapters) return [];
  const entries = chapters.map(({ title, startSample }) => {
    const name = text(cutToBytes(title, maxNeroTitleBytes));
    return Buffer.concat([u64(Math.round((startSample * neroTicksPerSecond) / sampleRate)), u8(name.length), name]);
  });
  return [fullBox('chpl', 1, 0, u32(0), u8(chapters.length), ...entries)];
}

/** The samples of a QuickTime chapter track, which Apple's players and ffmpeg read: titles, said to be UTF-8. */
export function chapterTitleSamples(chapters: readonly ChapterMark[]): Buffer[] {
  return chapters.map(({ title }) => {
    const name = text(cutToBytes(title, maxTitleBytes));
    return Buffer.concat([u16(name.length), name, box('encd', u32(0x1_00))]);
  });
}

/** The `stsd` entry of a QuickTime text track. */
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
