import { describe, expect, it } from 'vitest';
import type { Pcm } from '../../src/core/pcm.ts';
import { VoiceMemory } from '../../src/speech/check/voice-memory.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import { joinSamples, silence, speakWords } from '../helpers/servers/word-tones.ts';

const sampleRate = 24_000;

/** Speaks a text with syllables, at another pace than usual, in the faint noise that a model has in its pauses. */
function voice(text: string, pace = 1): Pcm {
  const random = seededRandom(7);
  const sound = speakWords(text, Math.round(sampleRate * pace));
  return { samples: sound.map((sample) => sample + Math.round(2 + 4 * random())), sampleRate };
}

function textOf(number: number): string {
  const sentence = 'She walked down to the harbour before dawn, as she did on every other morning. ';
  return `${sentence.repeat(1 + (number % 3))}Then she counted the boats ${'again '.repeat(number % 4)}twice.`;
}

/** Returns what is wrong with an answer of a voice that always speaks the whole text. */
function problemOf(text: string, pcm: Pcm, check = new VoiceMemory({ nature: 'whole' })) {
  const { speech, problem } = check.measure(text, pcm);
  return problem ?? check.judge({ text, language: 'en', speech })?.message;
}

/** Returns a check that knows the pace of the voice. */
function knownCheck(): VoiceMemory {
  const check = new VoiceMemory({ nature: 'whole' });
  for (let number = 0; number < 12; number += 1) problemOf(textOf(number), voice(textOf(number)), check);
  return check;
}

const text = textOf(5);
const whole = voice(text);

/** Returns the sound with a stretch of it replaced, in seconds. */
function replaced({ samples }: Pcm, from: number, to: number, by: Int16Array): Pcm {
  const [start, end] = [Math.round(from * sampleRate), Math.round(to * sampleRate)];
  return { samples: joinSamples([samples.subarray(0, start), by, samples.subarray(end)]), sampleRate };
}

/** Returns the middle of a loud sound, in seconds: the middle of the word that is at this time or after it. */
function loudAfter({ samples }: Pcm, seconds: number): number {
  const from = Math.round(seconds * sampleRate);
  return (from + samples.subarray(from).findIndex((sample) => Math.abs(sample) > 5000)) / sampleRate;
}

describe('a voice that always speaks the whole text', () => {
  it('is believed at any length that a reading may have, and at once', () => {
    const check = knownCheck();
    for (const pace of [0.7, 0.85, 1, 1.2, 1.5]) expect(problemOf(text, voice(text, pace), check)).toBeUndefined();
  });

  it('is believed where another voice would be asked again: short texts, sentences that are alike, the sound of another text', () => {
    const check = knownCheck();
    for (const short of ['Yes.', 'No, no, no.', 'He gave the book back.', 'The Bridge', 'One. Two. One. Two.']) {
      expect(problemOf(short, voice(short), check)).toBeUndefined();
      expect(problemOf(short, voice(short, 1.6), check)).toBeUndefined();
    }
    expect(
      problemOf(
        'Number five, she said, and nothing else at all.',
        voice('No. 5, she said, and nothing else at all.'),
        check,
      ),
    ).toBeUndefined();
    expect(
      problemOf('No. 5, she said, and nothing else at all.', voice('No. 5, she said, and nothing else at all.'), check),
    ).toBeUndefined();
  });

  it('is not believed when its audio is silent, or shorter than any voice says the text', () => {
    const check = knownCheck();
    expect(problemOf(text, { samples: silence(8, sampleRate), sampleRate }, check)).toContain('silent');
    expect(problemOf(text, voice(text.slice(0, 0.15 * text.length)), check)).toContain('less than any voice takes');
    expect(problemOf(text, voice(text, 2.8), check)).toBeUndefined();
  });

  it('is not believed when its audio was cut off', () => {
    const cut = loudAfter(whole, (0.8 * whole.samples.length) / sampleRate);
    const truncated = { ...whole, samples: whole.samples.subarray(0, Math.round(cut * sampleRate)) };
    expect(problemOf(text, truncated)).toContain('ends in the middle of a sound');
    const padded = { ...whole, samples: joinSamples([truncated.samples, silence(0.3, sampleRate)]) };
    expect(problemOf(text, padded)).toContain('hole of 0.30 s');
  });

  it('is not believed when its audio has a hole, as numbers leave that are none', () => {
    const from = loudAfter(whole, 3);
    const mute = (seconds: number): Pcm => replaced(whole, from, from + seconds, silence(seconds, sampleRate));
    expect(problemOf(text, mute(0.03))).toContain('hole of 0.03 s');
    expect(problemOf(text, mute(1.2))).toContain('hole of 1.20 s');
  });

  it('may have pauses of zeros between its utterances and fade into them, but no long ones', () => {
    const two = [textOf(0), textOf(1)];
    const joinedBy = (seconds: number): Pcm => ({
      samples: joinSamples([voice(two[0] ?? '').samples, silence(seconds, sampleRate), voice(two[1] ?? '').samples]),
      sampleRate,
    });
    expect(problemOf(two.join(' '), joinedBy(0.3))).toBeUndefined();
    expect(problemOf(two.join(' '), joinedBy(0.7))).toBeUndefined();
    expect(problemOf(two.join(' '), joinedBy(2.5))).toContain('hole of 2.50 s');
  });
});
