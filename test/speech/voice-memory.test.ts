import { describe, expect, it } from 'vitest';
import type { Pcm } from '../../src/core/pcm.ts';
import { VoiceMemory } from '../../src/speech/check/voice-memory.ts';
import type { VoiceMemoryOptions } from '../../src/speech/check/voice-memory.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import { joinSamples, speakWords } from '../helpers/servers/word-tones.ts';
import { firstHalf, spokenSentences } from '../helpers/spoken-sentences.ts';

/** Returns different texts of three sentences. */
function texts(count: number): string[] {
  const places = ['the harbour', 'a narrow street', 'the old library', 'her mother’s house', 'the station'];
  return Array.from({ length: count }, (_, index) => {
    const place = places[index % places.length] ?? '';
    return `The rain had stopped before dawn. She walked down to ${place}, as she did every morning${' again'.repeat(index % 4)}. Then she counted the boats twice.`;
  });
}

function judge(check: VoiceMemory, text: string, pcm: Pcm, language = 'en'): string | undefined {
  const { speech, problem } = check.measure(text, pcm);
  return problem ?? check.judge({ text, language, speech })?.message;
}

/** Keeps audio for a text, and returns the texts that have the same. */
function keep(check: VoiceMemory, text: string, pcm: Pcm): readonly string[] {
  const { speech } = check.measure(text, pcm);
  return check.keep({ text, segment: text, language: 'en' }, { pcm, speech, soundSeconds: speech.soundSeconds });
}

/** Speaks a text with the syllables of speech. */
function voice(text: string): Pcm {
  return { samples: speakWords(text, 8000), sampleRate: 8000 };
}

/** Speaks a text with the faint noise that a model has in its pauses. */
function modelVoice(text: string): Pcm {
  const random = seededRandom(7);
  const { samples, sampleRate } = voice(text);
  return { samples: samples.map((sample) => sample + Math.round(2 + 4 * random())), sampleRate };
}

function knownCheck(options: VoiceMemoryOptions = {}): VoiceMemory {
  const check = new VoiceMemory(options);
  for (const text of texts(20)) judge(check, text, spokenSentences(text));
  return check;
}

describe('a voice whose pace is known', () => {
  const [text = ''] = texts(1);

  it('passes whole audio and not half of it', () => {
    const check = knownCheck();
    expect(judge(check, text, spokenSentences(text))).toBeUndefined();
    expect(judge(check, text, firstHalf(spokenSentences(text)))).toContain('too short');
  });

  it('passes no tone, no part that is much quieter, no long pause, and nothing that sounds below it', () => {
    const check = new VoiceMemory();
    for (const known of texts(12)) judge(check, known, voice(known));
    const spoken = voice(text);
    const { samples, sampleRate } = spoken;
    const middle = samples.length / 2;
    const changed = (change: (sample: number, index: number) => number): Pcm => ({
      samples: samples.map(change),
      sampleRate,
    });
    const pause = new Int16Array(5 * sampleRate);
    const paused = joinSamples([samples.subarray(0, middle), pause, samples.subarray(middle)]);
    const heard = (pcm: Pcm): string | undefined => judge(check, text, pcm);
    expect(heard(changed((_, index) => 8000 * Math.sin(index / 3)))).toContain('a tone');
    expect(heard(changed((sample, index) => (index < middle ? sample / 8 : sample)))).toContain('quieter');
    expect(heard({ samples: paused, sampleRate })).toMatch(/5\.\d s of silence/u);
    expect(heard(changed((sample, index) => sample / 2 + 1500 * Math.sin(index / 10)))).toContain('below the speech');
    expect(heard(spoken)).toBeUndefined();
  });

  /** Returns what is wrong with audio of a known voice that has a hole in a pause and around it. */
  function heardWithHole(speak: (said: string) => Pcm): string | undefined {
    const check = new VoiceMemory();
    for (const known of texts(12)) judge(check, known, speak(known));
    const { samples, sampleRate } = speak(text);
    // From the middle of the first sentence's pause on.
    const from = 2.25 * sampleRate;
    const holed = samples.map((sample, at) => (at >= from && at < from + 0.6 * sampleRate ? 0 : sample));
    return judge(check, text, { samples: holed, sampleRate });
  }

  it('has no hole of zeros between two pauses, unless it pauses in zeros itself', () => {
    expect(heardWithHole(modelVoice)).toContain('hole of 0.60 s');
    expect(heardWithHole(voice)).toBeUndefined();
  });

  it('misses a sentence by its pause', () => {
    const check = knownCheck();
    const [first = '', second = '', third = ''] = text.split(/(?<=\.) /u);
    for (const rest of [`${second} ${third}`, `${first} ${third}`, `${first} ${second}`]) {
      expect(judge(check, text, spokenSentences(rest))).toMatch(/missing/u);
    }
  });

  it('is never taught by audio that was judged wrong', () => {
    const check = knownCheck();
    const before = check.learned;
    for (const wrong of texts(30)) expect(judge(check, wrong, firstHalf(spokenSentences(wrong)))).toBeDefined();
    expect(check.learned).toEqual(before);
  });

  it('tolerates what engines read differently', () => {
    const check = knownCheck();
    const odd = '(Copyright, 1906, 1908.)';
    for (const units of [10, 16, 24]) expect(judge(check, odd, spokenSentences(odd, units))).toBeUndefined();
  });

  it('has one sample rate, until eight answers in a row have another', () => {
    const check = knownCheck();
    const other = { ...spokenSentences(text, 32), sampleRate: 4000 };
    for (let count = 0; count < 7; count += 1) expect(judge(check, text, other)).toContain('4000 samples');
    expect(judge(check, text, other)).toBeUndefined();
  });

  it('may pause for no more than eight seconds, and not be silent', () => {
    const check = knownCheck();
    const spoken = spokenSentences(text);
    expect(judge(check, text, { ...spoken, samples: new Int16Array(20_000) })).toContain('silent');
    const samples = new Int16Array(spoken.samples.length + 80_000);
    samples.set(spoken.samples);
    samples.set(spoken.samples.subarray(0, 8000), samples.length - 8000);
    expect(judge(check, text, { ...spoken, samples })).toContain('s of silence');
  });

  it('is remembered by the next run', () => {
    const { learned } = knownCheck();
    const next = new VoiceMemory({ learned: JSON.parse(JSON.stringify(learned)) });
    expect(judge(next, text, firstHalf(spokenSentences(text)))).toContain('too short');
    expect(judge(next, text, { ...spokenSentences(text), sampleRate: 16_000 })).toContain('16000 samples');
    expect(next.acceptStored(text, 'en', { ...spokenSentences(text), sampleRate: 16_000 })).toBe(false);
    expect(next.acceptStored(text, 'en', spokenSentences(text))).toBe(true);
  });
});

