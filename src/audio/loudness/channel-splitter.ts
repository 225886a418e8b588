/** Returns a function that splits interleaved 16-bit samples, in pieces of any length, into one array per channel. */
export function channelSplitter(count: number): (chunk: Buffer) => Int16Array[] {
  let remainder: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const bytes = remainder.length === 0 ? chunk : Buffer.concat([remainder, chunk]);
    const frames = Math.floor(bytes.length / (2 * count));
    const all = new Int16Array(frames * count);
    new Uint8Array(all.buffer).set(bytes.subarray(0, all.byteLength));
    remainder = Buffer.from(bytes.subarray(all.byteLength));
    if (count === 1) return [all];
    const channels = Array.from({ length: count }, () => new Int16Array(frames));
    for (const [channel, samples] of channels.entries()) {
      for (let frame = 0; frame < frames; frame += 1) samples[frame] = all[frame * count + channel] ?? 0;
    }
    return channels;
  };
}
