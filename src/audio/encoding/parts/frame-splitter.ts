import { AudiobookError } from '../../../core/errors.ts';
import { mpegFrame } from '../../../core/file-format.ts';
import type { MpegFrame } from '../../../core/file-format.ts';

/** Splits the stream of an encoder into frames, each of which a decoder takes as a unit. */
export interface FrameSplitter {
  /** The bytes before the first frame, for streams that have them. */
  readonly headers?: readonly Buffer[] | undefined;
  /** Returns the frames that are complete with the next piece. Throws `media-failed` when it is another kind of stream. */
  add(chunk: Buffer): Buffer[];
  /** Throws `media-failed` when the stream ended inside a frame. */
  checkEnd(): void;
}

/** Bytes in which the header of a frame has its length. */
const lengthBytes = 7;

/** Splits a stream of MP3 without tags, or of AAC in ADTS. The frames keep their headers. */
export class MpegSplitter implements FrameSplitter {
  readonly #format: MpegFrame['format'];
  #remainder: Buffer = Buffer.alloc(0);

  constructor(format: MpegFrame['format']) {
    this.#format = format;
  }

  add(chunk: Buffer): Buffer[] {
    const bytes = Buffer.concat([this.#remainder, chunk]);
    const frames: Buffer[] = [];
    let at = 0;
    while (bytes.length - at >= lengthBytes) {
      const frame = mpegFrame(bytes, at);
      if (frame?.format !== this.#format)
        throw new AudiobookError('media-failed', `The encoder did not write an ${this.#format} stream.`);
      if (at + frame.length > bytes.length) break;
      frames.push(bytes.subarray(at, at + frame.length));
      at += frame.length;
    }
    this.#remainder = bytes.subarray(at);
    return frames;
  }

  checkEnd(): void {
    if (this.#remainder.length > 0)
      throw new AudiobookError('media-failed', `The ${this.#format} stream ends inside a frame.`);
  }
}
