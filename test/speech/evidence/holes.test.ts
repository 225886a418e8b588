import { describe, expect, it } from 'vitest';
import type { Pcm } from '../../../src/core/pcm.ts';
import { findHoles } from '../../../src/speech/check/evidence/holes.ts';
import { changed, espeakSpeech, fliteSpeech, foundIn } from './real-speech.ts';

/** Speech without 30 ms five times a second, as of lost packets. */
function withLostPackets(pcm: Pcm): Pcm {
  return changed(pcm, (sample, seconds) => (seconds % 0.2 < 0.03 ? 0 : sample));
}

describe('holes', () => {
  it('of lost packets are certain, whatever the pauses of the voice are', async () => {
    expect(foundIn(withLostPackets(await fliteSpeech()))).toContain('certain hole');
    expect(foundIn(withLostPackets(await espeakSpeech()))).toContain('certain hole');
  });

  it('of half a second are possible, and told with their place and length', async () => {
    const speech = await fliteSpeech();
    const [hole] = findHoles(
      changed(speech, (sample, seconds) => (Math.abs(seconds - 2) < 0.25 ? 0 : sample)),
      -12,
    );
    expect(hole).toMatchObject({ kind: 'hole', sureness: 'possible' });
    expect(hole?.message).toMatch(/^The audio has a hole of 0\.50 s at 1\.8 s\.$/u);
  });

  it('are not the silence at the beginning, and at the end where the sound was cut off', () => {
    const samples = new Int16Array(4000).fill(9000).fill(0, 0, 200);
    expect(findHoles({ samples, sampleRate: 10_000 }, -12)).toEqual([]);
    expect(findHoles({ samples: samples.toReversed(), sampleRate: 10_000 }, -12)).toHaveLength(1);
  });

  it.each([
    ['between two loud samples', [9000, -9000], 9000, 'certain'],
    ['between two loud sounds, at a quiet sample', [9000, -9000], 100, 'possible'],
    ['behind a loud sound, as a plosive', [9000, 300], 300, 'trace'],
    ['between quiet sounds, as a pause', [200, 200], 200, undefined],
  ] as const)('%s', (_name, [before, after], edge, sureness) => {
    const samples = Int16Array.from({ length: 4000 }, (_, at) => (at < 1900 ? before : after));
    samples.fill(0, 1900, 2100).fill(edge, 2100, 2101);
    expect(findHoles({ samples, sampleRate: 10_000 }, -12)[0]?.sureness).toBe(sureness);
  });

  it('between two pauses are told from zeros around the speech', () => {
    const samples = Int16Array.from({ length: 20_000 }, (_, at) => (Math.abs(at - 10_000) < 7000 ? 3 : 9000));
    samples.fill(0, 0, 1500).fill(0, 9000, 11_000).fill(0, 18_500);
    const zeros = findHoles({ samples, sampleRate: 10_000 }, -12).filter(({ kind }) => kind === 'zeros');
    expect(zeros).toEqual([
      { kind: 'zeros', sureness: 'possible', message: 'The audio has a hole of 0.20 s at 0.9 s.' },
    ]);
  });
});
