import { describe, expect, it } from 'vitest';
import { cleanSpeech } from '../../src/audio/pcm/clean-speech.ts';
import { trimSilence } from '../../src/core/trim-silence.ts';
import { sameSamples } from '../helpers/same-samples.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import { testRate, voice } from './sound.ts';

const silenceSeconds = 0.6;

/** Returns a voice between two silences, over noise of a level in dBFS and with an offset. */
function recorded({ noiseDb = -Infinity, offset = 0 }: { noiseDb?: number; offset?: number }): Int16Array {
  const random = seededRandom(5);
  const speech = voice(2.5, 9000);
  const silence = Math.round(silenceSeconds * testRate);
  const level = 32_768 * 10 ** (noiseDb / 20);
  return Int16Array.from({ length: speech.length + 2 * silence }, (_unused, at) => {
    // The sum of twelve random numbers is close to a normal distribution.
    const noise = Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6);
    return Math.round((speech[at - silence] ?? 0) + level * noise + offset);
  });
}

describe('cleanSpeech', () => {
  it.each([
    ['digital silence', {}],
    ['noise at -55 dBFS', { noiseDb: -55 }],
    ['an offset of 300', { offset: 300 }],
    ['noise and an offset', { noiseDb: -60, offset: -200 }],
  ])('trims a voice with %s', (_case, options) => {
    const samples = recorded(options);
    const clean = recorded({});
    const expected = trimSilence({ samples: clean, sampleRate: testRate }).samples.length / testRate;
    const { length } = cleanSpeech({ samples, sampleRate: testRate }).samples;
    expect(Math.abs(length / testRate - expected)).toBeLessThan(0.05);
  });

  it('does not mistake quiet speech without pauses for noise', () => {
    const samples = voice(2.5, 900).map((sample, at) => sample + Math.round(400 * Math.sin(at / 5)));
    expect(trimSilence({ samples, sampleRate: testRate }).samples.length).toBeGreaterThan(
      samples.length - testRate / 20,
    );
  });

  it('removes the offset, so that the cuts do not click', () => {
    const { samples } = cleanSpeech({ samples: recorded({ offset: 300 }), sampleRate: testRate });
    const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
    expect(Math.abs(mean)).toBeLessThan(2);
    expect([Math.abs(samples[0] ?? 9), Math.abs(samples.at(-1) ?? 9)]).toEqual([0, 0]);
  });

  it('fades 3 ms at both ends and nothing else', () => {
    const { samples } = cleanSpeech({ samples: recorded({ noiseDb: -60 }), sampleRate: testRate });
    const { samples: trimmed } = trimSilence({ samples: recorded({ noiseDb: -60 }), sampleRate: testRate });
    const fade = 0.003 * testRate;
    expect(samples[0]).toBe(0);
    const moved = samples.filter((sample, at) => at >= fade && at < samples.length - fade && sample !== trimmed[at]);
    expect(moved).toHaveLength(0);
  });

  it('changes the given samples only where it may', () => {
    const samples = recorded({ offset: 300 });
    const before = samples.slice();
    const copied = cleanSpeech({ samples, sampleRate: testRate }).samples;
    expect(sameSamples(samples, before)).toBe(true);
    const inPlace = cleanSpeech({ samples, sampleRate: testRate }, { isInPlace: true }).samples;
    expect(inPlace.buffer).toBe(samples.buffer);
    expect(sameSamples(inPlace, copied)).toBe(true);
  });

  it('fades speech that begins and ends without silence, so that it does not click', () => {
    const samples = new Int16Array(4800).map((_unused, at) => Math.round(9000 * Math.cos(at / 8)));
    const { samples: cleaned } = cleanSpeech({ samples, sampleRate: testRate });
    expect([cleaned[0], cleaned.at(-1)].map((sample = 9) => Math.abs(sample))).toEqual([0, 0]);
    const steps = cleaned.map((sample, at) => Math.abs(sample - (cleaned[at - 1] ?? 0)));
    expect(Math.max(...steps)).toBeLessThan(9000 / 7);
  });
});
