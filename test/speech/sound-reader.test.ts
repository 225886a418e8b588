import { describe, expect, it } from 'vitest';
import type { Pcm } from '../../src/core/pcm.ts';
import { SoundReader } from '../../src/speech/embedded/sound-reader.ts';

function message({ samples, sampleRate }: Pcm): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(sampleRate, 0);
  head.writeUInt32LE(samples.length, 4);
  return Buffer.concat([head, new Uint8Array(samples.buffer)]);
}

const sounds: readonly Pcm[] = [
  { samples: Int16Array.of(1, -2, 300), sampleRate: 22_050 },
  { samples: new Int16Array(), sampleRate: 8000 },
  { samples: Int16Array.from({ length: 1000 }, (_, index) => index - 500), sampleRate: 16_000 },
];

describe('SoundReader', () => {
  it.for([1, 3, 8, 9, 64, 5000])('puts sounds together that arrive in pieces of %i bytes', (size) => {
    const bytes = Buffer.concat(sounds.map(message));
    const read: Pcm[] = [];
    const reader = new SoundReader((pcm) => read.push(pcm));
    for (let at = 0; at < bytes.length; at += size) reader.add(bytes.subarray(at, at + size));
    expect(read).toEqual(sounds);
  });
});