describe('a short text', () => {
  it('is never refused for its length, and a heading is not judged by it at all', () => {
    const check = knownCheck();
    const heading = 'The Bridge';
    expect(judge(check, heading, firstHalf(spokenSentences(heading, 16, 0)))).toBeUndefined();
    const line = 'He said that she should go home.';
    const { speech } = check.measure(line, firstHalf(spokenSentences(line, 16, 0)));
    expect(check.judge({ text: line, language: 'en', speech })).toMatchObject({ grade: 'slight' });
  });
});

describe('a voice in this process', () => {
  it.each(['same', 'whole'] as const)(
    'has no answer that is judged again later, or compared with others: %s',
    (nature) => {
      const [text = '', other = ''] = texts(2);
      const check = new VoiceMemory({ nature });
      const spoken = modelVoice(text);
      expect(check.isKnown).toBe(true);
      expect(judge(check, text, spoken)).toBeUndefined();
      expect(judge(check, other, spoken)).toBeUndefined();
      expect(judge(check, text, { ...spoken, samples: new Int16Array(20_000) })).toContain('silent');
    },
  );
});

describe('audio that can be of no text, or of another one', () => {
  it('is refused when all of it is half, however the voice speaks', () => {
    const answers = texts(10).map((text) => [text, firstHalf(voice(text))] as const);
    const check = new VoiceMemory();
    for (const [text, pcm] of answers) expect(judge(check, text, pcm)).toContain('too short');
  });

  it('is refused when it is noise', () => {
    const random = seededRandom(1);
    const samples = Int16Array.from({ length: 40_000 }, () => 16_000 * (random() - 0.5));
    const [text = ''] = texts(1);
    expect(judge(new VoiceMemory(), text, { samples, sampleRate: 8000 })).toContain('noise');
  });

  it('is refused when most of it is cut off at full scale, and not when it is only loud', () => {
    const [text = ''] = texts(1);
    const { samples, sampleRate } = voice(text);
    const louder = (gain: number): Pcm => ({
      samples: samples.map((sample) => Math.max(-32_768, Math.min(32_767, sample * gain))),
      sampleRate,
    });
    expect(new VoiceMemory().measure(text, louder(30)).problem).toContain('cut off at full scale');
    expect(new VoiceMemory().measure(text, louder(6)).problem).toBeUndefined();
  });

  it('may be noise for a text without vowels', () => {
    const random = seededRandom(1);
    const pcm = { samples: Int16Array.from({ length: 8000 }, () => 16_000 * (random() - 0.5)), sampleRate: 8000 };
    expect(new VoiceMemory().measure('Shh!', pcm).problem).toBeUndefined();
    expect(new VoiceMemory().measure('Hush!', pcm).problem).toContain('noise');
    expect(new VoiceMemory().measure('42', pcm).problem).toContain('noise');
  });

  it('is not taken for that of another short text because the first one had to be asked for again', () => {
    const check = knownCheck();
    const sound = voice('Up the Line');
    judge(check, texts(1)[0] ?? '', firstHalf(spokenSentences(texts(1)[0] ?? '')));
    expect(judge(check, 'He said nothing at all to her', sound)).toContain('too short');
    expect(judge(check, 'The Bridges', sound)).toContain('another text');
  });

  it('is refused for the second of two texts that have it, and the first is reported when that one insists', () => {
    const check = new VoiceMemory();
    const [first, second] = [
      'The rain had stopped before dawn, and the boats were gone.',
      'Nobody in the town had ever asked about the other harbour.',
    ] as const;
    const sound = voice(first);
    expect(judge(check, first, sound)).toBeUndefined();
    expect(judge(check, second, sound)).toContain('another text');
    expect(keep(check, first, sound)).toEqual([]);
    expect(keep(check, second, sound)).toEqual([first]);
  });

  it('ends the run when it is kept for a third text', () => {
    const check = new VoiceMemory();
    const [text, ...others] = [
      'The rain had stopped before dawn, and the boats were gone.',
      'Nobody in the town had ever asked about the other harbour.',
      'Seven gulls walked along the wall as though they owned it.',
    ] as const;
    expect(judge(check, text, voice(text))).toBeUndefined();
    keep(check, text, voice(text));
    for (const other of others) expect(judge(check, other, voice(text))).toContain('same as that of another text');
    keep(check, others[0], voice(text));
    expect(() => keep(check, others[1], voice(text))).toThrow('the same audio for different texts');
  });

  it('is refused when part of it is there twice', () => {
    const check = new VoiceMemory();
    for (const text of texts(20)) expect(judge(check, text, voice(text))).toBeUndefined();
    const [text = ''] = texts(1);
    expect(judge(check, text, voice(text.replace('She', 'The rain had stopped before dawn. She')))).toMatch(
      /too long|twice/u,
    );
    const refrain = 'Row, row, row your boat. Row, row, row your boat. Gently down the stream.';
    expect(judge(check, refrain, voice(refrain))).toBeUndefined();
  });

  it('is asked for again when a single word is there twice, but not when the text has it twice', () => {
    const check = new VoiceMemory();
    for (const text of texts(20)) judge(check, text, voice(text));
    const [text = ''] = texts(1);
    const [once, twice] = [`${text} J. R. R. Vane.`, `${text} J. R. R. Vane. Vane.`] as const;
    for (let count = 0; count < 2; count += 1) expect(judge(check, once, voice(twice))).toContain('twice');
    expect(judge(check, once, voice(once))).toBeUndefined();
    expect(judge(check, twice, voice(twice))).toBeUndefined();
  });

  it('is asked for again when it ends in the middle of a sound', () => {
    const check = new VoiceMemory();
    for (const text of texts(20)) judge(check, text, voice(text));
    const heading = 'Harbour Lights';
    const { samples } = voice(heading);
    const cut = { samples: samples.subarray(0, samples.length * 0.8), sampleRate: 8000 };
    expect(judge(check, heading, cut)).toContain('middle of a sound');
  });
});

