import { AudiobookError } from '../../core/errors.ts';
import type { FrameSink, WriteEncoded } from '../encoding/parts/parted-encoding.ts';
import { maxSegments, oggPage, segmentsOf } from './ogg-page.ts';
import type { OggPage } from './ogg-page.ts';

/** Opus counts at 48 kHz for any input. Old ffmpegs get its delay wrong at other rates. */
export const opusRate = 48_000;
/** Samples of a packet of 20 ms. */
export const opusPacketSamples = 960;
/** A second of audio. */
const packetsPerPage = 50;
/** The encoder may end with packets that no sample needs. The last page is written without them. */
const heldPackets = 10;
const preSkipAt = 10;

/** Returns the packets that are needed for audio from the beginning, in samples at 48 kHz. */
export function opusPacketsUntil(samples: number, headers: readonly Buffer[]): number {
  return Math.ceil((skippedSamples(headers) + samples) / opusPacketSamples);
}

/** Writes the packets of an Opus stream in Ogg (RFC 7845). */
export class OpusFile implements FrameSink {
  readonly #writeBytes: WriteEncoded;
  #headers: readonly Buffer[] = [];
  #held: Buffer[] = [];
  #pages = 0;
  #packets = 0;

  constructor(write: WriteEncoded) {
    this.#writeBytes = write;
  }

  /** Adds packets. The headers of all encoders are the same. */
  async add(packets: readonly Buffer[], headers: readonly Buffer[]): Promise<Buffer> {
    this.#headers = headers;
    this.#held.push(...packets);
    const pages: Buffer[] =
      this.#pages === 0 ? headers.map((header) => this.#page({ packets: [header], position: 0 })) : [];
    while (this.#held.length >= packetsPerPage + heldPackets) pages.push(this.#nextPage());
    return await this.#write(pages);
  }

  /** Ends the file after a number of samples. Throws `media-failed` when the encoder wrote less. */
  async end(samples: number): Promise<Buffer> {
    const end = skippedSamples(this.#headers) + samples;
    const needed = opusPacketsUntil(samples, this.#headers) - this.#packets;
    if (this.#held.length < needed)
      throw new AudiobookError('media-failed', 'The encoder wrote less audio than it was given.');
    this.#held = this.#held.slice(0, needed);
    const pages: Buffer[] = [];
    while (this.#held.length > 0) pages.push(this.#nextPage(end));
    return await this.#write(pages);
  }

  /** Returns the same pages in however many pieces the packets arrive. `end` is set when no more will. */
  #nextPage(end?: number): Buffer {
    let segments = 0;
    let count = 0;
    for (const packet of this.#held.slice(0, packetsPerPage)) {
      segments += segmentsOf(packet);
      if (segments > maxSegments) break;
      count += 1;
    }
    const packets = this.#held.splice(0, count);
    this.#packets += count;
    const isLast = end !== undefined && this.#held.length === 0;
    return this.#page({ packets, position: isLast ? end : this.#packets * opusPacketSamples, isLast });
  }

  #page(page: Omit<OggPage, 'sequence'>): Buffer {
    this.#pages += 1;
    return oggPage({ ...page, sequence: this.#pages - 1 });
  }

  async #write(pages: readonly Buffer[]): Promise<Buffer> {
    const bytes = Buffer.concat(pages);
    await this.#writeBytes(bytes);
    return bytes;
  }
}

/** Returns the samples before the audio, which a decoder leaves out. */
function skippedSamples([head]: readonly Buffer[]): number {
  return head?.readUInt16LE(preSkipAt) ?? 0;
}
