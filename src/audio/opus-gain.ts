/** Where a page's checksum and its number of lacing values stand, and what follows them (RFC 3533, 6). */
const CHECKSUM_AT = 22;
const LACING_COUNT_AT = 26;
const LACING_AT = 27;
/** Where the output gain stands in an Opus header, in 1/256 dB (RFC 7845, 5.1). */
const OUTPUT_GAIN_AT = 16;
const POLYNOMIAL = 0x04_c1_1d_b7;

/** Sets the gain that every player of an Ogg Opus file must apply, in decibels. `bytes` begin with the file's first page. */
export function setOpusGain(bytes: Buffer, gainDb: number): void {
  const packet = LACING_AT + bytes.readUInt8(LACING_COUNT_AT);
  const end = packet + bytes.subarray(LACING_AT, packet).reduce((sum, lacing) => sum + lacing, 0);
  bytes.writeInt16LE(Math.round(gainDb * 256), packet + OUTPUT_GAIN_AT);
  bytes.writeUInt32LE(0, CHECKSUM_AT);
  bytes.writeUInt32LE(oggChecksum(bytes.subarray(0, end)), CHECKSUM_AT);
}

/** Not the usual CRC-32: neither bits nor result are turned round. */
function oggChecksum(page: Uint8Array): number {
  let crc = 0;
  for (const byte of page) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80_00_00_00 ? (crc << 1) ^ POLYNOMIAL : crc << 1;
  }
  return crc >>> 0;
}
