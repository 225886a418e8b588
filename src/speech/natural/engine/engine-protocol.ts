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

/** Request to an engine process. `number` is that of the utterance, for its end mark. */
export type EngineRequest =
  | { readonly task: 'load'; readonly model: EngineModel; readonly threads: number }
  | ({ readonly task: 'speak'; readonly number: number } & Utterance);

/** Result of `speak`: audio of an utterance, and how long the engine took. */
export interface SpokenUtterance {
  readonly pcm: Pcm;
  readonly computeMs: number;
  /** Memory of the engine process afterwards, in bytes. */
  readonly memoryBytes: number;
}

/** Result of `load` for a model that cannot be loaded, otherwise undefined. */
export interface LoadFailure {
  readonly loadFailure: string;
  readonly fault: 'engine' | 'files';
}

/** First character of an end mark. */
export const markStart = '⟦';

/** Divides what an engine writes to standard error into what it says and the numbers of finished utterances, in turn. */
export const endMarks = /⟦end of (\d+)⟧/u;

/** Written to standard error after an utterance: what the engine said about it comes before. */
export function endMark(number: number): string {
  return `${markStart}end of ${number}⟧`;
}
