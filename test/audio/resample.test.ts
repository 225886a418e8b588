import { describe, expect, it } from 'vitest';
import { forRecognizers, resample } from '../../src/audio/pcm/resample.ts';

describe('resample', () => {
  it.each([
    [16_000, 24_000],
    [22_050, 24_000],
    [44_100, 24_000],
    [48_000, 24_000],
    [8000, 24_000],
    [24_000, 44_100],
  ])('a tone goes from %i to %i Hz without delay or distortion', (from, to) => {
    for (const hertz of [100, 1000, 3000]) {
      const { samples, sampleRate } = resample({ samples: tone(hertz, from), sampleRate: from }, to);
      expect(sampleRate).toBe(to);
      expect(samples).toHaveLength(to);
      expect(errorDb(samples, tone(hertz, to))).toBeLessThan(-80);
    }
  });

  it('removes frequencies that the lower rate cannot represent', () => {
    const { samples } = resample({ samples: tone(15_000, 48_000), sampleRate: 48_000 }, 24_000);
    expect(Math.max(...samples.subarray(1000, -1000).map(Math.abs))).toBeLessThan(8);
  });

  it.each([22_050, 24_000, 44_100, 48_000])(
    'keeps speech and no echo of higher sounds for recognizers from %i Hz',
    (from) => {
      const heard = (hertz: number) =>
        resample({ samples: tone(hertz, from), sampleRate: from }, 16_000, forRecognizers).samples;
      for (const hertz of [100, 1000, 3000, 5000]) expect(errorDb(heard(hertz), tone(hertz, 16_000))).toBeLessThan(-40);
      const loudest = Math.max(...heard(10_000).subarray(1000, -1000).map(Math.abs));
      expect(20 * Math.log10(loudest / 16_000)).toBeLessThan(-45);
    },
  );

  it('keeps silence, a single sample and empty audio', () => {
    expect(resample({ samples: new Int16Array(0), sampleRate: 16_000 }, 24_000).samples).toHaveLength(0);
    expect(resample({ samples: new Int16Array(1), sampleRate: 16_000 }, 48_000).samples).toHaveLength(3);
    expect(new Set(resample({ samples: new Int16Array(800).fill(0), sampleRate: 16_000 }, 24_000).samples)).toEqual(
      new Set([0]),
    );
  });

  it('does not wrap around at full scale', () => {
    const square = Int16Array.from({ length: 16_000 }, (_, at) => (at % 200 < 100 ? 32_767 : -32_768));
    const { samples } = resample({ samples: square, sampleRate: 16_000 }, 24_000);
    for (let at = 30; at < 120; at += 1) expect(samples[at]).toBeGreaterThan(20_000);
  });

  it('returns the same samples at the same rate', () => {
    const samples = tone(440, 24_000);
    expect(resample({ samples, sampleRate: 24_000 }, 24_000).samples).toBe(samples);
  });
});

function tone(hertz: number, sampleRate: number, seconds = 1, amplitude = 16_000): Int16Array {
  return Int16Array.from({ length: Math.round(seconds * sampleRate) }, (_, at) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * hertz * at) / sampleRate)),
  );
}

/** Returns the level of the difference, in dB below the expected tone, away from both ends. */
function errorDb(actual: Int16Array, expected: Int16Array): number {
  let signal = 0;
  let error = 0;
  for (let at = 2000; at < actual.length - 2000; at += 1) {
    signal += (expected[at] ?? 0) ** 2;
    error += ((actual[at] ?? 0) - (expected[at] ?? 0)) ** 2;
  }
  return 10 * Math.log10(error / signal);
}
