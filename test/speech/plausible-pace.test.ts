import { describe, expect, it } from 'vitest';
import type { SpeechMeasure } from '../../src/speech/check/measure/measure-speech.ts';
import { implausibleLength } from '../../src/speech/check/plausible-pace.ts';
import { textUnits } from '../../src/speech/check/units/text-units.ts';

const text = textUnits('She walked down to the harbour before dawn, as she did on every other morning.', 'en');
const syllables = 20;

/** Returns speech of this pace, in seconds per unit, of which the given share of syllables is heard. */
function spoken(pace: number, heard = syllables): SpeechMeasure {
  const seconds = pace * text.total.units;
  return {
    sampleRate: 24_000,
    seconds,
    soundSeconds: seconds,
    pauses: [],
    longestSilence: 0,
    syllables: heard,
    copies: 0,
    endsAbruptly: false,
    endsLoud: false,
    findings: [],
    isNoise: false,
    isTone: false,
    loudnessRange: 0,
    rest: 30,
    isClipped: false,
  };
}

describe('implausibleLength', () => {
  it.each([0.038, 0.044, 0.06, 0.08, 0.095])('accepts a voice that takes %d s per unit', (pace) => {
    expect(implausibleLength(text, spoken(pace))).toBeUndefined();
  });

  it('judges speech at the speed that was asked for', () => {
    for (const speed of [0.8, 1.5]) {
      for (const pace of [0.044, 0.06, 0.08]) {
        expect(implausibleLength(text, spoken(pace / speed), speed)).toBeUndefined();
        expect(implausibleLength(text, spoken(pace / speed / 2, syllables / 2), speed)).toBe('short');
      }
    }
    expect(implausibleLength(text, spoken(0.095 / 0.8))).toBe('long');
    expect(implausibleLength(text, spoken(0.095 / 0.8), 0.8)).toBeUndefined();
  });

  it.each([0.042, 0.06, 0.08, 0.086])('finds the half of a voice that takes %d s per unit', (pace) => {
    expect(implausibleLength(text, spoken(pace / 2, syllables / 2))).toBe('short');
  });

  it.each([0.052, 0.06, 0.08])('finds a voice of %d s per unit that is played at half its rate', (pace) => {
    expect(implausibleLength(text, spoken(2 * pace))).toBe('long');
  });

  it('allows more for tones, which have no syllables', () => {
    expect(implausibleLength(text, spoken(0.04, 1))).toBeUndefined();
    expect(implausibleLength(text, spoken(0.12, 1))).toBeUndefined();
    expect(implausibleLength(text, spoken(0.03, 1))).toBe('short');
  });

  it('does not judge short texts, numbers, and scripts whose pace is not known', () => {
    for (const other of [
      textUnits('The Bridge', 'en'),
      textUnits('सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है।', 'hi'),
      textUnits('Πάντες ἄνθρωποι τοῦ εἰδέναι ὀρέγονται φύσει, σημεῖον δὲ τῶν αἰσθήσεων', 'en'),
    ]) {
      expect(implausibleLength(other, spoken(0.02))).toBeUndefined();
    }
  });
});
