const owner = Buffer.from('com.apple.streaming.transportStreamTimestamp\0', 'latin1');
const ticksPerSecond = 90_000;
/** The clock of a transport stream has 33 bits: it begins again after 26.5 hours. */
const clockTicks = 2 ** 33;

/** Returns the ID3 tag that packed audio begins with: its time in a PRIV frame (RFC 8216, 3.4). */
export function timestampTag(seconds: number): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(Math.round(seconds * ticksPerSecond) % clockTicks));
  const frame = Buffer.concat([frameHead('PRIV', owner.length + time.length), owner, time]);
  return Buffer.concat([Buffer.from('ID3\u0004\0\0\0\0\0', 'latin1'), Buffer.from([frame.length]), frame]);
}

/** All sizes here are below 128: a single byte of the four that a size has. */
function frameHead(id: string, bytes: number): Buffer {
  return Buffer.concat([Buffer.from(id, 'latin1'), Buffer.from([0, 0, 0, bytes, 0, 0])]);
}
