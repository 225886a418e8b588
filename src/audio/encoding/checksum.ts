/**
 * Returns a function that computes a cyclic redundancy check of 8, 16 or 32 bits as Ogg and FLAC use it: the highest bit first,
 * beginning with 0, without inversion.
 */
export function checksum(bits: 8 | 16 | 32, polynomial: number): (bytes: Uint8Array) => number {
  const unused = 32 - bits;
  const aligned = polynomial << unused;
  const table = Int32Array.from({ length: 256 }, (_, byte) => {
    let crc = byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = crc < 0 ? (crc << 1) ^ aligned : crc << 1;
    return crc;
  });
  return (bytes) => {
    let crc = 0;
    for (let at = 0; at < bytes.length; at += 1) crc = (crc << 8) ^ (table[(crc >>> 24) ^ (bytes[at] ?? 0)] ?? 0);
    return crc >>> unused;
  };
}
