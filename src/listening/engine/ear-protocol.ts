import type { Pcm } from '../../core/pcm.ts';
import type { Comparison } from '../compare/compare-speech.ts';

/** Settings of a recognizer as sherpa-onnx names them, with paths of this machine. */
export type EarModel = Readonly<Record<string, string | number | Readonly<Record<string, string>>>>;

/** What a recognizer process is asked. Any number of sounds may be under way. */
export type EarRequest =
  | { readonly task: 'load'; readonly model: EarModel }
  | { readonly task: 'hear'; readonly id: number; readonly pcm: Pcm; readonly text: string; readonly language: string };

/** What was heard of a text. */
export interface Hearing extends Comparison {
  /** What the recognizer understood. */
  readonly transcript: string;
}

/** Message from a recognizer process: one for `load`, and one for each sound. */
export type EarReply =
  | { readonly task: 'load'; readonly failure?: string | undefined }
  | { readonly task: 'hear'; readonly id: number; readonly hearing?: Hearing; readonly failure?: string | undefined };
