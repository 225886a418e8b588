import { aacFrameSamples } from './aac-limits.ts';
import type { AacConfig } from './aac-frame-file.ts';
import type { ChapterMark } from '../chapter-marks.ts';
import { box, boxParts, byteLength, fullBox, text, u16, u32, u64, u8 } from './mp4-box.ts';
import type { Parts } from './mp4-box.ts';
import { chapterTitleSamples, chapterTrackEntry, neroChapters } from './mp4-chapters.ts';
import { measureRate } from './measure-rate.ts';
import type { MeasuredRate } from './measure-rate.ts';
import { preRoll, sampleTable } from './mp4-sample-table.ts';
import type { SampleTable } from './mp4-sample-table.ts';
import { mp4Tags } from './mp4-tags.ts';
import type { Mp4Tags } from './mp4-tags.ts';

/** Content of `mp4Head`. */
export interface Mp4Movie extends Mp4Tags {
  /** Bytes of each AAC frame in the file. */
  readonly frameSizes: Uint16Array;
  readonly config: AacConfig;
  /** Samples per second: the unit of times in the file. */
  readonly sampleRate: number;
  /** Decoded samples before the audio begins: the delay of the encoder and the end of an earlier part. */
  readonly leadSamples: number;
  readonly totalSamples: number;
  /** Positions from the beginning of this file. */
  readonly chapters: readonly ChapterMark[];
  /** ISO 639-2/T. */
  readonly language: string;
}

const audioTrackId = 1;
const chapterTrackId = 2;
const trackEnabled = 1;
const trackInMovie = 2;
/** About 1.4 s at 24 kHz: few rows in the table, and close enough for a player that seeks. */
const framesPerChunk = 32;
const unityMatrix = u32(0x1_00_00, 0, 0, 0, 0x1_00_00, 0, 0, 0, 0x40_00_00_00);
const maxU32 = 0xff_ff_ff_ff;
/** Some readers treat 32-bit times as signed. */
const maxSigned32 = 0x7f_ff_ff_ff;
/** Units per second of the chapter track when the samples of one chapter do not fit the 32 bits of a duration. */
const coarseTimescale = 1000;
/** Limit of everything before the frames: the tables of the longest book are smaller. */
const maxHeadBytes = 2 ** 28;

/** Returns the file up to its AAC frames: brand, movie (first, so that players can stream), chapter titles. */
export function mp4Head(movie: Mp4Movie): Buffer {
  const brands = box('ftyp', text('M4B '), u32(0), text('M4B M4A mp42isom'));
  const titles = chapterTitleSamples(movie.chapters);
  const titleBytes = byteLength(titles);
  const dataBytes = movie.frameSizes.reduce((sum, size) => sum + size, titleBytes);
  const data = dataHead(dataBytes);
  const offsetBits = dataBytes + maxHeadBytes > maxU32 ? 64 : 32;
  // Offsets do not change the size of the tables: the first call measures, the second writes.
  const measured = byteLength(movieBox(movie, titles, { offset: 0, offsetBits }));
  const head = movieBox(movie, titles, { offset: brands.length + measured + data.length, offsetBits });
  return Buffer.concat([brands, ...head, data, ...titles]);
}

/** Position of the first title in the file. The AAC frames follow the titles. */
type DataPlace = Pick<SampleTable, 'offset' | 'offsetBits'>;

function dataHead(bytes: number): Buffer {
  const isLarge = bytes + 8 > maxU32;
  return isLarge
    ? Buffer.concat([u32(1), text('mdat'), u64(bytes + 16)])
    : Buffer.concat([u32(bytes + 8), text('mdat')]);
}

function movieBox(movie: Mp4Movie, titles: readonly Buffer[], place: DataPlace): Parts {
  const { sampleRate, totalSamples, chapters } = movie;
  const volume = Buffer.concat([u32(0x1_00_00), u16(0x1_00), Buffer.alloc(10)]);
  const nextTrack = u32(chapters.length > 0 ? chapterTrackId + 1 : chapterTrackId);
  const after = Buffer.concat([volume, unityMatrix, Buffer.alloc(24), nextTrack]);
  const audioPlace = { ...place, offset: place.offset + byteLength(titles) };
  return boxParts(
    'moov',
    timedBox({ type: 'mvhd', before: u32(sampleRate), duration: totalSamples, after }),
    audioTrack(movie, audioPlace),
    ...(chapters.length > 0 ? [chapterTrack(movie, titles, place)] : []),
    box('udta', mp4Tags(movie), ...neroChapters(chapters, sampleRate)),
  );
}

function audioTrack(movie: Mp4Movie, place: DataPlace): Parts {
  const { frameSizes, totalSamples, chapters, leadSamples, sampleRate } = movie;
  // The last frame lasts as long as there is audio in it: ffmpeg uses that and not the edit list.
  const mediaSamples = leadSamples + totalSamples;
  const table = sampleTable({
    description: aacEntry(movie),
    durations: [
      [frameSizes.length - 1, aacFrameSamples],
      [1, mediaSamples - (frameSizes.length - 1) * aacFrameSamples],
    ],
    sizes: frameSizes,
    samplesPerChunk: framesPerChunk,
    groups: preRoll(frameSizes.length),
    ...place,
  });
  return boxParts(
    'trak',
    trackHead({ id: audioTrackId, flags: trackEnabled | trackInMovie, duration: totalSamples, volume: 0x1_00 }),
    box('edts', editList(totalSamples, leadSamples)),
    ...(chapters.length > 0 ? [box('tref', box('chap', u32(chapterTrackId)))] : []),
    mediaBox({
      language: movie.language,
      handler: 'soun',
      timescale: sampleRate,
      duration: mediaSamples,
      head: fullBox('smhd', 0, 0, u32(0)),
      table,
    }),
  );
}

