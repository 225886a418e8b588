import type { Pcm } from '../../../core/pcm.ts';

/** Files and settings of one model, as sherpa-onnx names them: `{ kokoro: { model: '/path', … } }`. */
export type EngineModel = Readonly<Record<string, Readonly<Record<string, string | number>>>>;

/** The input of one call to the engine. */
export interface Utterance {
  /** Text as the engine takes it: prepared, and below the limit of its kind. */
  readonly text: string;
  /** Number of the speaker. */
  readonly speaker: number;
  /** Default: 1. */
  readonly speed?: number | undefined;
  /** Gain of the sound, in decibels. Default: 0. */
  readonly gainDb?: number | undefined;
  /** Settings that only some kinds have. */
  readonly extra: Readonly<Record<string, string | number>>;
}

/** Message to an engine process. Any number of utterances may be under way. */
export type EngineRequest =
  | { readonly task: 'load'; readonly model: EngineModel; readonly threads: number }
  | ({ readonly task: 'speak'; readonly id: number } & Utterance);

/** A model that an engine process has loaded. */
export interface LoadedModel {
  /** In Hz. */
  readonly sampleRate: number;
  readonly speakers: number;
}

/** Audio of an utterance, and how long the engine took. */
export interface SpokenUtterance {
  readonly pcm: Pcm;
  readonly computeMs: number;
  /** Memory of the engine process afterwards, in bytes. */
  readonly memoryBytes: number;
}

/** A model that cannot be loaded. `process`: something outside ended the engine meanwhile. */
export interface LoadFailure {
  readonly loadFailure: string;
  readonly fault: 'engine' | 'files' | 'process';
}

/** Answer to `load`. */
export type LoadReply = { readonly loaded: LoadedModel } | LoadFailure;

/** Message from an engine process: one for `load`, and one for each utterance. */
export type EngineReply =
  | LoadReply
  | ({ readonly id: number } & SpokenUtterance)
  | { readonly id: number; readonly failure: string };

/** First character of an end mark. */
export const markStart = '⟦';

/** Divides what an engine writes to standard error into what it says and the ids of finished utterances, in turn. */
export const endMarks = /⟦end of (\d+)⟧/u;

/** Written to standard error after an utterance: what the engine said about it comes before. */
export function endMark(id: number): string {
  return `${markStart}end of ${id}⟧`;
}
