/** Reports whether two recordings have the same samples. `toEqual` takes seconds for a minute of audio. */
export function sameSamples(one: Int16Array | undefined, other: Int16Array | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return bytes(one).equals(bytes(other));
}

function bytes({ buffer, byteOffset, byteLength }: Int16Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
