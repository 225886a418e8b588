/** Returns a function that splits interleaved 16-bit samples, in pieces of any length, into one array per channel. */
export function channelSplitter(count: number): (chunk: Buffer) => Int16Array[] {
  let remainder: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const bytes = remainder.length === 0 ? chunk : Buffer.concat([remainder, chunk]);
    const frames = Math.floor(bytes.length / (2 * count));
    const channels = Array.from({ length: count }, () => new Int16Array(frames));
    for (const [channel, samples] of channels.entries()) {
      for (let frame = 0; frame < frames; frame += 1) samples[frame] = bytes.readInt16LE(2 * (frame * count + channel));
    }
    remainder = Buffer.from(bytes.subarray(frames * 2 * count));
    return channels;
  };
}
