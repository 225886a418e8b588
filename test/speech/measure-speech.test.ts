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

/** Returns samples with the faint noise of a recording. */
function withFloor(samples: Int16Array): Int16Array {
  const random = seededRandom(1);
  return samples.map((sample) => sample + 10 * (random() - 0.5));
}

/** Returns samples whose two bytes are swapped from a sample on, as those of another byte order, or read one byte off. */
function swapped(samples: Int16Array, from: number): Int16Array {
  const bytes = Buffer.from(samples.slice(Math.floor(from)).buffer).swap16();
  const tail = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
  return joinSamples([samples.subarray(0, Math.floor(from)), tail]);
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

  it.each([8000, 16_000, 24_000])('distinguishes noise from speech and tones at %i Hz', (rate) => {
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

  it.each([8000, 16_000, 24_000])('knows samples whose bytes are swapped at %i Hz, all or the second half', (rate) => {
    for (const said of [sentences.join('').repeat(2), 'Prologue']) {
      const samples = withFloor(speakWords(said, rate));
      expect(measureSpeech({ samples, sampleRate: rate }).isNoise).toBe(false);
      expect(measureSpeech({ samples: swapped(samples, 0), sampleRate: rate }).isNoise).toBe(true);
    }
    const long = withFloor(speakWords(sentences.join('').repeat(2), rate));
    expect(measureSpeech({ samples: swapped(long, long.length / 2), sampleRate: rate }).isNoise).toBe(true);
  });

  it.each([8000, 16_000, 24_000])('finds noise, and a tone, in the middle of speech at %i Hz', (rate) => {
    const random = seededRandom(1);
    const spoken = speakWords(sentences.join('').repeat(2), rate);
    const noise = Int16Array.from({ length: 4 * rate }, () => 8000 * (random() - 0.5));
    const tone = Int16Array.from(
      { length: 4 * rate },
      (_, index) => 5000 * Math.sin((index / rate) * 2 * Math.PI * 1000),
    );
    for (const part of [noise, tone]) {
      const samples = joinSamples([spoken, part, spoken]);
      expect(measureSpeech({ samples, sampleRate: rate }).isNoise).toBe(true);
      const brief = joinSamples([spoken, part.subarray(0, 1.5 * rate), spoken]);
      expect(measureSpeech({ samples: brief, sampleRate: rate }).isNoise).toBe(false);
    }
  });

  it('does not take a whisper, or the noise of a long pause, for noise', () => {
    const random = seededRandom(1);
    // Without voice, and as loud as a whisper becomes.
    const whisper = speakWords(sentences.join('').repeat(2), sampleRate).map(
      (sample) => 6 * Math.abs(sample) * (random() - 0.5),
    );
    expect(measureSpeech({ samples: whisper, sampleRate }).isNoise).toBe(false);
    const paused = joinSamples([
      speak(...sentences).samples,
      new Int16Array(4 * sampleRate),
      speak(...sentences).samples,
    ]);
    const hissing = paused.map((sample) => sample + 700 * (random() - 0.5));
    expect(measureSpeech({ samples: hissing, sampleRate }).isNoise).toBe(false);
  });

  it('hears that only the second half is cut off at full scale', () => {
    const spoken = speakWords(sentences.join('').repeat(2), 24_000);
    const half = (gain: number): Int16Array =>
      spoken.map((sample, index) =>
        index < spoken.length / 2 ? sample : Math.max(-32_768, Math.min(32_767, sample * gain)),
      );
    expect(measureSpeech({ samples: half(30), sampleRate: 24_000 }).isClipped).toBe(true);
    expect(measureSpeech({ samples: half(5.4), sampleRate: 24_000 }).isClipped).toBe(false);
  });

  it('finds a sentence that is there twice, audio that is, and two words without a pause between them', () => {
    const [first = '', second = '', third = ''] = sentences;
    expect(measureSpeech(speak(first, second, third)).copies).toBe(0);
    expect(measureSpeech(speak(first, second, second, third)).copies).toBe(1);
    expect(measureSpeech(speak(first, third, first, third)).copies).toBe(1);
    expect(measureSpeech(speak('Part One Part One')).copies).toBe(1);
  });

  it('finds the last second that is there again and again, without a pause between', () => {
    const { samples } = speak(...sentences);
    const end = samples.findLastIndex((sample) => Math.abs(sample) > 300) + 1;
    const last = samples.slice(end - sampleRate, end);
    expect(measureSpeech({ samples, sampleRate }).copies).toBe(0);
    expect(measureSpeech({ samples: joinSamples([samples.slice(0, end), last, last]), sampleRate }).copies).toBe(1);
  });

  it('hears the pitch of a voice, whatever is louder than its fundamental', () => {
    const voice = Int16Array.from(
      { length: 3 * sampleRate },
      (_, at) =>
        3000 * Math.sin((2 * Math.PI * 110 * at) / sampleRate) + 6000 * Math.sin((2 * Math.PI * 330 * at) / sampleRate),
    );
    expect(measureSpeech({ samples: voice, sampleRate }).pitch).toBeCloseTo(110, -1);
  });

  it('distinguishes a copy from a word that is said twice', () => {
    const [first = '', second = ''] = sentences;
    expect(measureSpeech(speak(first, 'Vane. ', 'Vane. ', second)).copies).toBe(1);
    // Said again, a word is about as long and as loud, and its pitch is another.
    const again = speakWords('Vane. ', sampleRate * 1.06);
    const samples = joinSamples([speakWords(`${first}Vane. `, sampleRate), again, speakWords(second, sampleRate)]);
    expect(measureSpeech({ samples, sampleRate }).copies).toBe(0);
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
