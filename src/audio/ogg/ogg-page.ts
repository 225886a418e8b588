/** The beginning of every page (RFC 3533, 6). */
export const pageSignature = 'OggS';
/** Bytes of a page header before the sizes of its segments. */
export const pageHeadBytes = 27;
export const segmentCountAt = 26;
/** A segment of this size is continued by the next one. */
export const fullSegment = 255;
/** Segments of a page. */
export const maxSegments = 255;

/** The page begins with the rest of a packet; is the first of the stream; is the last. */
const continuedFlag = 1;
const firstFlag = 2;
const lastFlag = 4;

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

/** Returns the number of segments of a packet. */
export function segmentsOf(packet: Buffer): number {
  return Math.floor(packet.length / fullSegment) + 1;
}

/** Returns a page. Its packets have at most `maxSegments` segments. */
export function oggPage({ packets, position, sequence, isLast = false }: OggPage): Buffer {
  const sizes = packets.flatMap((packet) => [...lacing(packet)]);
  return page({ sizes, packets, position, sequence, flags: isLast ? lastFlag : 0 });
}

/** Returns a packet of a header, of any length, as pages of its own. */
export function packetPages(packet: Buffer, sequence: number): readonly Buffer[] {
  const sizes = lacing(packet);
  return Array.from({ length: Math.ceil(sizes.length / maxSegments) }, (_, index) => {
    const first = index * maxSegments;
    const end = first + maxSegments;
    return page({
      sizes: sizes.subarray(first, end),
      packets: [packet.subarray(first * fullSegment, end * fullSegment)],
      // No packet ends on a page that the next one continues.
      position: end < sizes.length ? -1 : 0,
      sequence: sequence + index,
      flags: index === 0 ? 0 : continuedFlag,
    });
  });
}

/** Returns a page with another number. */
export function numberedPage(original: Buffer, sequence: number): Buffer {
  const copy = Buffer.from(original);
  copy.writeUInt32LE(sequence, sequenceAt);
  return checked(copy);
}

/** Returns the sizes of the segments of a page. */
export function segmentSizes(of: Buffer): Buffer {
  return of.subarray(pageHeadBytes, pageHeadBytes + of.readUInt8(segmentCountAt));
}

/** Returns the sizes of the segments of a packet: a shorter one ends it, which may be empty. */
function lacing(packet: Buffer): Buffer {
  const sizes = Buffer.alloc(segmentsOf(packet), fullSegment);
  sizes.writeUInt8(packet.length % fullSegment, sizes.length - 1);
  return sizes;
}

interface PageContent extends Omit<OggPage, 'isLast'> {
  readonly sizes: Uint8Array | readonly number[];
  readonly flags: number;
}

function page({ sizes, packets, position, sequence, flags }: PageContent): Buffer {
  const head = Buffer.alloc(pageHeadBytes);
  head.write(pageSignature, 'latin1');
  head.writeUInt8((sequence === 0 ? firstFlag : 0) | flags, flagsAt);
  head.writeBigInt64LE(BigInt(position), positionAt);
  head.writeUInt32LE(sequence, sequenceAt);
  head.writeUInt8(sizes.length, segmentCountAt);
  return checked(Buffer.concat([head, Buffer.from(sizes), ...packets]));
}

/** Writes the checksum of a page into it, which counts as 0 meanwhile. */
function checked(bytes: Buffer): Buffer {
  bytes.writeUInt32LE(0, checksumAt);
  bytes.writeUInt32LE(oggChecksum(bytes), checksumAt);
  return bytes;
}

const polynomial = 0x04_c1_1d_b7;
const checksums = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = crc < 0 ? (crc << 1) ^ polynomial : crc << 1;
  return crc;
});

/** Returns the checksum of a page: the highest bit first, beginning with 0, without inversion (RFC 3533, 6). */
function oggChecksum(bytes: Uint8Array): number {
  let crc = 0;
  for (let at = 0; at < bytes.length; at += 1) crc = (crc << 8) ^ (checksums[(crc >>> 24) ^ (bytes[at] ?? 0)] ?? 0);
  return crc >>> 0;
}
