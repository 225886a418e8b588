/** A word as espeak-ng reads it in its sentence. */
export interface EspeakWord {
  /** Its start in the text, in code points. */
  readonly at: number;
  /** Its sounds in IPA, one by one. */
  readonly sounds: readonly string[];
}

/** Reads a text with espeak-ng. `voice` is the name of a voice file, such as `gmw/en-US`. */
export type ReadWords = (voice: string, text: string, signal: AbortSignal) => Promise<readonly EspeakWord[]>;
