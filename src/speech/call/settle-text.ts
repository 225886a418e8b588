import { halveText } from '../../text/cut/halve-text.ts';
import type { Pcm } from '../../core/pcm.ts';
import { isSpoken } from '../check/answer.ts';
import type { Answer, SpokenAnswer } from '../check/answer.ts';
import { isAboutAsLong } from '../check/agreement.ts';
import { isSameSpeech } from '../check/measure/is-same-speech.ts';
import { measureSpeech } from '../check/measure/measure-speech.ts';
import { isShort, textUnits } from '../check/units/text-units.ts';
import { leadFor, provedWrong, verdict } from '../check/verdict.ts';
import type { DoubtReason, Joined, TextState } from '../check/verdict.ts';
import { joinSpeech } from '../words/join-speech.ts';
import { SpoiledAudioError } from './provider-errors.ts';
import { heardOf, judgedAnswer, requestAnswer } from './request-answer.ts';
import type { SpeakingRun } from './request-answer.ts';

/** The audio that a text is left with. */
export interface Settled {
  readonly answer: SpokenAnswer;
  readonly doubt?: DoubtReason | undefined;
  /** Segments that were given the same audio. */
  readonly sharedWith: readonly string[];
}

/** How well the audio of a segment, or the part of it that is least sure, is confirmed. */
export interface Confirmation {
  /** Number of answers of the service at that time. */
  readonly answer: number;
  /** Number by which the answers that agree had to exceed the others: 1 for one that was believed at once. */
  readonly lead: number;
}

/** Audio of a text that is there before it is asked for. */
export interface EarlierAudio {
  readonly pcm: Pcm;
  /** Whether it was believed, and the text is now compared with other answers. Otherwise it was never judged. */
  readonly isBelieved: boolean;
  /** Answers for which it stands: the number by which it exceeded others when it was kept. Default: 1. */
  readonly lead?: number | undefined;
}

/** A segment is halved at most three times: an eighth of it is a clause or two. */
const maxDepth = 3;

/** Requests for one segment, all its parts included: twice for each eighth of it, and for what these are parts of. */
const maxRequests = 30;

/** Settles a segment. Throws `SpoiledAudioError` when no answer is fit to be kept, and what the provider throws. */
export async function settleSegment(
  run: SpeakingRun,
  earlier?: EarlierAudio,
): Promise<Settled & { readonly confirmation?: Confirmation | undefined }> {
  const loop = new TextLoop(run);
  const settled = await loop.settle(run.request.text, maxDepth, earlier);
  return { ...settled, confirmation: loop.confirmation };
}

/** What does not change while a text is asked for. */
interface TextFacts extends Pick<TextState, 'isShort' | 'isPart' | 'isCompared'> {
  /** Absent for a text that is not halved. */
  readonly halves: readonly [string, string] | undefined;
}

/** The one place that asks a voice again. */
class TextLoop {
  readonly #run: SpeakingRun;
  #left = maxRequests;
  #confirmation: Confirmation | undefined;
  readonly #wrong = new Set<Answer>();

  constructor(run: SpeakingRun) {
    this.#run = run;
  }

  /** Absent for a voice in this process. */
  get confirmation(): Confirmation | undefined {
    return this.#confirmation;
  }

