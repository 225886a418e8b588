import { AudiobookError } from '../../core/errors.ts';
import { pageHeadBytes, pageSignature, segmentCountAt, segmentSizes } from './ogg-page.ts';

/** Splits a stream in Ogg into pages. */
export class PageSplitter {
  #remainder: Buffer = Buffer.alloc(0);

  /** Returns the pages that end in a chunk. Throws `media-failed` for what is not Ogg. */
  add(chunk: Buffer): Buffer[] {
    const bytes = Buffer.concat([this.#remainder, chunk]);
    const pages: Buffer[] = [];
    let at = 0;
    for (let length = pageBytes(bytes, at); length !== undefined; length = pageBytes(bytes, at)) {
      pages.push(bytes.subarray(at, at + length));
      at += length;
    }
    this.#remainder = bytes.subarray(at);
    return pages;
  }

  /** Throws `media-failed` when the stream ended inside a page. */
  checkEnd(): void {
    if (this.#remainder.length > 0) throw new AudiobookError('media-failed', 'The Ogg stream ends inside a page.');
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
