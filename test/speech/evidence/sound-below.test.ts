import { describe, expect, it } from 'vitest';
import { findSoundBelow } from '../../../src/speech/check/evidence/sound-below.ts';
import { seededRandom } from '../../helpers/seeded-random.ts';
import { changed, fliteSpeech, foundIn } from './real-speech.ts';

/** A tenth of the level of the loud moments of the speech: 20 dB below them. */
const level = 500;

function chord(seconds: number): number {
  const sines = [220, 277, 330].map((hertz) => Math.sin(2 * Math.PI * hertz * seconds));
  return level * Math.sqrt(2 / 3) * sines.reduce((sum, sine) => sum + sine, 0);
}

describe('a sound below the speech', () => {
  it('is found from -20 dB on, be it noise or a chord', async () => {
    const speech = await fliteSpeech();
    const random = seededRandom(3);
    const noise = (): number => level * Math.sqrt(3) * (2 * random() - 1);
    expect(foundIn(changed(speech, (sample) => sample + noise()))).toContain('likely sound-below');
    expect(foundIn(changed(speech, (sample, seconds) => sample + chord(seconds)))).toContain('likely sound-below');
    expect(foundIn(changed(speech, (sample) => sample + noise() / 4))).toEqual([]);
  });

  it('is not looked for where a sound is too short, or has no syllables', () => {
    expect(findSoundBelow({ depth: 20, seconds: 5, syllables: 15 })).toHaveLength(1);
    expect(findSoundBelow({ depth: 40, seconds: 5, syllables: 15 })).toEqual([]);
    expect(findSoundBelow({ depth: 20, seconds: 2, syllables: 6 })).toEqual([]);
    expect(findSoundBelow({ depth: 20, seconds: 5, syllables: 2 })).toEqual([]);
  });
});