function chapterTrack(movie: Mp4Movie, titles: readonly Buffer[], place: DataPlace): Parts {
  const { chapters, sampleRate, totalSamples } = movie;
  const longest = chapters.reduce((max, { startSample, endSample }) => Math.max(max, endSample - startSample), 0);
  const timescale = longest > maxSigned32 ? coarseTimescale : sampleRate;
  const time = (sample: number): number => Math.round((sample * timescale) / sampleRate);
  const table = sampleTable({
    description: chapterTrackEntry(),
    durations: chapters.map(({ startSample, endSample }) => [1, time(endSample) - time(startSample)] as const),
    sizes: titles.map((title) => title.length),
    samplesPerChunk: 1,
    ...place,
  });
  const graphics = fullBox('gmin', 0, 0, u16(0x40, 0x80_00, 0x80_00, 0x80_00, 0, 0));
  const head = box('gmhd', graphics, box('text', unityMatrix));
  return boxParts(
    'trak',
    trackHead({ id: chapterTrackId, flags: trackInMovie, duration: totalSamples, volume: 0 }),
    mediaBox({ language: movie.language, handler: 'text', timescale, duration: time(totalSamples), head, table }),
  );
}

interface TrackHead {
  readonly id: number;
  readonly flags: number;
  readonly duration: number;
  readonly volume: number;
}

function trackHead({ id, flags, duration, volume }: TrackHead): Buffer {
  const after = Buffer.concat([u32(0, 0), u16(0, 0, volume, 0), unityMatrix, u32(0, 0)]);
  return timedBox({ type: 'tkhd', flags, before: u32(id, 0), duration, after });
}

/** Players skip what the encoder adds at both ends: the audio is exact to the sample. */
function editList(duration: number, leadSamples: number): Buffer {
  const rate = u16(1, 0);
  if (duration > maxSigned32) return fullBox('elst', 1, 0, u32(1), u64(duration, leadSamples), rate);
  return fullBox('elst', 0, 0, u32(1, duration, leadSamples), rate);
}

interface Media {
  /** ISO 639-2/T. */
  readonly language: string;
  readonly handler: 'soun' | 'text';
  /** Units per second. */
  readonly timescale: number;
  readonly duration: number;
  readonly head: Buffer;
  readonly table: Parts;
}

function mediaBox({ language, handler, timescale, duration, head, table }: Media): Parts {
  return boxParts(
    'mdia',
    timedBox({ type: 'mdhd', before: u32(timescale), duration, after: u16(languageBits(language), 0) }),
    fullBox('hdlr', 0, 0, u32(0), text(handler), u32(0, 0, 0), u8(0)),
    boxParts('minf', head, box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))), table),
  );
}

/** Returns an ISO 639-2/T code as a media header holds it: 5 bits per letter (ISO 14496-12, 8.4.2). */
export function languageBits(language: string): number {
  const letters = Array.from({ length: 3 }, (_, index) => language.charCodeAt(index) - 0x60);
  return letters.reduce((bits, letter) => (bits << 5) | letter, 0);
}

interface TimedBox {
  readonly type: string;
  readonly flags?: number | undefined;
  /** Fields between the dates and the duration. */
  readonly before: Buffer;
  readonly duration: number;
  /** Fields behind the duration. */
  readonly after: Buffer;
}

/** Returns a box with two dates and a duration. The dates are 0, so that the same book makes the same bytes. */
function timedBox({ type, flags = 0, before, duration, after }: TimedBox): Buffer {
  if (duration > maxSigned32) return fullBox(type, 1, flags, u64(0, 0), before, u64(duration), after);
  return fullBox(type, 0, flags, u32(0, 0), before, u32(duration), after);
}

/** Returns the parameters of the AAC decoder (`mp4a` with `esds`, ISO 14496-14). */
function aacEntry({ config, frameSizes, sampleRate }: Mp4Movie): Buffer {
  const sound = Buffer.concat([u32(0, 0), u16(config.channels, 16, 0, 0), u32(sampleRate * 0x1_00_00)]);
  return box(
    'mp4a',
    Buffer.alloc(6),
    u16(1),
    sound,
    fullBox('esds', 0, 0, streamDescriptor(config, measureRate(frameSizes, sampleRate))),
  );
}

function streamDescriptor(config: AacConfig, { maxRate, meanRate }: MeasuredRate): Buffer {
  const specific = descriptor(5, audioSpecificConfig(config));
  const decoder = descriptor(4, u8(0x40, 0x15, 0, 0, 0), u32(maxRate, meanRate), specific);
  return descriptor(3, u16(0), u8(0), decoder, descriptor(6, u8(2)));
}

/** States that the stream does not use SBR: at 24 kHz and below, decoders would look for it (ISO 14496-3, 1.6.5). */
function audioSpecificConfig({ objectType, rateIndex, channels }: AacConfig): Buffer {
  return Buffer.concat([u16((objectType << 11) | (rateIndex << 7) | (channels << 3)), u8(0x56, 0xe5, 0)]);
}

function descriptor(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([u8(tag, body.length), body]);
}
