import type { Pcm } from '../../core/pcm.ts';
import { isSpeakable } from '../../text/is-speakable.ts';
import { expectedSeconds, judgeSpeech } from './judge-speech.ts';
import { measureSpeech } from './measure-speech.ts';
import type { SpeechMeasure } from './measure-speech.ts';
import { enoughSamples } from './pace.ts';
import type { PacePrior, PaceSample } from './pace.ts';
import { unknownPace } from './pace-prior.ts';
import { sentenceUnits } from './sentence-units.ts';
import { SampleRateVote } from './sample-rate-vote.ts';
import { paceKey, VoicePace } from './voice-pace.ts';
import type { TextUnits, VoiceMemory } from './voice-pace.ts';

/** Options of a `SpeechCheck`. */
export interface SpeechCheckOptions {
  readonly prior?: PacePrior | undefined;
  /** What earlier runs learned about the voice. */
  readonly memory?: VoiceMemory | undefined;
  /** Hold the first answers back until the pace is known. Only when several segments are spoken at a time. */
  readonly holdBack?: boolean | undefined;
}

/** A text and the audio that a provider returned for it. */
export interface Answer {
  readonly text: string;
  readonly language: string;
  readonly speech: SpeechMeasure;
}

/** An answer whose text and audio are measured. */
interface MeasuredAnswer {
  readonly text: TextUnits;
  readonly speech: SpeechMeasure;
}

/** An answer that waits until the pace is known. */
interface HeldAnswer extends MeasuredAnswer {
  readonly sample: PaceSample;
  readonly settle: (problem: string | undefined) => void;
}

const maxSilenceSeconds = 8;
/** Time without new work after which no more answers are expected. */
const idleMs = 50;
/** Time to wait for an answer that is on its way, relative to the longest wait so far: good answers are stored soon. */
const waitFactor = 3;
const minWaitMs = 2000;

/**
 * Judges the answers of one provider and voice during a run. The first answers are held back until eight are in, or until
 * no more come, and judged together: one bad answer among them does not set the measure. Only accepted audio is learned from.
 */
export class SpeechCheck {
  readonly #pace: VoicePace;
  readonly #rates: SampleRateVote;
  readonly #holdsBack: boolean;
  readonly #held = new Set<HeldAnswer>();
  #working = 0;
  #longestWaitMs = 0;
  #lastAnswerMs: number | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor({ prior = unknownPace, memory, holdBack = false }: SpeechCheckOptions = {}) {
    this.#pace = new VoicePace(prior, memory?.samples);
    this.#rates = new SampleRateVote(memory?.sampleRate);
    this.#holdsBack = holdBack;
  }

  /** Returns what is worth keeping for the next run. */
  get memory(): VoiceMemory {
    return { sampleRate: this.#rates.rate, samples: this.#pace.samples };
  }

  /** Returns the time that a text usually takes, in seconds. */
  expectedSeconds(text: string, language: string): number {
    const { key, sentences } = textUnits(text, language);
    return expectedSeconds(sentences, this.#pace.paceFor(key));
  }

  /** Registers a segment that is being spoken, until it is disposed: answers are held back only while others may come. */
  startSegment(): Disposable {
    this.#working += 1;
    this.#lastAnswerMs ??= performance.now();
    this.#releaseWhenDone();
    return {
      [Symbol.dispose]: () => {
        this.#working -= 1;
        this.#releaseWhenDone();
      },
    };
  }

  /** Returns the times of audio, or what is wrong with it whatever its text: silence, or a sample rate other than the voice's. */
  measure(text: string, pcm: Pcm): { readonly speech: SpeechMeasure; readonly problem?: string | undefined } {
    const speech = measureSpeech(pcm);
    return { speech, problem: isSpeakable(text) ? this.#soundProblem(speech) : undefined };
  }

  /** Returns what is wrong with the length of an answer, or undefined; it is learned from then. */
  async judge({ text, language, speech }: Answer, signal: AbortSignal): Promise<string | undefined> {
    if (!isSpeakable(text)) return undefined;
    const units = textUnits(text, language);
    if (this.#holdsBack && !this.#pace.isKnown) return await this.#hold(units, speech, signal);
    const problem = this.#problem({ text: units, speech });
    if (problem === undefined) this.#learn({ text: units, speech });
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

  #soundProblem(speech: SpeechMeasure): string | undefined {
    if (speech.seconds === 0) return 'The audio is silent.';
    const { longestSilence } = speech;
    if (longestSilence > maxSilenceSeconds) return `The audio contains ${longestSilence.toFixed(1)} s of silence.`;
    return this.#rates.problem(speech.sampleRate);
  }

  /** Returns what is wrong with an answer. `others` are answers that are judged at the same time. */
  #problem({ text, speech }: MeasuredAnswer, others: readonly HeldAnswer[] = []): string | undefined {
    const samples = others.map(({ sample }) => sample);
    return (
      this.#rates.problem(speech.sampleRate) ??
      judgeSpeech(text.sentences, speech, this.#pace.paceFor(text.key, samples))
    );
  }

  #learn({ text, speech }: MeasuredAnswer): void {
    this.#rates.add(speech.sampleRate);
    this.#pace.learn(text, speech);
  }

  async #hold(text: TextUnits, speech: SpeechMeasure, signal: AbortSignal): Promise<string | undefined> {
    const now = performance.now();
    this.#longestWaitMs = Math.max(this.#longestWaitMs, now - (this.#lastAnswerMs ?? now));
    this.#lastAnswerMs = now;
    return await new Promise<string | undefined>((resolve) => {
      // At the end of a run what is there is judged, so that good audio is stored.
      const release = (): void => this.#release();
      const settle = (problem: string | undefined): void => {
        signal.removeEventListener('abort', release);
        resolve(problem);
      };
      this.#held.add({ text, speech, sample: this.#pace.sampleOf(text, speech), settle });
      signal.addEventListener('abort', release, { once: true });
      if (signal.aborted) release();
      else this.#releaseWhenDone();
    });
  }

  #releaseWhenDone(): void {
    clearTimeout(this.#idleTimer);
    if (this.#held.size === 0) return;
    if (this.#held.size + this.#pace.sampleCount >= enoughSamples) this.#release();
    else this.#idleTimer = setTimeout(() => this.#release(), this.#idleMs());
  }

  /** Returns how long to wait for the next answer. */
  #idleMs(): number {
    return this.#held.size >= this.#working ? idleMs : Math.max(minWaitMs, waitFactor * this.#longestWaitMs);
  }

  /** Judges all held answers before it learns from any; each by the others when they are few. */
  #release(): void {
    clearTimeout(this.#idleTimer);
    const held = [...this.#held];
    this.#held.clear();
    this.#rates.elect(held.map(({ speech }) => speech.sampleRate));
    const usable = held.filter(({ speech }) => this.#rates.accepts(speech.sampleRate));
    const isMany = usable.length >= enoughSamples;
    const judged = held.map((answer) => {
      const others = usable.filter((other) => other.text.key === answer.text.key && (isMany || other !== answer));
      return { answer, problem: this.#problem(answer, others) };
    });
    for (const { answer, problem } of judged) {
      if (problem === undefined) this.#learn(answer);
      answer.settle(problem);
    }
  }
}

function textUnits(text: string, language: string): TextUnits {
  return { key: paceKey(text, language), sentences: sentenceUnits(text, language) };
}
