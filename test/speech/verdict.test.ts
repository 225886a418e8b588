import { describe, expect, it } from 'vitest';
import type { Pcm } from '../../src/core/pcm.ts';
import type { Answer, SpokenAnswer } from '../../src/speech/check/answer.ts';
import type { SpeechProblem } from '../../src/speech/check/judge-speech.ts';
import { measureSpeech } from '../../src/speech/check/measure/measure-speech.ts';
import { provedWrong, verdict } from '../../src/speech/check/verdict.ts';
import type { TextState, VoiceState } from '../../src/speech/check/verdict.ts';
import { speakWords } from '../helpers/servers/word-tones.ts';

const sentence = 'She walked down to the harbour, as she did every morning, and counted the boats on the grey water.';
const long: TextState = { isShort: false, isPart: false, isCompared: false, canHalve: true, left: 20 };
const short: TextState = { ...long, isShort: true, canHalve: false };
const service: VoiceState = { isCaught: false, lead: 2, varies: false };
const caught: VoiceState = { ...service, isCaught: true };

/** Speaks a text at a pace, with a fault of a grade. */
function answer(
  text = sentence,
  { grade, kind, pace = 1 }: Partial<SpeechProblem> & { readonly pace?: number } = {},
): Answer & { readonly pcm: Pcm } {
  const pcm = { samples: speakWords(text, Math.round(8000 * pace)), sampleRate: 8000 };
  return { pcm, soundSeconds: measureSpeech(pcm).soundSeconds, problem: grade && { message: 'Odd.', grade, kind } };
}

const good: SpokenAnswer = answer();
const half = (grade: SpeechProblem['grade']): SpokenAnswer => answer(sentence.slice(0, 45), { grade });
const silence = { message: 'The audio is silent.', grade: 'wrong' } as const;
const silent: Answer = { soundSeconds: 0, problem: silence };

describe('the verdict on a service that was never caught', () => {
  it('asks, and keeps the first good answer', () => {
    expect(verdict(long, [], service)).toEqual({ action: 'ask' });
    expect(verdict(long, [good], service)).toEqual({ action: 'keep', answer: good });
  });

  it('asks again after one that is not, and keeps what comes twice alike', () => {
    const slight = answer(sentence, { grade: 'slight' });
    expect(verdict(short, [slight], service)).toEqual({ action: 'ask' });
    expect(verdict(short, [slight, slight], service)).toEqual({ action: 'keep', answer: slight });
  });

  it('keeps what the voice never does elsewhere, such as a hole, only when it comes four times alike', () => {
    const holed = answer(sentence, { grade: 'slight', kind: 'unusual' });
    const answers = (count: number): Answer[] => Array.from({ length: count }, () => holed);
    for (const count of [1, 2, 3]) expect(verdict(long, answers(count), service)).toEqual({ action: 'ask' });
    expect(verdict(long, answers(4), service)).toEqual({ action: 'keep', answer: holed });
    expect(verdict(long, [...answers(2), good], service)).toEqual({ action: 'keep', answer: good });
    // However few must agree where the service was caught.
    expect(verdict(long, answers(3), caught)).toEqual({ action: 'ask' });
  });

  it('keeps the one of two alike in which nothing was found', () => {
    const noisy = good.pcm.samples.map((sample) => sample || 1);
    const loud = noisy.findIndex((sample) => sample > 4000);
    const measured = (samples: Int16Array) => {
      const pcm = { samples, sampleRate: 8000 };
      return { pcm, soundSeconds: good.soundSeconds, speech: measureSpeech(pcm) };
    };
    const [withHole, without] = [measured(noisy.slice().fill(0, loud, loud + 100)), measured(noisy)];
    expect([withHole.speech.findings.length, without.speech.findings.length]).toEqual([1, 0]);
    expect(verdict(long, [withHole, without], caught)).toEqual({ action: 'keep', answer: without });
  });

  it('asks until one of two that differ leads', () => {
    const answers = [half('odd'), good, good];
    expect(verdict(long, answers.slice(0, 2), service)).toEqual({ action: 'ask' });
    expect(verdict(long, answers, service)).toEqual({ action: 'ask' });
    expect(verdict(long, [...answers, good], service)).toEqual({ action: 'keep', answer: good });
  });

  it('keeps a good answer of a model at once, however long the one before it was', () => {
    const cut = answer(sentence, { grade: 'slight', pace: 1.2 });
    expect(verdict(long, [cut, good], { ...service, nature: 'whole' })).toEqual({ action: 'keep', answer: good });
  });

  it('asks for halves where it insists on an odd length, and keeps a part with a doubt', () => {
    const odd = half('odd');
    expect(verdict(long, [odd, odd], service)).toEqual({ action: 'halve' });
    const doubt = { action: 'doubt', answer: odd, reason: 'length' };
    expect(verdict({ ...long, isPart: true }, [odd, odd], service)).toEqual(doubt);
    expect(verdict({ ...long, canHalve: false }, [odd, odd], service)).toEqual(doubt);
  });

  it('asks for halves after two answers that can be of no text, and gives up a text that has none', () => {
    expect(verdict(long, [silent], service)).toEqual({ action: 'ask' });
    expect(verdict(long, [silent, half('wrong')], service)).toEqual({ action: 'halve' });
    expect(verdict(short, [silent, silent], service)).toEqual({ action: 'refuse' });
  });

  it('keeps the audio of another text when it comes again, and doubts it when that one has it, too', () => {
    const other = answer('Nobody in the town knew.', { grade: 'wrong', kind: 'other-text' });
    expect(verdict(long, [other], service)).toEqual({ action: 'ask' });
    expect(verdict(long, [other, other], service)).toEqual({ action: 'keep', answer: other });
    expect(verdict({ ...long, isCompared: true }, [other, other], service)).toMatchObject({ reason: 'contradiction' });
  });

  it('keeps one of three that differ where they are about as long, and of a short text in any case', () => {
    const takes = [1, 0.97, 1.04].map((pace) => answer(sentence, { grade: 'slight', pace }));
    expect(verdict(long, takes, service)).toMatchObject({ action: 'keep' });
    const words = [1, 0.7, 1.4].map((pace) => answer('Good evening, my dear.', { grade: 'slight', pace }));
    expect(verdict(short, words, service)).toMatchObject({ action: 'keep' });
    expect(verdict(long, [...words, ...words], service)).toEqual({ action: 'halve' });
  });
});

