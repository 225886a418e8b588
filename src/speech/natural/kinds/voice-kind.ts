import type { InstalledModel } from '../../../voice-models/installed-models.ts';
import type { ModelKind } from '../../../voice-models/voice-model.ts';
import type { EspeakReader } from '../phonemes/espeak-reader.ts';
import type { Pauses } from '../../../text/pause-after-ms.ts';
import type { KokoroPhonemes } from '../phonemes/open-phonemes.ts';
import type { EngineModel } from '../engine/engine-protocol.ts';

/** Memory of an engine, in bytes. */
export interface EngineMemory {
  /** Of the process with the model. */
  readonly model: number;
  /** Of each utterance that is spoken at the same time. */
  readonly call: number;
}

/** Lengths of one call to the engine, in code points. */
export interface UtteranceLength {
  /** Length that sounds best. Short sentences are joined up to it. */
  readonly target: number;
  /** Beyond it, the engine cuts the text or takes too much memory. */
  readonly max: number;
}

/** What is known of a speaker of a family. */
export interface SpeakerFacts {
  /** Place in the order of quality: the lowest is the best. Equal ones are as good. */
  readonly rank: number;
  /** Whether it is the last choice for a book. */
  readonly isWeak: boolean;
  /** Integrated loudness of its speech as the model makes it, in LUFS. */
  readonly lufs?: number | undefined;
  /** Seconds of its speech for a unit of `speechUnits`, with the pauses inside of a text. */
  readonly secondsPerUnit?: number | undefined;
}

/** Loads and speaks with one family of models. A new family is one file and one line in `kinds.ts`. */
export interface VoiceKind {
  readonly kind: ModelKind;
  /** BCP-47 base codes of the languages in which it can be used. Absent: those of the model. */
  readonly languages?: readonly string[] | undefined;
  /** What is known of its speakers, by name. Absent: nothing. */
  readonly speakers?: ReadonlyMap<string, SpeakerFacts> | undefined;
  /** Whether speakers can be mixed: the file `voices.bin` has numbers for each, which can be averaged. */
  readonly mixes?: boolean | undefined;
  /** Memory of a loaded model and of each call, estimated from its files, in bytes. */
  readonly memory: (fileBytes: number) => EngineMemory;
  /** Seconds of speech that it makes in a second on one processor, where it is not measured yet. */
  readonly usualSpeed: number;
  /** Speed that sounds natural, as the engine counts it. Default: 1. */
  readonly speed?: number | undefined;
  /** Whether every call is given one sentence only. */
  readonly bySentence: boolean;
  /** Whether the model draws the lengths of all sounds before it makes any, in one pass: it cannot leave out or repeat a part. */
  readonly drawsLengthsFirst?: boolean | undefined;
  readonly utteranceLength: (language: string) => UtteranceLength;
  /** Silence between two calls of one text, in milliseconds, in place of the silence that the voice has around each. */
  readonly pauses: Pick<Pauses, 'sentence' | 'clause'>;
  /** Mark that is spoken after a text that ends without one, such as a title. Default: none. */
  readonly endMark?: string | undefined;
  /** Must change with every change of the text or settings that the engine is given. Part of a segment's address. */
  readonly version: number;
  /** Returns whether its voices speak phonemes in a language (BCP-47), given a reader of words. */
  readonly readsIpa?: (language: string) => boolean;
  /** Prepares a model. */
  readonly open: (installed: InstalledModel, tools?: OpenTools) => Promise<OpenedModel>;
}

/** The tools for opening a model. */
export interface OpenTools {
  /** Replaces the file of the speakers. */
  readonly voicesFile?: string | undefined;
  /** Reads texts with espeak-ng. Absent where its package is not installed. */
  readonly espeak?: EspeakReader | undefined;
}

/** A model that is ready to be loaded. */
export interface OpenedModel {
  readonly engine: EngineModel;
  /** Returns the text as the engine takes it; empty when nothing can be spoken. */
  readonly prepare: (text: string, language: string) => string | Promise<string>;
  /** Reads texts in phonemes and returns them as the texts of calls. Absent for models that take text alone. */
  readonly phonemes?: KokoroPhonemes | undefined;
  /** Returns the settings of a call for a language. */
  readonly settings: (language: string) => Readonly<Record<string, string | number>>;
}
