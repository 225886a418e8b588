import type { Pcm } from '../../core/pcm.ts';
import { isSpeakable } from '../../text/is-speakable.ts';
import type { Answer, AskAgain, HeldAnswer, MeasuredAnswer, SharedSound } from './answer.ts';
import { AnswerHistory } from './answer-history.ts';
import { AnswerWait } from './answer-wait.ts';
import { expectedSeconds, judgeSpeech, soundProblem } from './judge-speech.ts';
import type { SpeechProblem } from './judge-speech.ts';
import { judgeWholeSpeech } from './judge-whole-speech.ts';
import { measureSpeech } from './measure/measure-speech.ts';
import type { SpeechMeasure } from './measure/measure-speech.ts';
import { HeardSounds, SameAudioError, hasSound } from './heard-sounds.ts';
import type { SameSound } from './heard-sounds.ts';
import { enoughSamples } from './pace.ts';
import { unknownPace } from './pace-prior.ts';
import { SampleRateVote } from './sample-rate-vote.ts';
import type { SpeechCheckOptions } from './speech-check-options.ts';
import { ServiceTrust } from './service-trust.ts';
import { isShort, textUnits } from './units/text-units.ts';
import { VoicePace } from './voice-pace.ts';
import type { VoiceMemory } from './voice-pace.ts';
import { triedSamples } from './limits.ts';

/**
 * Judges the answers of one provider and voice during a run. The first answers are held back until eight are in, or until
 * no more come, and judged together: one bad answer among them does not set the measure. Only accepted audio is learned from.
 */
