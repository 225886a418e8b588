import type { Pcm } from '../../core/pcm.ts';
import type { HeardWord } from '../compare/heard-words.ts';
import type { Comparison } from '../compare/compare-speech.ts';

/** Settings of a recognizer as sherpa-onnx names them, with paths of this machine. */
export type RecognizerModel = Readonly<Record<string, string | number | Readonly<Record<string, string>>>>;

/** Something that a recognizer process is asked. */
export type RecognizerTask =
  /** Compares a sound with a text. */
  | { readonly task: 'hear'; readonly pcm: Pcm; readonly text: string; readonly language: string }
  /** Writes down a sound. */
  | { readonly task: 'transcribe'; readonly pcm: Pcm }
  /** Compares words that were heard with a text. `sound` marks where there is sound, at any sample rate. */
  | {
      readonly task: 'compare';
      readonly words: readonly HeardWord[];
      readonly text: string;
      readonly language: string;
      readonly sound: Pcm;
    };

/** Request to a recognizer process. `load` has no result. */
export type RecognizerRequest = { readonly task: 'load'; readonly model: RecognizerModel } | RecognizerTask;

/** The result of listening to the speech of a text. */
export interface Hearing extends Comparison {
  /** The text that the recognizer understood. */
  readonly transcript: string;
}

/** Result of a task. */
export type RecognizerResult = { readonly hearing: Hearing } | { readonly words: readonly HeardWord[] };
