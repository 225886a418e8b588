import v8 from 'node:v8';
import { expect, it } from 'vitest';
import { EncoderPart } from '../../src/audio/encoding/parts/encoder-part.ts';
import { EncoderPool } from '../../src/audio/encoding/parts/encoder-pool.ts';
import { hopEnergies } from '../../src/audio/loudness/loudness-meter.ts';
import { audiobookLoudness } from '../../src/audio/loudness/loudness-target.ts';
import { openWriter, testFolder, voice } from './sound.ts';

const sampleRate = 8000;
const partSeconds = 20;
const segmentSeconds = 2;
/** Encoders may still have to catch up. */
const soon = { timeout: 60_000, interval: 1000 };

/** Counts the objects of a class that are reachable, after a collection. */
function held(kind: abstract new (...options: never[]) => object): number {
  return Number(v8.queryObjects(kind));
}

/** Arrays of samples and of energies. */
const heldSounds = (): number => held(Int16Array) + held(Float32Array);

// Node 20.12 cannot count them.
it.skipIf(!('queryObjects' in v8))('holds no object for each segment or part of a book that was encoded', async () => {
  const folder = await testFolder();
  await using writer = await openWriter({
    path: folder.file('book.m4b'),
    format: 'm4b',
    sampleRate,
    loudness: audiobookLoudness,
    // The first minutes do not wait for the gain.
    levels: { pass: 2, reason: '', gainDb: 0, referenceLufs: -20, ceilingDb: -3 },
    encoders: new EncoderPool({ encoders: 2, partSeconds, sampleRate }),
  });
  const write = async (segments: number): Promise<void> => {
    for (let count = 0; count < segments; count += 1) {
      const samples = voice(segmentSeconds, 12_000, sampleRate);
      await writer.writeSpeech(samples, hopEnergies({ samples, sampleRate }));
    }
  };
  writer.startChapter('One');
  // Of two minutes, the samples are kept.
  await write(70);
  const before = heldSounds();
  await write(150);
  await expect.poll(heldSounds, soon).toBeLessThan(before + 75);
  // 22 parts had encoders.
  await expect.poll(() => held(EncoderPart), soon).toBeLessThan(8);
});
