import { AudiobookError } from '../../core/errors.ts';
import type { FrameSplitter } from '../encoding/parts/frame-splitter.ts';
import { fullSegment, pageHeadBytes, segmentSizes } from './ogg-page.ts';
import { PageSplitter } from './page-splitter.ts';

const headerCount = 2;

/** Splits a stream in Ogg into packets: first the headers, then one for each frame of audio. */
export class OggSplitter implements FrameSplitter {
  readonly #headers: Buffer[] = [];
  readonly #pages = new PageSplitter();
  /** The beginning of a packet that the next page continues. */
  #begun: Buffer = Buffer.alloc(0);

  /** The packets before the audio, as many as there are already. */
  get headers(): readonly Buffer[] {
    return this.#headers;
  }

  add(chunk: Buffer): Buffer[] {
    const packets = this.#pages.add(chunk).flatMap((page) => this.#packetsOf(page));
    this.#headers.push(...packets.splice(0, headerCount - this.#headers.length));
    return packets;
  }

  checkEnd(): void {
    this.#pages.checkEnd();
    if (this.#begun.length > 0) throw new AudiobookError('media-failed', 'The Ogg stream ends inside a packet.');
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
