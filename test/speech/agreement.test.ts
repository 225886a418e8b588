import { describe, expect, it } from 'vitest';
import type { Pcm } from '../../src/core/pcm.ts';
import type { AgreementOptions } from '../../src/speech/check/agreement.ts';
import { agreement } from '../../src/speech/check/agreement.ts';
import { measureSpeech } from '../../src/speech/check/measure/measure-speech.ts';
import { isSameSpeech } from '../../src/speech/check/measure/is-same-speech.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import { speakWords } from '../helpers/servers/word-tones.ts';

const text = 'She walked down to the harbour, as she did every morning, and counted the boats on the grey water.';

function pcmOf(said = text, sampleRate = 8000): Pcm {
  return { samples: speakWords(said, sampleRate), sampleRate };
}

/** Returns audio with other noise, at another volume, as services send that repeat all but the noise. */
function withNoise({ samples, sampleRate }: Pcm, seed: number): Pcm {
  const random = seededRandom(seed);
  return { samples: samples.map((sample) => 0.7 * sample + 30 * (random() - 0.5)), sampleRate };
}

/** Speaks at another pace, as services do that never repeat a text in the same way. */
function atPace(percent: number): Pcm {
  const { samples } = pcmOf();
  const stretched = Int16Array.from(
    { length: Math.round((samples.length * 100) / percent) },
    (_, index) => samples[Math.floor((index * percent) / 100)] ?? 0,
  );
  return { samples: stretched, sampleRate: 8000 };
}

function agreed(
  answers: readonly Pcm[],
  lead: number,
  options?: Omit<AgreementOptions, 'lead'>,
): readonly Pcm[] | undefined {
  const spoken = answers.map((pcm) => ({ pcm, soundSeconds: measureSpeech(pcm).soundSeconds }));
  return agreement(spoken, { lead, ...options })?.agreed.map(({ pcm }) => pcm);
}

describe('two answers', () => {
  it('are the same speech whatever their noise and volume', () => {
    expect(isSameSpeech(withNoise(pcmOf(), 1), withNoise(pcmOf(), 2))).toBe(true);
  });

  it.each([
    ['a word is missing', text.replace('down ', '')],
    ['a word is another one', text.replace('boats', 'dogs')],
    ['a word is there twice', text.replace('down ', 'down down ')],
    ['half is missing', text.slice(0, 40)],
  ])('are not the same speech when %s', (_, other) => {
    expect(isSameSpeech(pcmOf(), pcmOf(other))).toBe(false);
  });

  it('are not the same speech when a word of a long text is silent', () => {
    const long = pcmOf(`${text} `.repeat(4));
    const at = long.samples.length / 2;
    const silent = {
      ...long,
      samples: long.samples.map((sample, index) => (Math.abs(index - at) < 2000 ? 0 : sample)),
    };
    expect(isSameSpeech(long, silent)).toBe(false);
    expect(isSameSpeech(silent, long)).toBe(false);
    expect(isSameSpeech(withNoise(long, 1), withNoise(long, 2))).toBe(true);
  });
});

describe('answers to one text', () => {
  const cut = pcmOf(text.replace('down ', ''));

  it('agree when enough of them are the same', () => {
    expect(agreed([pcmOf(), cut, pcmOf()], 1)).toEqual([pcmOf(), pcmOf()]);
    expect(agreed([pcmOf(), cut, pcmOf()], 2)).toBeUndefined();
    expect(agreed([pcmOf(), cut, pcmOf(), pcmOf()], 2)).toHaveLength(3);
  });

  it('agree when none is the same as another, but all are about as long', () => {
    expect(agreed([atPace(100), atPace(96)], 2)).toBeUndefined();
    expect(agreed([atPace(100), atPace(96), atPace(107)], 3)).toHaveLength(3);
    expect(agreed([atPace(100), atPace(96), pcmOf(text.slice(0, 40))], 2)).toBeUndefined();
  });

  it('agree when none of many is the usual one, but all are about as long', () => {
    const [one, other] = [atPace(100), atPace(98)];
    expect(agreed([one, other, one, other], 2)).toBeUndefined();
    expect(agreed([one, other, one, other, one, other], 2)).toHaveLength(6);
    expect(agreed([one, one, one, one, other, other], 3)).toBeUndefined();
  });

  it('agree at the last when they are about as long, the most frequent first', () => {
    const answers = [atPace(98), atPace(100), cut, atPace(100), atPace(100)];
    expect(agreed(answers, 5)).toBeUndefined();
    expect(agreed(answers, 5, { isLast: true })?.[0]).toEqual(atPace(100));
    const halves = [pcmOf(), pcmOf(text.slice(0, 40)), pcmOf(), pcmOf(text.slice(0, 40))];
    expect(agreed(halves, 2, { isLast: true })).toBeUndefined();
  });

  it('agree when they are about as long, where the service is known to vary', () => {
    const answers = [atPace(98), atPace(100), atPace(100)];
    expect(agreed(answers, 3)).toBeUndefined();
    expect(agreed(answers, 3, { varies: true })?.[0]).toEqual(atPace(100));
    expect(agreed([pcmOf(), pcmOf(text.slice(0, 40)), pcmOf()], 2, { varies: true })).toBeUndefined();
  });
});
