import { describe, expect, it } from 'vitest';
import type { Pcm } from '../../src/core/pcm.ts';
import { checkAudio } from '../../src/speech/call/check-audio.ts';
import { SpeakingRate, speechUnits } from '../../src/speech/call/speaking-rate.ts';

const sampleRate = 8000;
const text =
  'The rain had stopped before dawn. She walked down to the harbour, as she did every morning, and counted the boats.';

function tone(seconds: number): number[] {
  return Array.from({ length: Math.round(seconds * sampleRate) }, (_unused, index) => (index % 20 < 10 ? 4000 : -4000));
}

function quiet(seconds: number): number[] {
  return Array.from({ length: Math.round(seconds * sampleRate) }, (_unused, index) => index % 3);
}

function pcm(...parts: readonly number[][]): Pcm {
  return { samples: Int16Array.from(parts.flat()), sampleRate };
}

/** Returns a rate that has learned a voice with a pace in units per second and a relative variation. */
function learned(unitsPerSecond: number, unsteady = 0.05): SpeakingRate {
  const rate = new SpeakingRate();
  for (let count = 0; count < 20; count += 1) {
    const pace = unitsPerSecond * (1 + unsteady * Math.sin(count));
    rate.learn(text, 'en', speechUnits(text) / pace);
  }
  return rate;
}

/** Returns the shortest accepted audio as a share of the expected length. */
function minShare(unsteady: number, spoken: string): number {
  const { min, expected } = learned(15, unsteady).plausible(spoken, 'en');
  return (min + 0.3) / expected;
}

describe('checkAudio', () => {
  const seconds = speechUnits(text) / 15;

  it.each([0.7, 1, 1.5])('accepts %d times the usual length before anything is learned', (share) => {
    expect(checkAudio(pcm(tone(seconds * share)), { text, language: 'en', rate: new SpeakingRate() })).toBeUndefined();
  });

  it('doubts audio that is far too short or too long before anything is learned', () => {
    const rate = new SpeakingRate();
    expect(checkAudio(pcm(tone(seconds * 0.25)), { text, language: 'en', rate })).toMatchObject({ doubtful: true });
    expect(checkAudio(pcm(tone(seconds * 6)), { text, language: 'en', rate })).toMatchObject({ doubtful: true });
  });

  it.each([8, 15, 25])('judges the length by the pace of the voice: %d units per second', (pace) => {
    const rate = learned(pace);
    const own = speechUnits(text) / pace;
    expect(checkAudio(pcm(tone(own * 0.95)), { text, language: 'en', rate })).toBeUndefined();
    expect(checkAudio(pcm(tone(own * 0.6)), { text, language: 'en', rate })).toMatchObject({ doubtful: true });
  });

  it('judges text without kanji apart from a voice that spells kanji out', () => {
    const rate = new SpeakingRate();
    const spelled = '山路を登りながら、こう考えた。智に働けば角が立つ。';
    for (let count = 0; count < 20; count += 1) rate.learn(spelled, 'ja', 30 + Math.sin(count));
    expect(checkAudio(pcm(tone(0.4)), { text: '「いいえ。」', language: 'ja', rate })).toBeUndefined();
    expect(checkAudio(pcm(tone(10)), { text: spelled, language: 'ja', rate })).toMatchObject({ doubtful: true });
  });

  it('ignores silence at both ends, so that padding does not hide cut audio', () => {
    const problem = checkAudio(pcm(tone(seconds * 0.5), quiet(seconds * 0.5)), {
      text,
      language: 'en',
      rate: learned(15),
    });
    expect(problem).toMatchObject({ doubtful: true, message: expect.stringContaining('cut off') });
  });

  it('rejects audio that is silent or has a gap', () => {
    const rate = new SpeakingRate();
    expect(checkAudio(pcm(quiet(seconds)), { text, language: 'en', rate })).toMatchObject({ doubtful: false });
    const hole = pcm(tone(seconds * 0.4), quiet(9), tone(seconds * 0.4));
    expect(checkAudio(hole, { text, language: 'en', rate })).toMatchObject({ doubtful: false });
  });

  it('accepts any audio for text without letters and digits', () => {
    expect(checkAudio(pcm(quiet(0.2)), { text: '* * *', language: 'en', rate: new SpeakingRate() })).toBeUndefined();
  });
});

describe('SpeakingRate', () => {
  it('learns each language separately, whatever the region', () => {
    const rate = learned(30);
    expect(rate.plausible(text, 'en-GB').expected).toBeCloseTo(speechUnits(text) / 30, 0);
    expect(rate.plausible(text, 'fr').expected).toBeCloseTo(speechUnits(text) / 15, 5);
  });

  it('allows more for an unsteady voice and for short texts', () => {
    const long = text.repeat(4);
    expect(minShare(0.02, long)).toBeGreaterThan(minShare(0.15, long));
    expect(minShare(0.05, long)).toBeGreaterThan(minShare(0.05, 'She slept.'));
  });

  it('counts digits as words and Han characters as syllables', () => {
    expect(speechUnits('1813')).toBe(20);
    expect(speechUnits('雨停了')).toBeCloseTo(9.9);
    expect(speechUnits('rain')).toBe(4);
  });
});
