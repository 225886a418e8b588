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
