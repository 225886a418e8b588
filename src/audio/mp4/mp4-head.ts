import type { AacConfig } from './aac-frame-file.ts';
import type { ChapterMark } from '../chapter-marks.ts';
import { box, boxParts, byteLength, fullBox, text, u16, u32, u64, u8 } from './mp4-box.ts';
import type { Parts } from './mp4-box.ts';
import { chapterTitleSamples, chapterTrackEntry, neroChapters } from './mp4-chapters.ts';
import { sampleTable } from './mp4-sample-table.ts';
import { mp4Tags } from './mp4-tags.ts';
import type { Mp4Tags } from './mp4-tags.ts';

export const aacFrameSamples = 1024;

/** Everything that the head of an M4B says. */
export interface Mp4Movie extends Mp4Tags {
  /** Bytes of each AAC frame in the file. */
  readonly frameSizes: Uint16Array;
  readonly config: AacConfig;
  /** Bits a second, as it was asked for. */
  readonly bitrate: number;
  /** Samples a second; the unit of times in the file. */
  readonly sampleRate: number;
  /** Decoded samples before the sound begins: the encoder's delay, and what is left of an earlier part. */
  readonly leadSamples: number;
  readonly totalSamples: number;
  /** Positions counted from the beginning of this file. */
  readonly chapters: readonly ChapterMark[];
  /** ISO 639-2/T. */
  readonly language: string;
}

const audioTrackId = 1;
const chapterTrackId = 2;
const trackEnabled = 1;
const trackInMovie = 2;
/** About 1.4 s at 24 kHz: few enough rows in the table, near enough for a player that seeks. */
const framesPerChunk = 32;
const unityMatrix = u32(0x1_00_00, 0, 0, 0, 0x1_00_00, 0, 0, 0, 0x40_00_00_00);
const maxU32 = 0xff_ff_ff_ff;
/** Some readers take 32-bit times for signed. */
const maxSigned32 = 0x7f_ff_ff_ff;
/** Units a second of the chapters' track when one chapter is too long in samples: a table holds lengths, in 32 bits. */
const coarseTimescale = 1000;
/** More than the tables of the longest book take. */
const maxHeadBytes = 2 ** 28;

/** All of the file that lies before its AAC frames: brand, movie (so that it can be streamed), chapter titles. */
export function mp4Head(movie: Mp4Movie): Buffer {
  const brands = box('ftyp', text('M4B '), u32(0), text('M4B M4A mp42isom'));
  const titles = chapterTitleSamples(movie.chapters);
  const titleBytes = byteLength(titles);
  const dataBytes = movie.frameSizes.reduce((sum, size) => sum + size, titleBytes);
  const data = dataHead(dataBytes);
  const isWide = dataBytes + maxHeadBytes > maxU32;
  // Offsets do not change the tables' size: the first round measures, the second writes.
  const measured = byteLength(movieBox(movie, titles, 0, isWide));
  const head = movieBox(movie, titles, brands.length + measured + data.length, isWide);
  return Buffer.concat([brands, ...head, data, ...titles]);
}

function dataHead(bytes: number): Buffer {
  const isLarge = bytes + 8 > maxU32;
  return isLarge
    ? Buffer.concat([u32(1), text('mdat'), u64(bytes + 16)])
    : Buffer.concat([u32(bytes + 8), text('mdat')]);
}

function movieBox(movie: Mp4Movie, titles: readonly Buffer[], offset: number, isWide: boolean): Parts {
  const { sampleRate, totalSamples, chapters } = movie;
  const volume = Buffer.concat([u32(0x1_00_00), u16(0x1_00), Buffer.alloc(10)]);
  const nextTrack = u32(chapters.length > 0 ? chapterTrackId + 1 : chapterTrackId);
  const rest = Buffer.concat([volume, unityMatrix, Buffer.alloc(24), nextTrack]);
  const audioOffset = offset + byteLength(titles);
  return boxParts(
    'moov',
    timedBox('mvhd', 0, u32(sampleRate), totalSamples, rest),
    audioTrack(movie, audioOffset, isWide),
    ...(chapters.length > 0 ? [chapterTrack(movie, titles, offset, isWide)] : []),
    box('udta', mp4Tags(movie), ...neroChapters(chapters, sampleRate)),
  );
}

