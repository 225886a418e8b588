import { describe, expect, it } from 'vitest';
import type { Pcm } from '../../../src/core/pcm.ts';
import { findFlatTops } from '../../../src/speech/check/evidence/flat-tops.ts';
import type { Finding } from '../../../src/speech/check/evidence/finding.ts';
import { frameLevels } from '../../../src/speech/check/measure/frame-levels.ts';
import { changed, fliteSpeech } from './real-speech.ts';

function flatTopsOf(pcm: Pcm): readonly Finding[] {
  return findFlatTops(pcm, frameLevels(pcm));
}

describe('flat tops', () => {
  it.each([32_767, 10_922, 3000])('at %d show that speech was cut off there', async (level) => {
    const clipped = changed(await fliteSpeech(), (sample) => Math.max(-level, Math.min(level, sample * 6)));
    const [found] = flatTopsOf(clipped);
    expect(found).toMatchObject({ kind: 'flat-tops', sureness: 'likely' });
    expect(found?.message).toContain(`cut off at ${(20 * Math.log10(level / 32_768)).toFixed(0)} dB in`);
  });

  it('are found where only one side is cut off', async () => {
    expect(flatTopsOf(changed(await fliteSpeech(), (sample) => Math.min(2000, sample * 3)))).toHaveLength(1);
  });

  it('are not those of a loud voice, or of a few samples', async () => {
    expect(flatTopsOf(changed(await fliteSpeech(), (sample) => sample * 2))).toEqual([]);
    expect(flatTopsOf({ samples: new Int16Array(), sampleRate: 8000 })).toEqual([]);
  });
});
