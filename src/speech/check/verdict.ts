import type { VoiceNature } from '../provider.ts';
import { agreement, groupsOf, isAboutAsLong } from './agreement.ts';
import { isCredible, isSpoken } from './answer.ts';
import type { Answer, SpokenAnswer } from './answer.ts';
import type { Grade } from './judge-speech.ts';
import { isSameSpeech } from './measure/is-same-speech.ts';
import {
  halvesAgreement,
  maxAnswers,
  maxOtherTexts,
  maxSpoiled,
  minUnusual,
  minVaried,
  provingShare,
  shortVariation,
} from './limits.ts';

/** What is to be done about a text. `refuse`: nothing that came is fit to be kept, and there is no other way to ask. */
export type Verdict =
  | { readonly action: 'ask' }
  | { readonly action: 'halve' }
  | { readonly action: 'refuse' }
  | { readonly action: 'keep'; readonly answer: Answer }
  | { readonly action: 'doubt'; readonly answer: Answer; readonly reason: DoubtReason };

/**
 * Why an answer is kept in doubt. `length`: the service insists on a length that does not fit. `unheard`: a service that was caught at
 * wrong sound never repeats itself, so only the lengths of its answers agree. `contradiction`: its answers do not agree.
 */
export type DoubtReason = 'length' | 'unheard' | 'contradiction';

/** What is known of a text and of how it was asked for. */
export interface TextState {
  /** Whether it is too short to be judged by its length. */
  readonly isShort: boolean;
  /** Whether it is a part of a text that was halved. */
  readonly isPart: boolean;
  /** Whether audio of it was believed before, and is compared with other answers. */
  readonly isCompared: boolean;
  readonly canHalve: boolean;
  /** Present when its halves were asked for: their audio as one, or that they have none. */
  readonly joined?: Joined | undefined;
  /** Requests that may still be spent on it. */
  readonly left: number;
}

/** The audio of both halves of a text, absent when one of them has none. */
export interface Joined {
  readonly answer?: SpokenAnswer | undefined;
  /** Absent when both halves were kept without a doubt. */
  readonly doubt?: DoubtReason | undefined;
}

/** What is known of the voice and its service. */
export interface VoiceState {
  readonly nature?: VoiceNature | undefined;
  /** Whether the service was proved wrong of late. */
  readonly isCaught: boolean;
  /** Number by which the answers that agree must exceed the others. */
  readonly lead: number;
  /** Whether it often speaks a text in another way the next time. */
  readonly varies: boolean;
}

interface Case {
  readonly text: TextState;
  readonly voice: VoiceState;
  readonly answers: readonly Answer[];
  readonly spoken: readonly SpokenAnswer[];
}

/** The rules of agreement. The first that applies decides; none of them means: ask again. Numbers with their reasons are in `limits.ts`. */
const rules: readonly ((one: Case) => Verdict | undefined)[] = [
  // Its halves were asked for: they decide what becomes of the whole.
  (one) => one.text.joined && afterHalves(one, one.text.joined),
  // An engine that speaks a text in the same way each time has said all that it says.
  (one) => (one.voice.nature === 'same' && one.answers.length > 0 ? insisted(one, one.spoken) : undefined),
  // A service that was caught at wrong sound is believed where enough answers agree, whatever they look like.
  (one) => (mustAgree(one.text, one.voice) ? compared(one) : undefined),
  // Any other is believed at once, or when a good answer comes after one that was not, and the two do not contradict each other.
  (one) => {
    const good = one.answers.find(({ problem }) => problem === undefined);
    return good && !needsThird(one, good) ? { action: 'keep', answer: good } : undefined;
  },
  // It says the same again: agreement is never an error.
  (one) => {
    const same = mostAlike(one);
    const least = same.some(({ problem }) => problem?.kind === 'unusual') ? minUnusual : 2;
    return same.length >= least ? insisted(one, same) : undefined;
  },
  // Nothing that can be of the text has come, twice.
  (one) => (spoiled(one) >= maxSpoiled ? otherwise(one) : undefined),
  // It never says the same: its answers are right when they are about as long. A short text has no length to speak of.
  (one) => {
    if (one.spoken.length < minVaried || mostAlike(one).length > 1) return undefined;
    const alike =
      one.text.isShort || one.spoken.every((answer) => one.spoken.every((each) => isAboutAsLong(each, answer)));
    return alike ? insisted(one, middleFirst(one.spoken)) : otherwise(one);
  },
  (one) => (one.text.left > 0 ? undefined : otherwise(one)),
];