function audioTrack(movie: Mp4Movie, offset: number, isWide: boolean): Parts {
  const { frameSizes, totalSamples, chapters, leadSamples, sampleRate } = movie;
  // The last frame counts for as long as there is sound in it: ffmpeg goes by that and not by the edit list.
  const mediaSamples = leadSamples + totalSamples;
  const table = sampleTable({
    description: aacEntry(movie),
    durations: [
      [frameSizes.length - 1, aacFrameSamples],
      [1, mediaSamples - (frameSizes.length - 1) * aacFrameSamples],
    ],
    sizes: frameSizes,
    samplesPerChunk: framesPerChunk,
    offset,
    isWide,
  });
  return boxParts(
    'trak',
    trackHead(audioTrackId, trackEnabled | trackInMovie, totalSamples, 0x1_00),
    box('edts', editList(totalSamples, leadSamples)),
    ...(chapters.length > 0 ? [box('tref', box('chap', u32(chapterTrackId)))] : []),
    media(movie, 'soun', [sampleRate, mediaSamples], fullBox('smhd', 0, 0, u32(0)), table),
  );
}

function chapterTrack(movie: Mp4Movie, titles: readonly Buffer[], offset: number, isWide: boolean): Parts {
  const { chapters, sampleRate, totalSamples } = movie;
  const longest = chapters.reduce((most, { startSample, endSample }) => Math.max(most, endSample - startSample), 0);
  const timescale = longest > maxSigned32 ? coarseTimescale : sampleRate;
  const time = (sample: number): number => Math.round((sample * timescale) / sampleRate);
  const table = sampleTable({
    description: chapterTrackEntry(),
    durations: chapters.map(({ startSample, endSample }) => [1, time(endSample) - time(startSample)] as const),
    sizes: titles.map((title) => title.length),
    samplesPerChunk: 1,
    offset,
    isWide,
  });
  const graphics = fullBox('gmin', 0, 0, u16(0x40, 0x80_00, 0x80_00, 0x80_00, 0, 0));
  const head = box('gmhd', graphics, box('text', unityMatrix));
  return boxParts(
    'trak',
    trackHead(chapterTrackId, trackInMovie, totalSamples, 0),
    media(movie, 'text', [timescale, time(totalSamples)], head, table),
  );
}

function trackHead(id: number, flags: number, duration: number, volume: number): Buffer {
  const rest = Buffer.concat([u32(0, 0), u16(0, 0, volume, 0), unityMatrix, u32(0, 0)]);
  return timedBox('tkhd', flags, u32(id, 0), duration, rest);
}

/** Players leave out what the encoder's delay adds at both ends: the sound is exact to the sample. */
function editList(duration: number, leadSamples: number): Buffer {
  const rate = u16(1, 0);
  if (duration > maxSigned32) return fullBox('elst', 1, 0, u32(1), u64(duration, leadSamples), rate);
  return fullBox('elst', 0, 0, u32(1, duration, leadSamples), rate);
}

function media(
  { language: code }: Mp4Movie,
  handler: 'soun' | 'text',
  [timescale, duration]: readonly [timescale: number, duration: number],
  head: Buffer,
  table: Parts,
): Parts {
  const letters = Array.from({ length: 3 }, (_, index) => code.charCodeAt(index) - 0x60);
  const language = letters.reduce((bits, letter) => (bits << 5) | letter, 0);
  return boxParts(
    'mdia',
    timedBox('mdhd', 0, u32(timescale), duration, u16(language, 0)),
    fullBox('hdlr', 0, 0, u32(0), text(handler), u32(0, 0, 0), u8(0)),
    boxParts('minf', head, box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))), table),
  );
}

/** A head that holds two dates (always 0: the same book makes the same bytes), `middle` and a duration. */
function timedBox(type: string, flags: number, middle: Buffer, duration: number, rest: Buffer): Buffer {
  if (duration > maxSigned32) return fullBox(type, 1, flags, u64(0, 0), middle, u64(duration), rest);
  return fullBox(type, 0, flags, u32(0, 0), middle, u32(duration), rest);
}

/** What a decoder must know of the AAC in a track (`mp4a` with `esds`, ISO 14496-14). */
function aacEntry({ config, bitrate, sampleRate }: Mp4Movie): Buffer {
  const sound = Buffer.concat([u32(0, 0), u16(config.channels, 16, 0, 0), u32(sampleRate * 0x1_00_00)]);
  return box('mp4a', Buffer.alloc(6), u16(1), sound, fullBox('esds', 0, 0, streamDescriptor(config, bitrate)));
}

function streamDescriptor(config: AacConfig, bitrate: number): Buffer {
  const specific = descriptor(5, audioSpecificConfig(config));
  const decoder = descriptor(4, u8(0x40, 0x15, 0, 0, 0), u32(bitrate, bitrate), specific);
  return descriptor(3, u16(0), u8(0), decoder, descriptor(6, u8(2)));
}

/** Says outright that there is no SBR: at 24 kHz and below decoders would look for it (ISO 14496-3, 1.6.5). */
function audioSpecificConfig({ objectType, rateIndex, channels }: AacConfig): Buffer {
  return Buffer.concat([u16((objectType << 11) | (rateIndex << 7) | (channels << 3)), u8(0x56, 0xe5, 0)]);
}

function descriptor(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([u8(tag, body.length), body]);
}
