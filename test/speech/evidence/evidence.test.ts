import { describe, expect, it } from 'vitest';
import { espeakSpeech, fliteSpeech, foundIn, texts } from './real-speech.ts';

describe('evidence in the samples of one answer', () => {
  it.each(texts)('is not found in speech: %s', async (text) => {
    expect(foundIn(await fliteSpeech(text))).toEqual([]);
    // Its pauses are zeros, which only its other audio explains.
    expect(
      foundIn(await espeakSpeech(text)).filter((found) => !/^(?:possible|trace) hole$|^possible zeros$/u.test(found)),
    ).toEqual([]);
  });

  it('is not found in silence', () => {
    expect(foundIn({ samples: new Int16Array(24_000), sampleRate: 24_000 })).toEqual([]);
  });
});
