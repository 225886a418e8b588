import { describe, expect, it } from 'vitest';
import { findOffset } from '../../../src/speech/check/evidence/offset.ts';
import { changed, fliteSpeech, foundIn } from './real-speech.ts';

describe('an offset', () => {
  it.each([6000, -6000])('of %d is found', async (by) => {
    const speech = changed(await fliteSpeech(), (sample) => sample + by);
    expect(foundIn(speech)).toEqual(['likely offset']);
    expect(findOffset({ mean: by }, -16)[0]?.message).toContain('its mean is at -15 dB');
  });

  it('of a few samples is none', async () => {
    expect(foundIn(changed(await fliteSpeech(), (sample) => sample + 200))).not.toContain('likely offset');
  });
});