describe('the verdict on a voice in this process', () => {
  const same = { ...service, nature: 'same' } as const;

  it('is final after one answer', () => {
    const slight = answer(sentence, { grade: 'slight' });
    expect(verdict(long, [slight], same)).toEqual({ action: 'keep', answer: slight });
    expect(verdict(long, [silent], same)).toEqual({ action: 'halve' });
  });
});

describe('the verdict on a service that was caught', () => {
  it('keeps what enough answers agree on', () => {
    expect(verdict(long, [good], caught)).toEqual({ action: 'ask' });
    expect(verdict(long, [good, good], caught)).toEqual({ action: 'keep', answer: good });
    expect(verdict(long, [good, good], { ...caught, lead: 3 })).toEqual({ action: 'ask' });
    expect(verdict({ ...long, isCompared: true }, [good], service)).toEqual({ action: 'ask' });
  });

  it('doubts what is only about as long as the others', () => {
    const takes = [1, 0.97, 1.04].map((pace) => answer(sentence, { pace }));
    expect(verdict(long, takes, caught)).toEqual({ action: 'doubt', answer: takes[0], reason: 'unheard' });
  });

  it('asks for halves when no answers agree, and doubts the whole of a text that has none', () => {
    const takes = [1, 0.5, 1.5, 0.7, 2, 2.6].map((pace) => answer(sentence, { pace }));
    expect(verdict(long, takes, caught)).toEqual({ action: 'halve' });
    expect(verdict({ ...long, canHalve: false }, takes, caught)).toMatchObject({ reason: 'contradiction' });
  });
});

describe('the verdict after both halves', () => {
  const joined = answer();

  it('is for the whole when it is as long, otherwise for the halves', () => {
    const odd = answer(sentence, { grade: 'odd' });
    expect(verdict({ ...long, joined: { answer: joined } }, [odd, odd], service)).toEqual({
      action: 'keep',
      answer: odd,
    });
    const cut = half('odd');
    expect(verdict({ ...long, joined: { answer: joined } }, [cut, cut], service)).toEqual({
      action: 'keep',
      answer: joined,
    });
  });

  it('is for the halves where the whole has what no length shows', () => {
    for (const kind of ['doubled', 'unusual'] as const) {
      const odd = answer(sentence, { grade: 'odd', kind });
      const state = { ...long, joined: { answer: joined } };
      expect(verdict(state, [odd, odd], service)).toEqual({ action: 'keep', answer: joined });
    }
  });

  it('is a doubt when the halves are odd, too, and none when nothing of it can be right', () => {
    const [odd, again] = [half('odd'), half('odd')];
    const state = { ...long, joined: { answer: joined, doubt: 'length' } } as const;
    expect(verdict(state, [odd, again], service)).toEqual({ action: 'doubt', answer: odd, reason: 'length' });
    expect(verdict(state, [silent, half('wrong')], service)).toEqual({ action: 'refuse' });
    expect(verdict({ ...long, joined: {} }, [odd, again], service)).toMatchObject({ reason: 'length' });
  });
});

/** Returns how many answers the one that is kept proves wrong. */
function wrong(answers: readonly Answer[], { text = long, varies = false, kept = good } = {}): number {
  return provedWrong(text, [...answers, kept], { kept, varies }).length;
}

describe('an answer that is kept', () => {
  it('proves others wrong that are of very different length, or of no text', () => {
    expect(wrong([half('odd'), half('odd')])).toBe(2);
    expect(wrong([half('odd')], { kept: half('odd') })).toBe(0);
    expect(wrong([silent])).toBe(1);
    expect(wrong([{ ...silent, problem: { ...silence, isBroken: true } }])).toBe(0);
    expect(wrong([silent], { text: short })).toBe(0);
  });

  it('proves those wrong that differ from what the service repeats, and none of one that varies', () => {
    const slight = answer(sentence, { grade: 'slight', pace: 1.05 });
    expect(wrong([slight])).toBe(0);
    expect(wrong([slight, good])).toBe(1);
    expect(wrong([slight, good], { varies: true })).toBe(0);
    const word = answer('Good evening, my dear.', { grade: 'slight', pace: 1.5 });
    expect(wrong([word], { text: short, kept: answer('Good evening, my dear.') })).toBe(0);
  });

  it('proves a whole wrong that is shorter than its halves together', () => {
    const joined = { pcm: good.pcm, soundSeconds: good.soundSeconds };
    expect(provedWrong(long, [half('odd')], { kept: joined, varies: false })).toHaveLength(1);
  });
});
