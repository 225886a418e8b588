import { AudiobookError } from '../../core/errors.ts';
import type { FrameSplitter } from '../encoding/parts/frame-splitter.ts';
import { mp3Bitrates, mp3SampleRates } from './mp3-sample-rate.ts';

/** Bytes of a frame header. */
export const mp3HeaderBytes = 4;

/** The fields of a frame header (ISO 11172-3, 2.4.1.3). */
interface Mp3Header {
  readonly version: keyof typeof mp3Bitrates;
  /** Kilobits per second. */
  readonly bitrate: number;
  readonly sampleRate: number;
  readonly paddingBytes: number;
}

/** Versions by the two bits of the header. */
const versions = { 0: 'mpeg25', 2: 'mpeg2', 3: 'mpeg1' } as const;

/** Returns the samples of a frame (layer III): two granules above 24 kHz, one below. */
export function mp3FrameSamples(sampleRate: number): number {
  return mp3SampleRates.mpeg1.includes(sampleRate) ? 1152 : 576;
}

/** Returns the length of the frame that begins at a place. Throws `media-failed` where no frame begins. */
export function mp3FrameBytes(bytes: Buffer, at = 0): number {
  const { bitrate, sampleRate, paddingBytes } = headerAt(bytes, at);
  return Math.floor((mp3FrameSamples(sampleRate) / 8) * ((bitrate * 1000) / sampleRate)) + paddingBytes;
}

function headerAt(bytes: Buffer, at: number): Mp3Header {
  const bits = bytes.readUInt32BE(at);
  const version = Object.entries(versions).find(([id]) => Number(id) === ((bits >>> 19) & 3))?.[1];
  const isLayer3 = bits >>> 21 === 0x7_ff && ((bits >>> 17) & 3) === 1;
  const bitrate = version && mp3Bitrates[version][((bits >>> 12) & 0xf) - 1];
  const sampleRate = version && mp3SampleRates[version][(bits >>> 10) & 3];
  if (!isLayer3 || !version || bitrate === undefined || sampleRate === undefined) {
    throw new AudiobookError('media-failed', 'The encoder did not write an MP3 stream.');
  }
  return { version, bitrate, sampleRate, paddingBytes: (bits >>> 9) & 1 };
}

/** Splits an MP3 without tags. */
export class Mp3Splitter implements FrameSplitter {
  #remainder: Buffer = Buffer.alloc(0);

  add(chunk: Buffer): Buffer[] {
    const bytes = Buffer.concat([this.#remainder, chunk]);
    const frames: Buffer[] = [];
    let at = 0;
    while (bytes.length - at >= mp3HeaderBytes) {
      const end = at + mp3FrameBytes(bytes, at);
      if (end > bytes.length) break;
      frames.push(bytes.subarray(at, end));
      at = end;
    }
    this.#remainder = bytes.subarray(at);
    return frames;
  }

  checkEnd(): void {
    if (this.#remainder.length > 0) throw new AudiobookError('media-failed', 'The MP3 stream ends inside a frame.');
  }
}