/** Decides about a text from the answers to it, in the order in which they came. */
export function verdict(text: TextState, answers: readonly Answer[], voice: VoiceState): Verdict {
  const one = { text, voice, answers, spoken: answers.filter(isSpoken) };
  for (const rule of rules) {
    const found = rule(one);
    if (found) return found;
  }
  return { action: 'ask' };
}

/** Returns the answers that are the same speech as most others. */
function mostAlike({ spoken }: Case): readonly SpokenAnswer[] {
  return groupsOf(spoken, (a, b) => isSameSpeech(a.pcm, b.pcm))[0] ?? [];
}

/** Reports whether answers to a text are believed only where enough of them agree. */
export function mustAgree(text: TextState, voice: VoiceState): boolean {
  return voice.nature === undefined && (text.isCompared || voice.isCaught);
}

/** Two answers of a service that differ do not show which is wrong, or whether it varies: a third one does. */
function needsThird({ answers, spoken, text, voice }: Case, good: Answer): boolean {
  if (voice.nature !== undefined || voice.varies || answers.length >= minVaried || text.left === 0) return false;
  return spoken.some((answer) => answer !== good && good.pcm && !isSameSpeech(answer.pcm, good.pcm));
}

/** Decides by the answers that agree. */
function compared(one: Case): Verdict {
  const { voice, spoken } = one;
  const { lead } = voice;
  const isLast = isAskedEnough(one, lead);
  const found = agreement(spoken, { lead, varies: voice.varies, isLast });
  if (!found) return isLast ? otherwise(one) : { action: 'ask' };
  const best = found.isRepeated ? undefined : found.agreed.find(isCredible);
  return best ? { action: 'doubt', answer: best, reason: 'unheard' } : insisted(one, found.agreed);
}

function isAskedEnough({ text, answers, spoken }: Case, lead: number): boolean {
  const isSilent = spoken.length === 0 && answers.length >= maxSpoiled;
  return isSilent || text.left === 0 || answers.length >= maxAnswers * lead;
}

/** The service insists on an answer. Its best is kept; halves show whether an odd one is right. */
function insisted(one: Case, same: readonly SpokenAnswer[]): Verdict {
  // Parts may be too short to be judged, but they are what judges the whole.
  const isOdd = ({ problem }: Answer): boolean =>
    problem?.grade === 'odd' || (one.text.isPart && problem?.kind === 'length');
  const fit = same.filter((answer) => isCredible(answer) && !isOdd(answer));
  const credible = fit.find(isClean) ?? fit.find(({ problem }) => problem === undefined) ?? fit[0];
  if (credible) return { action: 'keep', answer: credible };
  const others = same.find(({ problem }) => problem?.kind === 'other-text');
  if (others) return one.text.isCompared ? doubted(others, 'contradiction') : { action: 'keep', answer: others };
  const odd = same.find(isOdd);
  if (!odd) return otherwise(one);
  // A part that is odd is kept as it is: its own halves would be as odd.
  return one.text.canHalve && !one.text.isPart ? { action: 'halve' } : doubted(odd, 'length');
}

/** Whether nothing was found in its samples, not even what may be a habit of the voice: a short hole leaves speech much the same. */
function isClean({ problem, speech }: Answer): boolean {
  return problem === undefined && speech?.findings.length === 0;
}

/** The text is asked for in another way. Answers that passed may be right, each of them. */
function otherwise({ text, spoken }: Case): Verdict {
  if (text.canHalve) return { action: 'halve' };
  const best = spoken.find(isCredible) ?? firstOf(spoken, 'odd');
  return best ? doubted(best, 'contradiction') : { action: 'refuse' };
}

