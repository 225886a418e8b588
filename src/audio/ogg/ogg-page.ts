import { checksum } from '../encoding/checksum.ts';

/** The beginning of every page (RFC 3533, 6). */
export const pageSignature = 'OggS';
/** Bytes of a page header before the sizes of its segments. */
export const pageHeadBytes = 27;
export const segmentCountAt = 26;
/** A segment of this size is continued by the next one. */
export const fullSegment = 255;
/** Segments of a page. */
export const maxSegments = 255;

const flagsAt = 5;
const positionAt = 6;
const sequenceAt = 18;
const checksumAt = 22;

/** A page of whole packets. */
export interface OggPage {
  readonly packets: readonly Buffer[];
  /** Samples up to the end of the last packet. */
  readonly position: number;
  /** Number of the page in its file, from 0. */
  readonly sequence: number;
  readonly isLast?: boolean | undefined;
}

const oggChecksum = checksum(32, 0x04_c1_1d_b7);

/** Returns the number of segments of a packet. */
export function segmentsOf(packet: Buffer): number {
  return Math.floor(packet.length / fullSegment) + 1;
}

/** Returns a page. Its packets have at most `maxSegments` segments. */
export function oggPage({ packets, position, sequence, isLast = false }: OggPage): Buffer {
  const sizes = packets.flatMap((packet) => [
    ...Array.from({ length: segmentsOf(packet) - 1 }, () => fullSegment),
    packet.length % fullSegment,
  ]);
  const head = Buffer.alloc(pageHeadBytes);
  head.write(pageSignature, 'latin1');
  head.writeUInt8((sequence === 0 ? 2 : 0) | (isLast ? 4 : 0), flagsAt);
  head.writeBigUInt64LE(BigInt(position), positionAt);
  head.writeUInt32LE(sequence, sequenceAt);
  head.writeUInt8(sizes.length, segmentCountAt);
  const page = Buffer.concat([head, Buffer.from(sizes), ...packets]);
  page.writeUInt32LE(oggChecksum(page), checksumAt);
  return page;
}
