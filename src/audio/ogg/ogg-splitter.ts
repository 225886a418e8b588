import { AudiobookError } from '../../core/errors.ts';
import type { FrameSplitter } from '../encoding/parts/frame-splitter.ts';
import { fullSegment, pageHeadBytes, pageSignature, segmentCountAt } from './ogg-page.ts';

const headerCount = 2;

/** Splits a stream in Ogg into packets: first the headers, then one for each frame of audio. */
export class OggSplitter implements FrameSplitter {
  readonly #headers: Buffer[] = [];
  #remainder: Buffer = Buffer.alloc(0);
  /** The beginning of a packet that the next page continues. */
  #begun: Buffer = Buffer.alloc(0);

  /** The packets before the audio, as many as there are already. */
  get headers(): readonly Buffer[] {
    return this.#headers;
  }

  add(chunk: Buffer): Buffer[] {
    const bytes = Buffer.concat([this.#remainder, chunk]);
    const packets: Buffer[] = [];
    let at = 0;
    for (let length = pageBytes(bytes, at); length !== undefined; length = pageBytes(bytes, at)) {
      packets.push(...this.#packetsOf(bytes.subarray(at, at + length)));
      at += length;
    }
    this.#remainder = bytes.subarray(at);
    this.#headers.push(...packets.splice(0, headerCount - this.#headers.length));
    return packets;
  }

  checkEnd(): void {
    if (this.#remainder.length + this.#begun.length > 0)
      throw new AudiobookError('media-failed', 'The Ogg stream ends inside a packet.');
  }

  /** Returns the packets that end on a page. */
  #packetsOf(page: Buffer): Buffer[] {
    const packets: Buffer[] = [];
    const sizes = segmentSizes(page);
    let start = pageHeadBytes + sizes.length;
    let end = start;
    for (const size of sizes) {
      end += size;
      if (size === fullSegment) continue;
      const rest = page.subarray(start, end);
      packets.push(this.#begun.length === 0 ? rest : Buffer.concat([this.#begun, rest]));
      this.#begun = Buffer.alloc(0);
      start = end;
    }
    this.#begun = Buffer.concat([this.#begun, page.subarray(start)]);
    return packets;
  }
}

/** Returns the length of the page at a place, or undefined when the bytes end before it does. */
function pageBytes(bytes: Buffer, at: number): number | undefined {
  if (bytes.length - at < pageHeadBytes) return undefined;
  if (bytes.toString('latin1', at, at + pageSignature.length) !== pageSignature) {
    throw new AudiobookError('media-failed', 'The encoder did not write an Ogg stream.');
  }
  const bodyAt = at + pageHeadBytes + bytes.readUInt8(at + segmentCountAt);
  if (bytes.length < bodyAt) return undefined;
  const end = segmentSizes(bytes.subarray(at)).reduce((sum, size) => sum + size, bodyAt);
  return bytes.length < end ? undefined : end - at;
}

function segmentSizes(page: Buffer): Buffer {
  return page.subarray(pageHeadBytes, pageHeadBytes + page.readUInt8(segmentCountAt));
}
