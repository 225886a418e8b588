import { AudiobookError } from '../../core/errors.ts';
import { text, u16, u32, u8 } from '../mp4/mp4-box.ts';
import { mp3FrameSamples, mpegFrame } from '../../core/file-format.ts';

/** Samples that LAME adds before the audio. Decoders know of the 529 that they add themselves. */
const lameDelay = 576;

/** Bytes of a frame header. */
const headerBytes = 4;

/** The fields of the info frame of an MP3. */
export interface Mp3Info {
  /** The first frame of the audio. */
  readonly firstFrame: Buffer;
  readonly frames: number;
  /** Bytes of the frames. */
  readonly bytes: number;
  /** Result of `mp3Crc` for all frames. */
  readonly crc: number;
  /** Samples of the audio, without what the encoder adds. */
  readonly totalSamples: number;
  readonly sampleRate: number;
}

/** Fields that are there: frames, bytes, table of contents, quality. */
const allFields = 0xf;
const tocEntries = 100;
/** Encoder, as ffmpeg writes it into files that are the same on every machine. */
const encoderName = 'Lavf lame';
/** Method, low pass, peak, gains, flags and bitrate: not given. */
const unknownFields = Buffer.alloc(12);

/** Returns how many samples the encoder added after the audio. Negative when it wrote too few. */
export function mp3EndPadding({
  frames,
  totalSamples,
  sampleRate,
}: Omit<Mp3Info, 'firstFrame' | 'crc' | 'bytes'>): number {
  return frames * mp3FrameSamples(sampleRate) - lameDelay - totalSamples;
}

/**
 * Returns a silent frame with the length of the audio and what players must skip at both ends (the Info tag of LAME, for a constant
 * bitrate).
 */
export function mp3InfoFrame(info: Mp3Info): Buffer {
  const { frames, bytes, crc, sampleRate } = info;
  const sideInfo = Buffer.alloc(mp3FrameSamples(sampleRate) === 1152 ? 17 : 9);
  const toc = Buffer.from(Array.from({ length: tocEntries }, (_, percent) => Math.floor((percent * 256) / tocEntries)));
  // The two counts of samples have 12 bits each.
  const padding = Math.min(mp3EndPadding(info), 0xf_ff);
  const gapless = u8(lameDelay >> 4, ((lameDelay & 0xf) << 4) | (padding >> 8), padding & 0xff);
  const fieldsWith = (allBytes: number): Buffer[] => [
    sideInfo,
    text('Info'),
    u32(allFields, frames, allBytes),
    toc,
    u32(0),
    text(encoderName),
    unknownFields,
    gapless,
    Buffer.alloc(4),
    u32(allBytes),
    u16(crc),
  ];
  const length = headerBytes + Buffer.concat(fieldsWith(0)).length + 2;
  const header = headerFor(info.firstFrame, length);
  const frame = Buffer.alloc(frameBytes(header));
  const tag = Buffer.concat([header, ...fieldsWith(bytes + frame.length)]);
  tag.copy(frame);
  frame.writeUInt16BE(mp3Crc(tag), tag.length);
  return frame;
}

/** Returns the header of a frame that is like another, at the first bitrate from its own on that holds this many bytes. */
function headerFor(frame: Buffer, bytes: number): Buffer {
  const header = Buffer.from(frame.subarray(0, headerBytes));
  const paddingBit = 2;
  header.writeUInt8(header.readUInt8(2) & ~paddingBit, 2);
  const nextBitrate = 0x10;
  while (frameBytes(header) < bytes) header.writeUInt8(header.readUInt8(2) + nextBitrate, 2);
  // Without what belongs to the sound of the other.
  header.writeUInt8(header.readUInt8(3) & 0xc0, 3);
  return header;
}

/** Returns the length of the frame with a header. Throws `media-failed` for what is none. */
function frameBytes(header: Buffer): number {
  const frame = mpegFrame(header, 0);
  if (frame) return frame.length;
  throw new AudiobookError('media-failed', 'The encoder did not write an MP3 stream.');
}

const crcTable = Uint16Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ 0xa0_01 : value >>> 1;
  return value;
});

/** Returns the checksum of bytes (CRC-16/ARC) that follow others with the checksum `before`. */
export function mp3Crc(bytes: Uint8Array, before = 0): number {
  let crc = before;
  for (let at = 0; at < bytes.length; at += 1) crc = (crc >>> 8) ^ (crcTable[(crc ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  return crc;
}
