/** A text to speak. Its result is audio. */
export interface EngineText {
  readonly task: 'flite' | 'espeak' | 'espeak-system';
  readonly voice: string;
  readonly text: string;
}

/** Request to an engine process. The results of the others are as in `EspeakJs`. */
export type EngineRequest =
  | EngineText
  | { readonly task: 'espeak-words'; readonly voice: string; readonly text: string }
  | { readonly task: 'espeak-sounds'; readonly voice: string; readonly texts: readonly string[] }
  | { readonly task: 'espeak-voices' };