export class SpeechCheck {
  readonly trust: ServiceTrust;
  /** Whether the voice cannot leave out or repeat a part of a text, so that no other answer is needed to believe one. */
  readonly isOfWholeTexts: boolean;
  readonly #pace: VoicePace;
  readonly #rates: SampleRateVote;
  readonly #history: AnswerHistory;
  readonly #sounds = new HeardSounds();
  readonly #holdsBack: boolean;
  readonly #held = new Set<HeldAnswer>();
  readonly #wait = new AnswerWait();
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: SpeechCheckOptions = {}) {
    const { prior = unknownPace, memory, holdBack = false, nature, trust = new ServiceTrust() } = options;
    this.trust = trust;
    this.isOfWholeTexts = nature === 'whole';
    this.#history = new AnswerHistory({ nature });
    this.#pace = new VoicePace(prior, memory?.samples);
    this.#rates = new SampleRateVote(memory?.sampleRate);
    this.#holdsBack = holdBack && !this.isOfWholeTexts;
  }

  /** Returns what is worth keeping for the next run. */
  get memory(): VoiceMemory {
    return { sampleRate: this.#rates.rate, samples: this.#pace.samples };
  }

  /** Returns the time that a text usually takes, in seconds. */
  expectedSeconds(text: string, language: string): number {
    const units = textUnits(text, language);
    return expectedSeconds(units, this.#pace.paceFor(units.key));
  }

  /** Registers a segment that is being spoken, until it is disposed: answers are held back only while others may come. */
  startSegment(): Disposable {
    this.#wait.begin();
    this.#releaseWhenDone();
    return {
      [Symbol.dispose]: () => {
        this.#wait.end();
        this.#releaseWhenDone();
      },
    };
  }

  /** Returns the times of audio, or what is wrong with it whatever its text: silence, noise, or another sample rate than the voice's. */
  measure(text: string, pcm: Pcm): { readonly speech: SpeechMeasure; readonly problem?: string | undefined } {
    const speech = measureSpeech(pcm);
    const problem = isSpeakable(text)
      ? (soundProblem(text, speech) ?? this.#rates.problem(speech.sampleRate))
      : undefined;
    this.trust.addAnswer();
    if (problem !== undefined) this.#history.addFault();
    return { speech, problem };
  }

  /**
   * Returns what is wrong with an answer, or undefined; it is learned from then. After a wrong answer the next ones of the
   * service are watched: less is needed to doubt them. Throws `SameAudioError`, and `ServiceDownError` when only wrong answers
   * came of late. `askAgain` decides between two texts that have the same audio.
   */
  async judge(answer: Answer, signal: AbortSignal, askAgain?: AskAgain): Promise<SpeechProblem | undefined> {
    if (!isSpeakable(answer.text)) return undefined;
    const { text, speech, requested = text, segment = requested } = answer;
    const source = { text, requested, segment };
    const same = this.isOfWholeTexts ? undefined : this.#sounds.add(source, speech);
    const problem =
      (same && (await this.#sameProblem({ source, speech, same }, askAgain))) ?? (await this.#judge(answer, signal));
    if (problem) this.#history.assertUsable(problem.message);
    return problem;
  }

  async #sameProblem({ source, speech, same }: SharedSound, askAgain?: AskAgain): Promise<SpeechProblem | undefined> {
    const hasItAgain = async (): Promise<boolean> =>
      askAgain !== undefined && (await hasSound(speech, () => askAgain(same.source.requested)));
    if (same.isDisputed) {
      const isOfOther = await hasItAgain();
      this.#sounds.decide(speech, isOfOther ? same.source : source);
      return isOfOther ? this.#history.settle(source.text, speech, same.problem) : undefined;
    }
    this.#refuseHeld(same);
    if (same.isSuspect) {
      if (!(await hasItAgain())) throw new SameAudioError(source.text, same.source);
      if (same.problem.grade === 'slight') return undefined;
    }
    return this.#history.settle(source.text, speech, same.problem);
  }

  async #judge(
    { text, language, speech, isCompared }: Answer,
    signal: AbortSignal,
  ): Promise<SpeechProblem | undefined> {
    const answer = { text: textUnits(text, language), speech };
    if (!isCompared && this.#mustWait(answer)) return await this.#hold(answer, signal);
    const problem = this.#settled(answer, this.#problem(answer));
    this.#releaseWhenDone();
    return problem;
  }

  /**
   * Learns from audio of an earlier run while the pace is not known. Returns false when its sample rate is not the voice's:
   * it was accepted wrongly and must be spoken again.
   */
  acceptStored(text: string, language: string, pcm: Pcm): boolean {
    if (!this.#rates.accepts(pcm.sampleRate)) return false;
    if (this.#pace.isKnown || !isSpeakable(text)) return true;
    const answer = { text: textUnits(text, language), speech: measureSpeech(pcm) };
    if (answer.speech.seconds > 0 && this.#problem(answer) === undefined) this.#learn(answer);
    return true;
  }

  /** Reports whether audio that was accepted would not be accepted now that more is known of the voice. */
  doubts(text: string, language: string, pcm: Pcm): boolean {
    if (!isSpeakable(text)) return false;
    const problem = this.#problem({ text: textUnits(text, language), speech: measureSpeech(pcm) });
    return problem !== undefined && problem.grade !== 'slight';
  }

  /** Returns what is wrong with an answer. `others` are answers that are judged at the same time. */
  #problem({ text, speech }: MeasuredAnswer, others: readonly HeldAnswer[] = []): SpeechProblem | undefined {
    const wrongRate = this.#rates.problem(speech.sampleRate);
    if (wrongRate !== undefined) return { message: wrongRate, grade: 'wrong' };
    const samples = others.map(({ sample }) => sample);
    const pace = this.#pace.paceFor(text.key, samples);
    return this.isOfWholeTexts ? judgeWholeSpeech(text, speech, pace) : judgeSpeech(text, speech, pace, this.#history);
  }

  /** Refuses an answer that is held, too: which of the two texts has the sound is not known. */
  #refuseHeld({ source, problem }: SameSound): void {
    for (const held of [...this.#held].filter((answer) => answer.text.text === source.text)) {
      this.#held.delete(held);
      this.#sounds.refuse(source.text, held.speech);
      held.settle(problem);
    }
    this.#releaseWhenDone();
  }

  /** Remembers how an answer was judged, and returns what is wrong with it in the end. */
  #settled(answer: MeasuredAnswer, problem: SpeechProblem | undefined): SpeechProblem | undefined {
    const settled = this.#history.settle(answer.text.text, answer.speech, problem);
    if (settled?.grade === 'wrong') this.#sounds.refuse(answer.text.text, answer.speech);
    if (settled !== undefined) return settled;
    this.#sounds.accept(answer.text.text, answer.speech);
    this.#learn(answer);
    return undefined;
  }

  /** Short texts wait longer: whether the service can be trusted is seen from the others. */
  #mustWait({ text }: MeasuredAnswer): boolean {
    if (!this.#holdsBack) return false;
    return !this.#pace.isKnown || (isShort(text) && !this.#isTried);
  }

  get #isTried(): boolean {
    return (this.#history.isWatched && this.#pace.isKnown) || this.#pace.sampleCount >= triedSamples;
  }

  #learn({ text, speech }: MeasuredAnswer): void {
    this.#rates.add(speech.sampleRate);
    this.#pace.learn(text, speech);
  }

  async #hold(answer: MeasuredAnswer, signal: AbortSignal): Promise<SpeechProblem | undefined> {
    this.#wait.answered();
    return await new Promise<SpeechProblem | undefined>((resolve) => {
      // At the end of a run what is there is judged, so that good audio is stored.
      const release = (): void => this.#release();
      const settle = (problem: SpeechProblem | undefined): void => {
        signal.removeEventListener('abort', release);
        resolve(problem);
      };
      this.#held.add({ ...answer, sample: this.#pace.sampleOf(answer.text, answer.speech), settle });
      signal.addEventListener('abort', release, { once: true });
      if (signal.aborted) release();
      else this.#releaseWhenDone();
    });
  }

  #releaseWhenDone(): void {
    clearTimeout(this.#idleTimer);
    if (this.#held.size === 0) return;
    const samples = this.#held.size + this.#pace.sampleCount;
    if (this.#isTried || samples >= triedSamples) this.#release();
    else if (!this.#pace.isKnown && samples >= enoughSamples) this.#release(({ text }) => !isShort(text));
    else this.#idleTimer = setTimeout(() => this.#release(), this.#wait.timeoutMs(this.#held.size));
  }

  /** Judges all held answers before it learns from any, and settles those that are due. */
  #release(isDue: (answer: HeldAnswer) => boolean = () => true): void {
    clearTimeout(this.#idleTimer);
    this.#wait.restart();
    const held = [...this.#held];
    this.#rates.elect(held.map(({ speech }) => speech.sampleRate));
    const problems = this.#judgeTogether(held, held);
    const passed = held.filter((answer) => problems.get(answer) === undefined);
    if ([...problems.values()].some((problem) => problem && problem.grade !== 'slight')) this.#history.addFault();
    const watched = this.#judgeTogether(passed, passed);
    for (const answer of held) {
      if (!isDue(answer)) continue;
      this.#held.delete(answer);
      answer.settle(this.#settled(answer, problems.get(answer) ?? watched.get(answer)));
    }
    if (this.#held.size === 0) return;
    if (this.#isTried) this.#release();
    else this.#idleTimer = setTimeout(() => this.#release(), this.#wait.timeoutMs(this.#held.size));
  }

  /** Judges answers by others; each by all but itself when they are few. */
  #judgeTogether(
    answers: readonly HeldAnswer[],
    others: readonly HeldAnswer[],
  ): ReadonlyMap<HeldAnswer, SpeechProblem | undefined> {
    const usable = others.filter(({ speech }) => this.#rates.accepts(speech.sampleRate));
    const isMany = usable.length >= enoughSamples;
    const known = (answer: HeldAnswer): HeldAnswer[] =>
      usable.filter((other) => other.text.key === answer.text.key && (isMany || other !== answer));
    return new Map(answers.map((answer) => [answer, this.#problem(answer, known(answer))]));
  }
}
