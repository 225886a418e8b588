import type { VoiceNature } from '../provider.ts';
import { agreement, isAboutAsLong, maxVariation } from './agreement.ts';
import { isCredible, isSpoken } from './answer.ts';
import type { Answer, SpokenAnswer } from './answer.ts';
import type { Grade } from './judge-speech.ts';
import { isSameSpeech } from './measure/is-same-speech.ts';
import { leads } from './service-trust.ts';

/** Answers that cannot be of the text, after which it is asked for in halves. One may be an accident, and a third would be as bad. */
const maxSpoiled = 2;

/** The same for answers with the audio of other texts: more of them show which of two texts has an audio. */
const maxOtherTexts = 4;

/**
 * Same answers that have what the voice's other audio has not, such as a hole, after which it is the voice's own. Of a service that
 * spoils one in five, two are so for one text in 25, four for one in 600.
 */
const minUnusual = 4;

/** Answers, relative to the number that must agree, after which a service is not asked any more: at a lead of five, 15. */
const maxAnswers = 3;

/** Share by which the sound of the halves may differ from that of the whole: less than one sentence of many. */
const halvesAgreement = 0.06;

/** Share by which a right answer differs from a wrong one. Halves that are spoken alone are a little longer than the whole. */
const provingShare = 0.15;

/** Log of the share by which two good answers to a short text may differ: a voice that varies says one word in 1.65 times the time of another take. */
const shortVariation = 0.5;

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

/** The rules. The first that applies decides; none of them means: ask again. */
const rules: readonly ((one: Case) => Verdict | undefined)[] = [
  // Its halves were asked for: they decide what becomes of the whole.
  (one) => one.text.joined && afterHalves(one, one.text.joined),
  // An engine that speaks a text in the same way each time has said all that it says.
  (one) => (one.voice.nature === 'same' && one.answers.length > 0 ? insisted(one, one.spoken) : undefined),
  // A model in this process is right where nothing is found.
  (one) => {
    const good = one.voice.nature && one.answers.find(({ problem }) => problem === undefined);
    return good && { action: 'keep', answer: good };
  },
  // Enough answers agree, whatever they look like: agreement is never an error.
  agreed,
  (one) => (isAskedEnough(one) ? otherwise(one) : undefined),
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

/** Reports whether answers to a text are believed only where enough of them agree. */
function mustAgree(text: TextState, voice: VoiceState): boolean {
  return voice.nature === undefined && (text.isCompared || voice.isCaught);
}

/**
 * Returns the number by which the answers that agree must exceed the others. A service that was never caught is believed at once,
 * unless something is found: then another answer must be like it.
 */
export function leadFor({ text, voice, answers }: Omit<Case, 'spoken'>): number {
  if (mustAgree(text, voice)) return voice.lead;
  return answers.some(({ problem }) => problem !== undefined) ? leads.min : 1;
}

function agreed(one: Case): Verdict | undefined {
  const { text, voice, spoken } = one;
  const isLast = isAskedEnough(one);
  const isDoubted = mustAgree(text, voice);
  const variation = text.isShort && !isDoubted ? shortVariation : maxVariation;
  const found = agreement(spoken, { lead: leadFor(one), varies: voice.varies, isLast, variation });
  if (!found) return undefined;
  const best = isDoubted && !found.isRepeated ? found.agreed.find(isCredible) : undefined;
  if (best) return { action: 'doubt', answer: best, reason: 'unheard' };
  const isUnusual = found.agreed.every(({ problem }) => problem?.kind === 'unusual');
  return isUnusual && found.agreed.length < minUnusual && !isLast ? undefined : insisted(one, found.agreed);
}

/** Reports whether no more answers are expected to help. More of them show which of two texts has an audio, so these count less. */
function isAskedEnough(one: Case): boolean {
  const { text, answers } = one;
  const spoiled = answers.reduce((sum, { problem }) => {
    if (problem?.grade !== 'wrong') return sum;
    return sum + (problem.kind === 'other-text' ? maxSpoiled / maxOtherTexts : 1);
  }, 0);
  const isSpoiled = spoiled >= maxSpoiled && !one.spoken.some(isCredible);
  return isSpoiled || text.left === 0 || answers.length >= maxAnswers * leadFor(one);
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
function otherwise({ text, voice, spoken }: Case): Verdict {
  const good = spoken.find(({ problem }) => problem === undefined);
  // A voice that varies says a word in many ways.
  if (good && text.isShort && !mustAgree(text, voice)) return { action: 'keep', answer: good };
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
 * Returns the answers to a text that the one that was kept proves wrong: they are of very different length, can be of no text, or the
 * service otherwise repeats itself. Where what was kept is odd it proves nothing: the text may be.
 */
export function provedWrong(
  text: TextState,
  answers: readonly Answer[],
  { kept, varies }: Pick<VoiceState, 'varies'> & { readonly kept: SpokenAnswer },
): readonly Answer[] {
  if (!isCredible(kept)) return [];
  const others = answers.filter(
    (answer) => answer !== kept && !(isSpoken(answer) && isSameSpeech(answer.pcm, kept.pcm)),
  );
  const repeats = !varies && answers.length - others.length > 1;
  const isOther = (answer: SpokenAnswer): boolean => repeats || isOfOtherLength(text, answer, kept);
  return others.filter((answer) => isWrongSound(text, answer) || (isSpoken(answer) && isOther(answer)));
}

/** A cry or a sigh may look like noise. */
function isWrongSound({ isShort }: TextState, { problem }: Answer): boolean {
  return !isShort && problem?.grade === 'wrong' && problem.isBroken !== true;
}

/** What is unusual about the sound of a longer text says nothing about its length. */
function isOfOtherLength({ isShort }: TextState, answer: SpokenAnswer, kept: SpokenAnswer): boolean {
  if (isShort) return !isAboutAsLong(answer, kept, shortVariation);
  return answer.problem?.grade !== 'slight' && !isAboutAsLong(answer, kept, provingShare);
}

function firstOf(answers: readonly SpokenAnswer[], grade: Grade): SpokenAnswer | undefined {
  return answers.find(({ problem }) => problem?.grade === grade);
}

function doubted(answer: SpokenAnswer, reason: DoubtReason): Verdict {
  return { action: 'doubt', answer, reason };
}