function afterHalves(one: Case, { answer: joined, doubt }: Joined): Verdict {
  const whole = one.spoken.filter(({ problem }) => problem?.grade !== 'wrong');
  const odd = firstOf(whole, 'odd') ?? whole[0];
  if (joined && doubt === undefined) return { action: 'keep', answer: provedBy(joined, odd) };
  if (!odd) return withoutWhole(joined, doubt);
  const isAgain = whole.some((each) => each !== odd && isSameSpeech(each.pcm, odd.pcm));
  if (isAgain || one.voice.nature === 'same') return doubted(odd, 'length');
  return joined ? doubted(joined, doubt ?? 'length') : doubted(odd, 'contradiction');
}

/** Audio that cannot be right is not put right by parts that cannot be judged. */
function withoutWhole(joined: SpokenAnswer | undefined, doubt: DoubtReason = 'length'): Verdict {
  return joined && doubt !== 'length' ? doubted(joined, doubt) : { action: 'refuse' };
}

/** Returns the whole when it is as long as its halves: then the text is only spoken faster or slower than most. */
function provedBy(joined: SpokenAnswer, odd: SpokenAnswer | undefined): SpokenAnswer {
  return odd && provesLength(odd) && isAboutAsLong(odd, joined, halvesAgreement) ? odd : joined;
}

/** Audio with a repetition, or with an unusual sound, may well be as long as its halves. */
function provesLength({ problem }: Answer): boolean {
  return problem?.kind !== 'doubled' && problem?.kind !== 'unusual';
}

/**
 * Reports whether answers to a text prove that the service returns wrong audio: one is refused and another one passes, and they are of
 * very different length, or the service otherwise repeats itself. Answers that are all refused prove nothing: the text may be odd.
 */
export function areContradictory(text: TextState, answers: readonly Answer[], voice: VoiceState): boolean {
  const { answer: joined, doubt } = text.joined ?? {};
  const refused = answers.filter(({ problem }) => problem !== undefined);
  if (joined && doubt === undefined) {
    return refused.some(({ pcm, soundSeconds }) => pcm && joined.soundSeconds > soundSeconds * (1 + provingShare));
  }
  const spoken = answers.filter(isSpoken);
  const good = spoken.find(({ problem }) => problem === undefined);
  if (!good) return false;
  // A cry or a sigh may look like noise.
  if (!text.isShort && refused.some(isWrongSound)) return true;
  const [most = []] = groupsOf(spoken, (a, b) => isSameSpeech(a.pcm, b.pcm));
  const repeats = most.length > 1 && !voice.varies;
  const others = refused.filter(isSpoken).filter((answer) => !isSameSpeech(answer.pcm, good.pcm));
  return others.some((answer) => repeats || isOfOtherLength(text, answer, good));
}

function isWrongSound({ problem }: Answer): boolean {
  return problem?.grade === 'wrong' && problem.isBroken !== true;
}

/** What is unusual about the sound of a longer text says nothing about its length. */
function isOfOtherLength({ isShort }: TextState, answer: SpokenAnswer, good: SpokenAnswer): boolean {
  if (isShort) return !isAboutAsLong(answer, good, shortVariation);
  return answer.problem?.grade !== 'slight' && !isAboutAsLong(answer, good);
}

/** Number of answers that cannot be of the text. More answers show which of two texts has an audio, so such ones count less. */
function spoiled({ answers }: Case): number {
  return answers.reduce((sum, { problem }) => {
    if (problem?.grade !== 'wrong') return sum;
    return sum + (problem.kind === 'other-text' ? maxSpoiled / maxOtherTexts : 1);
  }, 0);
}

function firstOf(answers: readonly SpokenAnswer[], grade: Grade): SpokenAnswer | undefined {
  return answers.find(({ problem }) => problem?.grade === grade);
}

/** The one of middle length first. */
function middleFirst(answers: readonly SpokenAnswer[]): readonly SpokenAnswer[] {
  const sorted = answers.toSorted((a, b) => a.soundSeconds - b.soundSeconds);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return middle ? [middle, ...answers] : answers;
}

function doubted(answer: SpokenAnswer, reason: DoubtReason): Verdict {
  return { action: 'doubt', answer, reason };
}
