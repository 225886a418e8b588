import type { SpeechMeasure } from './measure/measure-speech.ts';
import { pausesAtEnds } from './missing-sentence.ts';
import { enoughSamples, estimatePace } from './pace.ts';
import type { Pace, PacePrior, PaceSample } from './pace.ts';
import { spelledScript } from './units/text-units.ts';
import type { TextUnits } from './units/text-units.ts';

/** Newest samples that count. */
const maxPaceSamples = 64;

/** Uncertainty of the pace in a language, taken from another one. */
const otherLanguageUncertainty = 0.3;

/** Uncertainty of the pace of texts that a voice may spell. */
const spelledUncertainty = 0.9;

/** Facts about a voice from the audio that was accepted, kept between runs. */
export interface LearnedVoice {
  readonly sampleRate?: number | undefined;
  /** Samples by language and script. */
  readonly samples: Readonly<Record<string, readonly PaceSample[]>>;
}

/** The pace of a voice in each language. Learns only what it is given. */
export class VoicePace {
  readonly #prior: PacePrior;
  readonly #samples = new Map<string, PaceSample[]>();
  readonly #paces = new Map<string, Pace>();

  constructor(prior: PacePrior, samples: LearnedVoice['samples'] = {}) {
    this.#prior = prior;
    for (const [key, known] of Object.entries(samples)) this.#samples.set(key, known.slice(-maxPaceSamples));
  }

  /** Reports whether the voice has been heard often enough, in any language, to be known. */
  get isKnown(): boolean {
    return [...this.#samples.values()].some(({ length }) => length >= enoughSamples);
  }

  get samples(): LearnedVoice['samples'] {
    return Object.fromEntries(this.#samples);
  }

  /** Returns the pace for texts of one key. */
  paceFor(key: string): Pace {
    const known = this.#paces.get(key) ?? estimatePace(this.#samples.get(key) ?? [], this.#priorFor(key));
    this.#paces.set(key, known);
    return known;
  }

  /** Learns from audio that was accepted. */
  learn(text: TextUnits, speech: SpeechMeasure): void {
    const samples = this.#samples.get(text.key) ?? [];
    samples.push(this.#sampleOf(text, speech));
    this.#samples.set(text.key, samples.slice(-maxPaceSamples));
    this.#paces.clear();
  }

  #sampleOf({ key, sentences, total }: TextUnits, speech: SpeechMeasure): PaceSample {
    return {
      ...total,
      soundSeconds: speech.soundSeconds,
      endPauses: pausesAtEnds(sentences, speech, this.paceFor(key)),
      endsAbruptly: speech.endsAbruptly,
      pitch: speech.pitch,
      rest: speech.rest,
      found: [...new Set(speech.findings.map(({ kind }) => kind))],
      isTone: speech.isTone,
    };
  }

  /** A language not heard yet is spoken about as fast as the one heard most. */
  #priorFor(key: string): PacePrior {
    if (key.endsWith(spelledScript)) return { ...this.#prior, uncertainty: spelledUncertainty };
    const [main] = [...this.#samples].toSorted(([, a], [, b]) => b.length - a.length);
    if (!main || main[0] === key || main[1].length < enoughSamples) return this.#prior;
    const { secondsPerUnit } = estimatePace(main[1], this.#prior);
    return { ...this.#prior, secondsPerUnit, uncertainty: otherLanguageUncertainty };
  }
}