  /** Asks for a text, and for its halves, until the verdict is final. */
  async settle(text: string, depth: number, earlier?: EarlierAudio): Promise<Settled> {
    const { voice } = this.#run;
    const facts = this.#factsOf(text, depth, earlier);
    const answers = earlier ? this.#earlierAnswers(text, earlier) : [];
    let joined: Joined | undefined;
    for (;;) {
      const state = this.#stateOf(facts, joined);
      this.#noteWrong(state, answers, answers.filter(isSpoken).find(isPassed));
      const found = verdict(state, answers, voice.state);
      if (found.action === 'ask') {
        this.#left -= 1;
        answers.push(await requestAnswer({ text, before: answers }, this.#run));
      } else if (found.action === 'halve' && facts.halves) {
        joined = await this.#halves(facts.halves, depth, answers);
      } else if (!('answer' in found) || !isSpoken(found.answer)) {
        throw refusal(answers, this.#run);
      } else {
        const { answer } = found;
        this.#note(state, answers, answer);
        if (found.action === 'keep') return { answer, sharedWith: this.#keep(text, answer) };
        if (found.reason === 'contradiction') voice.trust.addFault();
        return { answer, doubt: found.reason, sharedWith: [] };
      }
    }
  }

  #factsOf(text: string, depth: number, earlier: EarlierAudio | undefined): TextFacts {
    const units = textUnits(heardOf(text, this.#run), this.#run.request.language);
    return {
      isShort: isShort(units),
      isPart: depth < maxDepth,
      isCompared: earlier?.isBelieved ?? false,
      halves: depth > 0 ? halveText(text) : undefined,
    };
  }

  #stateOf({ halves, ...facts }: TextFacts, joined: Joined | undefined): TextState {
    const canHalve = halves !== undefined && joined === undefined && this.#left > 1;
    return { ...facts, canHalve, joined, left: this.#left };
  }

  /** Audio that was believed counts as right, whatever the checks say now. What is the same without a fault is kept instead. */
  #earlierAnswers(text: string, { pcm, isBelieved, lead = 1 }: EarlierAudio): Answer[] {
    const speech = measureSpeech(pcm);
    if (!isBelieved) return [judgedAnswer({ pcm, speech }, text, this.#run)];
    const { voice, request } = this.#run;
    const problem = voice.problemNow(heardOf(text, this.#run), request.language, speech);
    const slight = problem?.grade === 'slight' ? problem : undefined;
    const answer = { pcm, speech, soundSeconds: speech.soundSeconds, problem: slight };
    return Array.from({ length: lead }, () => answer);
  }

  async #halves([first, second]: readonly [string, string], depth: number, whole: readonly Answer[]): Promise<Joined> {
    try {
      const halves = [
        { text: first, ...(await this.settle(first, depth - 1)) },
        { text: second, ...(await this.settle(second, depth - 1)) },
      ];
      const [one, other] = halves;
      if (one?.answer.pcm.sampleRate !== other?.answer.pcm.sampleRate) return {};
      const pcm = joinSpeech(halves.map((half) => ({ text: half.text, pcm: half.answer.pcm })));
      const soundSeconds = halves.reduce((sum, { answer }) => sum + answer.soundSeconds, 0);
      return { answer: { pcm, soundSeconds }, doubt: halves.find(({ doubt }) => doubt !== undefined)?.doubt };
    } catch (thrown) {
      // Without its halves, the whole is all that there is.
      if (!(thrown instanceof SpoiledAudioError) || !whole.some(isSpoken)) throw thrown;
      return {};
    }
  }

  /** Learns how often the service is wrong, each time that an answer shows it: the run may end before the text is settled. */
  #noteWrong(text: TextState, answers: readonly Answer[], kept: SpokenAnswer | undefined): void {
    const { trust, nature } = this.#run.voice;
    if (nature !== undefined || !kept) return;
    const wrong = provedWrong(text, answers, { kept, varies: trust.varies }).filter((each) => !this.#wrong.has(each));
    for (const each of wrong) {
      this.#wrong.add(each);
      trust.addFault();
    }
  }

  /** Learns how well the text is confirmed, and whether the service repeats itself. */
  #note(text: TextState, answers: readonly Answer[], kept: SpokenAnswer): void {
    const { state: voice, trust, nature } = this.#run.voice;
    if (nature !== undefined) return;
    // At once: while the segment ends, another text may show that the service is wrong.
    const before = this.#confirmation ?? { answer: trust.answers, lead: Infinity };
    this.#confirmation = { ...before, lead: Math.min(before.lead, leadFor({ text, answers, voice })) };
    this.#noteWrong(text, answers, kept);
    const [first, second] = answers.filter(isSpoken).filter((answer) => isAboutAsLong(kept, answer));
    if (first && second) trust.addPair(isSameSpeech(first.pcm, second.pcm));
  }

  #keep(text: string, answer: SpokenAnswer): readonly string[] {
    const { voice, request } = this.#run;
    return voice.keep({ text: heardOf(text, this.#run), segment: request.text, language: request.language }, answer);
  }
}

function isPassed({ problem }: Answer): boolean {
  return problem === undefined;
}

function refusal(answers: readonly Answer[], { provider }: SpeakingRun): SpoiledAudioError {
  const problem = answers.findLast(({ problem: found }) => found !== undefined)?.problem;
  const message = problem?.message ?? `${provider.id}: The service returns different audio each time.`;
  return new SpoiledAudioError(message, { retryable: false });
}
