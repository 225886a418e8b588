import { describe, expect, it } from 'vitest';
import type { Pcm } from '../../src/core/pcm.ts';
import { VoiceMemory } from '../../src/speech/check/voice-memory.ts';
import type { VoiceMemoryOptions } from '../../src/speech/check/voice-memory.ts';
import { seededRandom } from '../helpers/seeded-random.ts';
import { joinSamples, speakWords } from '../helpers/servers/word-tones.ts';
import { firstHalf, spokenSentences } from '../helpers/spoken-sentences.ts';

const { signal } = new AbortController();

/** Returns different texts of three sentences. */
function texts(count: number): string[] {
  const places = ['the harbour', 'a narrow street', 'the old library', 'her mother’s house', 'the station'];
  return Array.from({ length: count }, (_, index) => {
    const place = places[index % places.length] ?? '';
    return `The rain had stopped before dawn. She walked down to ${place}, as she did every morning${' again'.repeat(index % 4)}. Then she counted the boats twice.`;
  });
}

async function judge(check: VoiceMemory, text: string, pcm: Pcm, language = 'en'): Promise<string | undefined> {
  const { speech, problem } = check.measure(text, pcm);
  return problem ?? (await check.judge({ text, language, speech }, signal))?.message;
}

/** Judges answers that are spoken at the same time, with the same voice. */
async function judgeTogether(check: VoiceMemory, answers: readonly (readonly [text: string, pcm: Pcm])[]) {
  const segments = answers.map(() => check.startSegment());
  return await Promise.all(
    answers.map(async ([text, pcm], index) => {
      using _segment = segments[index];
      return await judge(check, text, pcm);
    }),
  );
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

async function knownCheck(options: VoiceMemoryOptions = {}): Promise<VoiceMemory> {
  const check = new VoiceMemory(options);
  for (const text of texts(20)) await judge(check, text, spokenSentences(text));
  return check;
}

describe('a voice whose pace is known', () => {
  const [text = ''] = texts(1);

  it('passes whole audio and not half of it', async () => {
    const check = await knownCheck();
    expect(await judge(check, text, spokenSentences(text))).toBeUndefined();
    expect(await judge(check, text, firstHalf(spokenSentences(text)))).toContain('too short');
  });

  it('passes no tone, no part that is much quieter, no long pause, and nothing that sounds below it', async () => {
    const check = new VoiceMemory();
    for (const known of texts(12)) await judge(check, known, voice(known));
    const spoken = voice(text);
    const { samples, sampleRate } = spoken;
    const middle = samples.length / 2;
    const changed = (change: (sample: number, index: number) => number): Pcm => ({
      samples: samples.map(change),
      sampleRate,
    });
    const pause = new Int16Array(5 * sampleRate);
    const paused = joinSamples([samples.subarray(0, middle), pause, samples.subarray(middle)]);
    const heard = async (pcm: Pcm): Promise<string | undefined> => await judge(check, text, pcm);
    expect(await heard(changed((_, index) => 8000 * Math.sin(index / 3)))).toContain('a tone');
    expect(await heard(changed((sample, index) => (index < middle ? sample / 8 : sample)))).toContain('quieter');
    expect(await heard({ samples: paused, sampleRate })).toMatch(/5\.\d s of silence/u);
    expect(await heard(changed((sample, index) => sample / 2 + 1500 * Math.sin(index / 10)))).toContain(
      'below the speech',
    );
    expect(await heard(spoken)).toBeUndefined();
  });

  /** Returns what is wrong with audio of a known voice that has a hole in a pause and around it. */
  async function heardWithHole(speak: (said: string) => Pcm): Promise<string | undefined> {
    const check = new VoiceMemory();
    for (const known of texts(12)) await judge(check, known, speak(known));
    const { samples, sampleRate } = speak(text);
    // From the middle of the first sentence's pause on.
    const from = 2.25 * sampleRate;
    const holed = samples.map((sample, at) => (at >= from && at < from + 0.6 * sampleRate ? 0 : sample));
    return await judge(check, text, { samples: holed, sampleRate });
  }

  it('has no hole of zeros between two pauses, unless it pauses in zeros itself', async () => {
    expect(await heardWithHole(modelVoice)).toContain('hole of 0.60 s');
    expect(await heardWithHole(voice)).toBeUndefined();
  });

  it('misses a sentence by its pause', async () => {
    const check = await knownCheck();
    const [first = '', second = '', third = ''] = text.split(/(?<=\.) /u);
    for (const rest of [`${second} ${third}`, `${first} ${third}`, `${first} ${second}`]) {
      expect(await judge(check, text, spokenSentences(rest))).toMatch(/missing/u);
    }
  });

  it('is never taught by audio that was judged wrong', async () => {
    const check = await knownCheck();
    const before = check.learned;
    for (const wrong of texts(30)) expect(await judge(check, wrong, firstHalf(spokenSentences(wrong)))).toBeDefined();
    expect(check.learned).toEqual(before);
  });

  it('tolerates what engines read differently', async () => {
    const check = await knownCheck();
    const odd = '(Copyright, 1906, 1908.)';
    for (const units of [10, 16, 24]) expect(await judge(check, odd, spokenSentences(odd, units))).toBeUndefined();
  });

  it('has one sample rate, until eight answers in a row have another', async () => {
    const check = await knownCheck();
    const other = { ...spokenSentences(text, 32), sampleRate: 4000 };
    for (let count = 0; count < 7; count += 1) expect(await judge(check, text, other)).toContain('4000 samples');
    expect(await judge(check, text, other)).toBeUndefined();
  });

  it('may pause for no more than eight seconds, and not be silent', async () => {
    const check = await knownCheck();
    const spoken = spokenSentences(text);
    expect(await judge(check, text, { ...spoken, samples: new Int16Array(20_000) })).toContain('silent');
    const samples = new Int16Array(spoken.samples.length + 80_000);
    samples.set(spoken.samples);
    samples.set(spoken.samples.subarray(0, 8000), samples.length - 8000);
    expect(await judge(check, text, { ...spoken, samples })).toContain('s of silence');
  });

  it('is remembered by the next run', async () => {
    const { learned } = await knownCheck();
    const next = new VoiceMemory({ learned: JSON.parse(JSON.stringify(learned)), holdBack: true });
    expect(await judge(next, text, firstHalf(spokenSentences(text)))).toContain('too short');
    expect(await judge(next, text, { ...spokenSentences(text), sampleRate: 16_000 })).toContain('16000 samples');
    expect(next.acceptStored(text, 'en', { ...spokenSentences(text), sampleRate: 16_000 })).toBe(false);
    expect(next.acceptStored(text, 'en', spokenSentences(text))).toBe(true);
  });
});

describe('a short text', () => {
  it('is never refused for its length, and a heading is not judged by it at all', async () => {
    const check = await knownCheck();
    const heading = 'The Bridge';
    expect(await judge(check, heading, firstHalf(spokenSentences(heading, 16, 0)))).toBeUndefined();
    const line = 'He said that she should go home.';
    const { speech } = check.measure(line, firstHalf(spokenSentences(line, 16, 0)));
    expect(await check.judge({ text: line, language: 'en', speech }, signal)).toMatchObject({ grade: 'slight' });
  });
});

describe('a voice in this process', () => {
  it.each(['same', 'whole'] as const)(
    'has no answer that waits for others, or is compared with them: %s',
    async (nature) => {
      const [text = '', other = ''] = texts(2);
      const check = new VoiceMemory({ nature, holdBack: true });
      const spoken = modelVoice(text);
      expect(check.holdsBack(text, 'en')).toBe(false);
      expect(await judge(check, text, spoken)).toBeUndefined();
      expect(await judge(check, other, spoken)).toBeUndefined();
      expect(await judge(check, text, { ...spoken, samples: new Int16Array(20_000) })).toContain('silent');
    },
  );
});

describe('audio that can be of no text, or of another one', () => {
  it('is refused when all of it is half, however the voice speaks', async () => {
    const answers = texts(10).map((text) => [text, firstHalf(voice(text))] as const);
    const problems = await judgeTogether(new VoiceMemory({ holdBack: true }), answers);
    expect(problems.every((problem) => problem?.includes('too short'))).toBe(true);
  });

  it('is refused when it is noise', async () => {
    const random = seededRandom(1);
    const samples = Int16Array.from({ length: 40_000 }, () => 16_000 * (random() - 0.5));
    const [text = ''] = texts(1);
    expect(await judge(new VoiceMemory(), text, { samples, sampleRate: 8000 })).toContain('noise');
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

  it('is not taken for that of another short text because the first one had to be asked for again', async () => {
    const check = await knownCheck();
    const sound = voice('Up the Line');
    await judge(check, texts(1)[0] ?? '', firstHalf(spokenSentences(texts(1)[0] ?? '')));
    expect(await judge(check, 'He said nothing at all to her', sound)).toContain('too short');
    expect(await judge(check, 'The Bridges', sound)).toContain('another text');
  });

  it('is refused for both of two texts that have it, and the first is reported when the second insists', async () => {
    const check = new VoiceMemory({ holdBack: true });
    const [first, second] = [
      'The rain had stopped before dawn, and the boats were gone.',
      'Nobody in the town had ever asked about the other harbour.',
    ] as const;
    const sound = voice(first);
    const problems = await judgeTogether(check, [
      [first, sound],
      [second, sound],
    ]);
    expect(problems.every((problem) => problem?.includes('another text'))).toBe(true);
    expect(keep(check, first, sound)).toEqual([]);
    expect(keep(check, second, sound)).toEqual([first]);
  });

  it('ends the run when it is kept for a third text', async () => {
    const check = new VoiceMemory();
    const [text, ...others] = [
      'The rain had stopped before dawn, and the boats were gone.',
      'Nobody in the town had ever asked about the other harbour.',
      'Seven gulls walked along the wall as though they owned it.',
    ] as const;
    expect(await judge(check, text, voice(text))).toBeUndefined();
    keep(check, text, voice(text));
    for (const other of others)
      expect(await judge(check, other, voice(text))).toContain('same as that of another text');
    keep(check, others[0], voice(text));
    expect(() => keep(check, others[1], voice(text))).toThrow('the same audio for different texts');
  });

  it('is refused when part of it is there twice', async () => {
    const check = new VoiceMemory();
    for (const text of texts(20)) expect(await judge(check, text, voice(text))).toBeUndefined();
    const [text = ''] = texts(1);
    expect(await judge(check, text, voice(text.replace('She', 'The rain had stopped before dawn. She')))).toMatch(
      /too long|twice/u,
    );
    const refrain = 'Row, row, row your boat. Row, row, row your boat. Gently down the stream.';
    expect(await judge(check, refrain, voice(refrain))).toBeUndefined();
  });

  it('is asked for again when a single word is there twice, but not when the text has it twice', async () => {
    const check = new VoiceMemory();
    for (const text of texts(20)) await judge(check, text, voice(text));
    const [text = ''] = texts(1);
    const [once, twice] = [`${text} J. R. R. Vane.`, `${text} J. R. R. Vane. Vane.`] as const;
    for (let count = 0; count < 2; count += 1) expect(await judge(check, once, voice(twice))).toContain('twice');
    expect(await judge(check, once, voice(once))).toBeUndefined();
    expect(await judge(check, twice, voice(twice))).toBeUndefined();
  });

  it('is asked for again when it ends in the middle of a sound', async () => {
    const check = new VoiceMemory();
    for (const text of texts(20)) await judge(check, text, voice(text));
    const heading = 'Harbour Lights';
    const { samples } = voice(heading);
    const cut = { samples: samples.subarray(0, samples.length * 0.8), sampleRate: 8000 };
    expect(await judge(check, heading, cut)).toContain('middle of a sound');
  });

  it('is requested again for both of two short texts that sound the same while they are held', async () => {
    // Half of the words of the shorter one are in the other, too.
    const [first, second] = ['Up the Line', 'The Bridges'] as const;
    const same = voice(first);
    const check = new VoiceMemory({ holdBack: true });
    const problems = await judgeTogether(check, [
      [first, same],
      [second, same],
      ...texts(3).map((text) => [text, voice(text)] as const),
    ]);
    expect(problems.map((problem) => problem?.includes('another text') ?? false)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('the first answers of a run', () => {
  it.each([8, 16, 27])('are judged together when the voice speaks %d units a second', async (pace) => {
    const answers = texts(10).map((text, index) => {
      const pcm = spokenSentences(text, pace);
      return [text, index % 5 === 0 ? firstHalf(pcm) : pcm] as const;
    });
    const problems = await judgeTogether(new VoiceMemory({ holdBack: true }), answers);
    expect(problems.map((problem) => problem !== undefined)).toEqual(answers.map((_, index) => index % 5 === 0));
  });

  it('are not held back when no more come', async () => {
    const answers = texts(3).map((text, index) => {
      const pcm = spokenSentences(text);
      return [text, index === 0 ? firstHalf(pcm) : pcm] as const;
    });
    const problems = await judgeTogether(new VoiceMemory({ holdBack: true }), answers);
    expect(problems.map((problem) => problem !== undefined)).toEqual([true, false, false]);
  });

  it('have the sample rate of most of them', async () => {
    const answers = texts(8).map((text, index) => {
      const pcm = spokenSentences(text);
      return [text, index === 0 ? { ...pcm, sampleRate: 4000 } : pcm] as const;
    });
    const [first, ...others] = await judgeTogether(new VoiceMemory({ holdBack: true }), answers);
    expect(first).toContain('4000 samples');
    expect(others.every((problem) => problem === undefined)).toBe(true);
  });

  it('are judged at once on an abort, so that good ones can be stored', async () => {
    const check = new VoiceMemory({ holdBack: true });
    const controller = new AbortController();
    const [text = ''] = texts(1);
    using _one = check.startSegment();
    using _other = check.startSegment();
    const { speech } = check.measure(text, spokenSentences(text));
    const judged = check.judge({ text, language: 'en', speech }, controller.signal);
    controller.abort();
    expect(await judged).toBeUndefined();
  });

  it('may be anything for a text without letters and digits', async () => {
    const check = new VoiceMemory({ holdBack: true });
    expect(await judge(check, '* * *', { samples: new Int16Array(1600), sampleRate: 8000 })).toBeUndefined();
  });
});

describe('languages', () => {
  it('each have their own pace, whatever the region', async () => {
    const check = await knownCheck();
    const [text = ''] = texts(1);
    expect(check.expectedSeconds(text, 'en-GB')).toBeCloseTo(check.expectedSeconds(text, 'en'));
    for (const other of texts(20)) await judge(check, other, spokenSentences(other, 12), 'fr');
    expect(check.expectedSeconds(text, 'fr') / check.expectedSeconds(text, 'en')).toBeCloseTo(16 / 12, 0);
  });

  it('have another pace for Han characters that are spelled out', async () => {
    const check = new VoiceMemory();
    const spelled = '山路を登りながら、こう考えた。智に働けば角が立つ。';
    for (let count = 0; count < 12; count += 1) await judge(check, spelled, spokenSentences(spelled, 2), 'ja');
    expect(await judge(check, '「いいえ。」', spokenSentences('「いいえ。」'), 'ja')).toBeUndefined();
    expect(await judge(check, spelled, spokenSentences(spelled, 8), 'ja')).toContain('too short');
  });
});