describe('the first answers of a run', () => {
  it.each([12, 16, 24])('are judged again when the voice, of %d units a second, is known', (pace) => {
    const check = new VoiceMemory();
    const [first = '', ...others] = texts(12);
    const missing = spokenSentences(first.replace(/(?<=\. ).*?\. /u, ''), pace);
    const spoken = check.measure(first, missing).speech;
    judge(check, first, missing);
    expect(check.isKnown).toBe(false);
    for (const text of others) expect(judge(check, text, spokenSentences(text, pace))).toBeUndefined();
    expect(check.isKnown).toBe(true);
    expect(check.problemNow(first, 'en', spoken)?.message).toMatch(/missing/u);
  });

  it('have the sample rate of most of them', () => {
    const check = new VoiceMemory();
    const [first = '', ...others] = texts(8);
    const wrong = { ...spokenSentences(first), sampleRate: 4000 };
    judge(check, first, wrong);
    for (const text of others) expect(judge(check, text, spokenSentences(text))).toBeUndefined();
    expect(judge(check, first, wrong)).toContain('4000 samples');
  });

  it('may be anything for a text without letters and digits', () => {
    expect(judge(new VoiceMemory(), '* * *', { samples: new Int16Array(1600), sampleRate: 8000 })).toBeUndefined();
  });
});

describe('languages', () => {
  it('each have their own pace, whatever the region', () => {
    const check = knownCheck();
    const [text = ''] = texts(1);
    expect(check.expectedSeconds(text, 'en-GB')).toBeCloseTo(check.expectedSeconds(text, 'en'));
    for (const other of texts(20)) judge(check, other, spokenSentences(other, 12), 'fr');
    expect(check.expectedSeconds(text, 'fr') / check.expectedSeconds(text, 'en')).toBeCloseTo(16 / 12, 0);
  });

  it('have another pace for Han characters that are spelled out', () => {
    const check = new VoiceMemory();
    const spelled = '山路を登りながら、こう考えた。智に働けば角が立つ。';
    for (let count = 0; count < 12; count += 1) judge(check, spelled, spokenSentences(spelled, 2), 'ja');
    expect(judge(check, '「いいえ。」', spokenSentences('「いいえ。」'), 'ja')).toBeUndefined();
    expect(judge(check, spelled, spokenSentences(spelled, 8), 'ja')).toContain('too short');
  });
});
