import { describe, expect, it } from 'vitest';
import { findOffset } from '../../../src/speech/check/evidence/offset.ts';
import { changed, fliteSpeech } from './real-speech.ts';

describe('an offset', () => {
  it.each([6000, -6000])('of %d is found', async (by) => {
    const [found] = findOffset(
      changed(await fliteSpeech(), (sample) => sample + by),
      -16,
    );
    expect(found).toMatchObject({ kind: 'offset', sureness: 'likely' });
    expect(found?.message).toContain('its mean is at -15 dB');
  });

  it('of a few samples is none', async () => {
    expect(
      findOffset(
        changed(await fliteSpeech(), (sample) => sample + 200),
        -16,
      ),
    ).toEqual([]);
  });
});
