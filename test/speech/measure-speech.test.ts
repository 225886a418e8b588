import { describe, expect, it } from 'vitest';
import type { Pcm } from '../../src/core/pcm.ts';
import { decodeMp3 } from '../../src/speech/edge/decode-mp3.ts';
import { decodeOggVorbis } from '../../src/speech/polly/decode-ogg-vorbis.ts';
import { measureSpeech } from '../../src/speech/check/measure/measure-speech.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import { mp3Bytes } from '../helpers/servers/spoken-mp3.ts';
import { oggBytes } from '../helpers/servers/spoken-ogg.ts';
import { joinSamples, speakWords } from '../helpers/servers/word-tones.ts';

const sampleRate = 16_000;
const sentences = [
  'The rain had stopped before dawn. ',
  'She walked down to the harbour, as she did every morning. ',
  'Then she counted the boats twice. ',
];

function speak(...parts: readonly string[]): Pcm {
  return { samples: joinSamples(parts.map((part) => speakWords(part, sampleRate))), sampleRate };
}

/** Returns amplified speech at 24 kHz, cut off at full scale. */
function loud(gain: number): Int16Array {
  return speakWords('She walked down to the harbour.', 24_000).map((sample) =>
    Math.max(-32_768, Math.min(32_767, sample * gain)),
  );
}

async function clippedBehindCodecs(gain: number): Promise<readonly boolean[]> {
  const mp3 = await decodeMp3(mp3Bytes(loud(gain), 24_000), 'edge');
  const ogg = await decodeOggVorbis(oggBytes(loud(gain), 24_000), 'polly');
  return [mp3, ogg].map((pcm) => measureSpeech(pcm).isClipped);
}

describe('measureSpeech', () => {
  it('counts the syllables, and one for a steady tone', () => {
    expect(measureSpeech(speak(...sentences)).syllables).toBeGreaterThan(28);
    expect(measureSpeech(speak(...sentences)).syllables).toBeLessThan(42);
    const tone = Int16Array.from({ length: 40_000 }, (_, index) => 8000 * Math.sin(index / 10));
    expect(measureSpeech({ samples: tone, sampleRate }).syllables).toBeLessThan(2);
  });

  it.each([8000, 16_000, 24_000])('tells noise from speech and tones at %i Hz', (rate) => {
    const random = seededRandom(1);
    const noise = Int16Array.from({ length: 2 * rate }, () => 16_000 * (random() - 0.5));
    expect(measureSpeech({ samples: noise, sampleRate: rate }).isNoise).toBe(true);
    const tone = Int16Array.from(
      { length: 2 * rate },
      (_, index) => 8000 * Math.sin((index / rate) * 2 * Math.PI * 440),
    );
    expect(measureSpeech({ samples: tone, sampleRate: rate }).isNoise).toBe(false);
    expect(measureSpeech({ samples: speakWords(sentences.join(''), rate), sampleRate: rate }).isNoise).toBe(false);
  });

  it('knows short noise whose ends a codec has blurred', async () => {
    const random = seededRandom(1);
    const noise = Int16Array.from({ length: 14_000 }, () => 16_000 * (random() - 0.5));
    expect(measureSpeech(await decodeMp3(mp3Bytes(noise, 24_000), 'Edge')).isNoise).toBe(true);
    const word = speakWords('Part One', 24_000);
    expect(measureSpeech(await decodeMp3(mp3Bytes(word, 24_000), 'Edge')).isNoise).toBe(false);
  });

  it('finds a sentence that is there twice, and audio that is there twice', () => {
    const [first = '', second = '', third = ''] = sentences;
    expect(measureSpeech(speak(first, second, third)).repeatedSeconds).toBe(0);
    const alone = measureSpeech(speak(second)).soundSeconds;
    expect(measureSpeech(speak(first, second, second, third)).repeatedSeconds / alone).toBeCloseTo(1, 0);
    const whole = measureSpeech(speak(first, third)).soundSeconds;
    expect(measureSpeech(speak(first, third, first, third)).repeatedSeconds / whole).toBeCloseTo(1, 0);
  });

  it('finds two words that are there twice without a pause between them', () => {
    const whole = measureSpeech(speak('Part One'));
    const { repeatedSeconds, copies } = measureSpeech(speak('Part One Part One'));
    expect(repeatedSeconds / whole.soundSeconds).toBeCloseTo(1, 0);
    expect(copies).toBe(1);
  });

  it('tells a copy from a word that is said twice', () => {
    const [first = '', second = ''] = sentences;
    expect(measureSpeech(speak(first, 'Vane. ', 'Vane. ', second)).copies).toBe(1);
    // Said again, a word is about as long and as loud, and its pitch is another.
    const again = speakWords('Vane. ', sampleRate * 1.06);
    const samples = joinSamples([speakWords(`${first}Vane. `, sampleRate), again, speakWords(second, sampleRate)]);
    const spoken = measureSpeech({ samples, sampleRate });
    expect(spoken.repeatedSeconds).toBeGreaterThan(0);
    expect(spoken.copies).toBe(0);
  });

  it.each([
    ['“Aye,” said the tube.'],
    ['Nobody moved.'],
    ['Part One.'],
    ['The Bridge.'],
    ['She had been a dressmaker’s assistant, and then a waitress, and then for one long winter nothing at all.'],
  ])('finds a copy that a codec has blurred: %s', async (sentence) => {
    const spoken = (times: number): Int16Array => speakWords(`${sentence} `.repeat(times), 24_000);
    const decoded = async (times: number): Promise<Pcm> =>
      await decodeOggVorbis(oggBytes(spoken(times), 24_000), 'polly');
    expect(measureSpeech(await decoded(2)).copies).toBe(1);
    expect(measureSpeech(await decoded(1)).copies).toBe(0);
  });

  it('hears that a codec was given speech that is cut off at full scale, and not that it is only loud', async () => {
    expect(await clippedBehindCodecs(30)).toEqual([true, true]);
    expect(await clippedBehindCodecs(5.4)).toEqual([false, false]);
  });

  it('hears that speech was cut in the middle of a sound', () => {
    const { samples } = speak('harbour');
    expect(measureSpeech({ samples, sampleRate }).endsAbruptly).toBe(false);
    const cut = samples.subarray(0, samples.length / 2);
    expect(measureSpeech({ samples: cut, sampleRate }).endsAbruptly).toBe(true);
  });

  it('recognizes the same samples', () => {
    const [first = '', second = ''] = sentences;
    const { fingerprint } = measureSpeech(speak(first));
    expect(fingerprint).toBeDefined();
    expect(measureSpeech(speak(first)).fingerprint).toBe(fingerprint);
    expect(measureSpeech(speak(second)).fingerprint).not.toBe(fingerprint);
  });
});
