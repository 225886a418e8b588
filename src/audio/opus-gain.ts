/** Where a page's checksum and its number of lacing values stand, and what follows them (RFC 3533, 6). */
const checksumAt = 22;
const lacingCountAt = 26;
const lacingAt = 27;
/** Where the output gain stands in an Opus header, in 1/256 dB (RFC 7845, 5.1). */
const outputGainAt = 16;
const polynomial = 0x04_c1_1d_b7;

/** Sets the gain that every player of an Ogg Opus file must apply, in decibels. `bytes` begin with the file's first page. */
export function setOpusGain(bytes: Buffer, gainDb: number): void {
  const packet = lacingAt + bytes.readUInt8(lacingCountAt);
  const end = packet + bytes.subarray(lacingAt, packet).reduce((sum, lacing) => sum + lacing, 0);
  bytes.writeInt16LE(Math.round(gainDb * 256), packet + outputGainAt);
  bytes.writeUInt32LE(0, checksumAt);
  bytes.writeUInt32LE(oggChecksum(bytes.subarray(0, end)), checksumAt);
}

/** Not the usual CRC-32: neither bits nor result are turned round. */
function oggChecksum(page: Uint8Array): number {
  let crc = 0;
  for (const byte of page) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80_00_00_00 ? (crc << 1) ^ polynomial : crc << 1;
  }
  return crc >>> 0;
}
