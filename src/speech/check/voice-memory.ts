import type { Pcm } from '../../core/pcm.ts';
import { isSpeakable } from '../../text/is-speakable.ts';
import type { VoiceNature } from '../provider.ts';
import type { SpokenAnswer } from './answer.ts';
import { HeardSounds } from './heard-sounds.ts';
import type { SpokenSource } from './heard-sounds.ts';
import { expectedSeconds, judgeSpeech, judgeStructure, soundProblem } from './judge-speech.ts';
import type { SpeechProblem } from './judge-speech.ts';
import { measureSpeech } from './measure/measure-speech.ts';
import type { SpeechMeasure } from './measure/measure-speech.ts';
import type { PacePrior } from './pace.ts';
import { unknownPace } from './pace-prior.ts';
import { SampleRateVote } from './sample-rate-vote.ts';
import { ServiceTrust } from './service-trust.ts';
import { textUnits } from './units/text-units.ts';
import type { TextUnits } from './units/text-units.ts';
import type { VoiceState } from './verdict.ts';
import { VoicePace } from './voice-pace.ts';
import type { LearnedVoice } from './voice-pace.ts';

/** Options of a `VoiceMemory`. */
export interface VoiceMemoryOptions {
  readonly prior?: PacePrior | undefined;
  /** Facts about the voice that earlier runs have learned. */
  readonly learned?: LearnedVoice | undefined;
  /** The audio of a voice in this process is judged by its structure alone. */
  readonly nature?: VoiceNature | undefined;
  /** How often the service was caught at wrong audio. Shared by all voices of a run. */
  readonly trust?: ServiceTrust | undefined;
}

/** A text and the audio that a voice returned for it. */
export interface JudgedAnswer {
  /** The text as it is heard. */
  readonly text: string;
  readonly language: string;
  readonly speech: SpeechMeasure;
  /** Text of the segment of which it is a part. Default: the text. */
  readonly segment?: string | undefined;
}

/** An answer whose text is measured, too. */
interface MeasuredAnswer extends Pick<JudgedAnswer, 'speech'> {
  readonly text: TextUnits;
}

/**
 * All that is known of one voice in a run: its pace, its sample rate, its sounds, and how often its service was caught. Judges
 * answers by it. Only audio that passes is learned from.
 */
export class VoiceMemory {
  readonly trust: ServiceTrust;
  readonly nature: VoiceNature | undefined;
  readonly #pace: VoicePace;
  readonly #rates: SampleRateVote;
  readonly #sounds = new HeardSounds();

  constructor(options: VoiceMemoryOptions = {}) {
    const { prior = unknownPace, learned, nature, trust = new ServiceTrust() } = options;
    this.trust = trust;
    this.nature = nature;
    this.#pace = new VoicePace(prior, learned?.samples);
    this.#rates = new SampleRateVote(learned?.sampleRate);
  }

  /** Returns what is worth keeping for the next run. */
  get learned(): LearnedVoice {
    return { sampleRate: this.#rates.rate, samples: this.#pace.samples };
  }

  /** Whether so much is known of it that its answers need not be judged again later. */
  get isKnown(): boolean {
    return this.nature !== undefined || this.#pace.isKnown;
  }

  /** Returns what a verdict needs to know of the voice. */
  get state(): VoiceState {
    const { isCaught, lead, varies } = this.trust;
    return { nature: this.nature, isCaught, lead, varies };
  }

  /** Returns the time that a text usually takes, in seconds. */
  expectedSeconds(text: string, language: string): number {
    const units = textUnits(text, language);
    return expectedSeconds(units, this.#pace.paceFor(units.key));
  }

  /**
   * Returns the times of audio, or what is wrong with it whatever its text: silence, noise, or another sample rate than the voice's.
   * Throws `ServiceDownError` when the service is of no use.
   */
  measure(text: string, pcm: Pcm): { readonly speech: SpeechMeasure; readonly problem?: string | undefined } {
    const speech = measureSpeech(pcm);
    this.trust.addAnswer();
    this.#rates.add(speech.sampleRate);
    if (!isSpeakable(text)) return { speech };
    return { speech, problem: soundProblem(text, speech) ?? this.#rates.problem(speech.sampleRate) };
  }

  /** Returns what is wrong with an answer, or undefined; it is learned from then. */
  judge({ text, language, speech, segment = text }: JudgedAnswer): SpeechProblem | undefined {
    if (!isSpeakable(text)) return undefined;
    if (this.nature === undefined) this.#sounds.add({ text, segment }, speech);
    const answer = { text: textUnits(text, language), speech };
    const problem = this.#problem(answer);
    if (problem === undefined) this.#pace.learn(answer.text, speech);
    else if (problem.grade !== 'slight' && problem.kind !== 'other-text') this.#sounds.refuse(text, speech);
    return problem;
  }

  /**
   * Records that an answer was kept for a text. Returns the segments that have the same audio, one of which is wrong. Throws
   * `ServiceDownError` when every text has it.
   */
  keep(
    { text, language }: SpokenSource & { readonly language: string },
    { speech, problem }: SpokenAnswer,
  ): readonly string[] {
    this.trust.addSettled();
    if (!speech || !isSpeakable(text)) return [];
    // What a voice does each time is its own.
    if (problem?.grade === 'slight') this.#pace.learn(textUnits(text, language), speech);
    return this.#sounds.keep(text, speech);
  }

  /**
   * Learns from audio of an earlier run while the pace is not known. Returns false when its sample rate is not the voice's:
   * it was accepted wrongly and must be spoken again.
   */
  acceptStored(text: string, language: string, pcm: Pcm): boolean {
    if (this.#rates.problem(pcm.sampleRate) !== undefined) return false;
    if (this.#pace.isKnown || !isSpeakable(text)) return true;
    this.#rates.add(pcm.sampleRate);
    const answer = { text: textUnits(text, language), speech: measureSpeech(pcm) };
    if (answer.speech.seconds > 0 && this.#problem(answer) === undefined) this.#pace.learn(answer.text, answer.speech);
    return true;
  }

  /** Returns what is wrong with audio that was accepted, by what is known of the voice now. */
  problemNow(text: string, language: string, speech: SpeechMeasure): SpeechProblem | undefined {
    if (!isSpeakable(text)) return undefined;
    const problem = this.#problem({ text: textUnits(text, language), speech });
    return problem?.kind === 'other-text' ? undefined : problem;
  }

  #problem({ text, speech }: MeasuredAnswer): SpeechProblem | undefined {
    const wrongRate = this.#rates.problem(speech.sampleRate);
    if (wrongRate !== undefined) return { message: wrongRate, grade: 'wrong' };
    const pace = this.#pace.paceFor(text.key);
    if (this.nature !== undefined) return judgeStructure(text, speech, { ...pace, nature: this.nature });
    const [shared, own] = [this.#sounds.problem(text.text, speech), judgeSpeech(text, speech, pace)];
    return shared?.grade === 'slight' && own?.grade !== 'slight' ? (own ?? shared) : (shared ?? own);
  }
}
